"""The page that says what each template can use, made from the classes of the views that the targets give to it."""

import ast
import inspect
import re
import sys
import typing
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain

from checkout import own_bases, own_contracts
from jinja2 import Environment, nodes
from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model
from sealwax.contract.model import Contract
from sealwax.meaning.checks import NODES
from sealwax.pipeline import load
from sealwax.regions import TEMPLATE as REGION
from sealwax.regions.views import RegionView
from sealwax.rendering import Filters
from sealwax.rendering.environment import OWN_FILTERS
from sealwax.targets import TARGETS, pages, project_pages, template_files
from sealwax.targets import load as load_target
from sealwax.targets.placing import with_places

INTRO = """\
# Templates

<!-- Made from the view classes by `make goldens`. Do not edit. -->

A project overrides a template with a file at the same path in a folder of its own:

```console
$ sealwax templates --copy markdown/README.md.j2
wrote sealwax-templates/markdown/README.md.j2
To use it, add to [tool.sealwax] in pyproject.toml, or to sealwax.toml: templates = "sealwax-templates"
```

`sealwax templates` lists the templates and marks those that you override. `sealwax templates --show PATH` prints the
template of the version that is installed, to compare an override with. The files that come out are checked for drift
like all others.

A template is [Jinja](https://jinja.palletsprojects.com/en/stable/templates/) with these rules:

- It prints finished code only: attributes of the type `Finished`, what a filter returns, and what a macro or a `set`
  block has printed. Any other text has to go through a filter of the target, which escapes it.
- It chooses and repeats, but computes nothing: no arithmetic, no `~`, no slices, no lists. It calls macros only.
- It sees `view`, an instance of the class named below, and what the template that includes it has set. Imported macros
  see their arguments only.
- A Python module imports whatever it may need, in any order: ruff removes the imports that it does not use, sorts the
  others, and formats the code. A name that a module only hands on has to be in `__all__`, or imported `as` itself.
- Overrides run in the sandbox of Jinja, with a limit on the work of a run, because CI renders those of pull requests.
  They cannot read files or call Python code. Neither they nor the folders above them may be links. An override has at
  most 256 KiB.

If an override uses something that a newer version of sealwax no longer offers, `sealwax check` and `sealwax generate`
fail with an error that shows its file, its line and the missing name. The names on this page are not a stable
interface: expect to look at your overrides when you upgrade. Every template can use these filters, and Jinja's `first`,
`last` and `length`:
"""


def reference() -> str:
    """The whole page."""
    used = _views()
    tests = ", ".join(f"`{name}`" for name in NODES)
    lines = [INTRO, *_filter_rows(OWN_FILTERS), ""]
    own = "those of `python` and `typescript` have one for each node of the check plan"
    lines += [f"They can also use Jinja's tests; {own}: {tests}.", ""]
    filters = {name.replace("-", "_"): load_target(name).filters for name in TARGETS}
    for folder, templates in _by_folder(template_files()).items():
        lines += [f"## {folder}", ""]
        if filters[folder]:
            lines += ["Filters:", "", *_filter_rows(filters[folder]), ""]
        lines += ["| template | view | included or imported by | macros |", "| --- | --- | --- | --- |"]
        lines += [*(_template_row(template, used.get(template, ())) for template in templates), ""]
    lines += ["## Views", "", "The classes that are named above, and what their attributes hold.", ""]
    for view in sorted(_reachable(view for views in used.values() for view in views), key=_name):
        lines += _class_section(view)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip("\n") + "\n"


# -- templates --------------------------------------------------------------------------------------------------------


def _views() -> dict[str, tuple[type, ...]]:
    """For each template the classes of the views that it gets, in all contracts of the checkout."""
    found: dict[str, dict[type, None]] = {}
    for page, _, _ in chain(pages(_contracts(), TARGETS), project_pages(_contracts())):
        if page.view is not None:
            found.setdefault(page.template, {})[type(page.view)] = None
    found[REGION] = {RegionView: None}
    return {template: tuple(views) for template, views in found.items()}


@cache
def _contracts() -> tuple[Contract, ...]:
    bases = own_bases()
    loaded = (load({f"{name}.yaml": raw}, bases=bases[name])[0] for name, raw in own_contracts().items())
    placed = [with_places(contract, vendors=True) for contracts in loaded for contract in contracts]
    first = model.Release("1.0.0", ())  # as if each contract had been released
    return tuple(replace(each, output=replace(each.output, targets=TARGETS), releases=(first,)) for each in placed)


def _by_folder(templates: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for template in templates:
        found.setdefault(template.split("/")[0], []).append(template)
    return found


def _filter_rows(filters: Filters) -> Iterator[str]:
    yield from ("| filter | result |", "| --- | --- |")
    for name, make in ((name, make) for name, make in filters.items() if not isinstance(make, type)):
        parameters = ", ".join([*inspect.signature(make).parameters][1:])
        call = f"{name}({parameters})" if parameters else name
        yield f"| `{call}` | {_cell((make.__doc__ or '').strip().split(chr(10))[0])} |"


def _template_row(template: str, views: Iterable[type]) -> str:
    users = ", ".join(f"`{user.partition('/')[2]}`" for user in _users().get(template, ()))
    macros = ", ".join(
        f"`{macro.name}({', '.join(argument.name for argument in macro.args)})`"
        for macro in _trees()[template].find_all(nodes.Macro)
    )
    return f"| `{template}` | {' or '.join(map(_link, views))} | {users} | {macros} |"


@cache
def _trees() -> dict[str, nodes.Template]:
    parser = Environment(autoescape=False)  # noqa: S701
    return {name: parser.parse(path.read_text(encoding="utf-8")) for name, path in template_files().items()}


@cache
def _users() -> dict[str, list[str]]:
    """For each template those that include or import it."""
    found: dict[str, list[str]] = {}
    for template, tree in _trees().items():
        for node in tree.find_all((nodes.Include, nodes.Import, nodes.FromImport)):
            used = getattr(node, "template", None)
            if isinstance(used, nodes.Const):
                found.setdefault(used.value, []).append(template)
    return {template: [*dict.fromkeys(users)] for template, users in found.items()}


# -- views ------------------------------------------------------------------------------------------------------------


def _reachable(views: Iterable[type]) -> set[type]:
    found: set[type] = set()
    waiting = [*views]
    while waiting:
        if (view := waiting.pop()) not in found:
            found.add(view)
            waiting += (inner for hint in _hints(view).values() for inner in _classes(hint))
    return found


@cache
def _hints(view: type) -> Mapping[str, object]:
    """The types of the attributes and properties of a class."""
    names = {**vars(model), **vars(sys.modules[view.__module__])}  # the model imports some names for type checkers only
    hints = typing.get_type_hints(view, names)
    for name, value in vars(view).items():
        if isinstance(value, property) and not name.startswith("_"):
            hints[name] = typing.get_type_hints(value.fget, names)["return"]
    return hints


def _classes(hint: object) -> Iterator[type]:
    """The frozen classes of ours that a type consists of."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for argument in typing.get_args(hint):
        yield from _classes(argument)


def _class_section(view: type) -> Iterator[str]:
    yield from (f"### {_name(view)}", "")
    node = _definition(view)
    if documentation := ast.get_docstring(node):
        yield from (documentation, "")
    rows = [*_rows(view, node)]
    if rows:
        yield from ("| attribute | type | meaning |", "| --- | --- | --- |", *rows, "")


def _rows(view: type, node: ast.ClassDef) -> Iterator[str]:
    hints = _hints(view)
    for at, statement in enumerate(node.body):
        match statement:
            case ast.AnnAssign(target=ast.Name(name), annotation=annotation):
                after = node.body[at + 1] if at + 1 < len(node.body) else None
                yield _row(name, annotation, hints[name], _text(after))
            case ast.FunctionDef(name=name, returns=ast.expr() as annotation) if name in hints:
                yield _row(name, annotation, hints[name], ast.get_docstring(statement) or "")
            case _:
                pass


def _row(name: str, annotation: ast.expr, hint: object, meaning: str) -> str:
    links = ", ".join(dict.fromkeys(map(_link, _classes(hint))))
    written = re.sub(r"\b[a-z]+\.(?=[A-Z])", "", ast.unparse(annotation).strip("'\""))  # without the module's name
    return f"| `{name}` | `{_cell(written)}`{': ' if links else ''}{links} | {_cell(meaning)} |"


def _text(statement: ast.stmt | None) -> str:
    match statement:
        case ast.Expr(ast.Constant(str(text))):
            return inspect.cleandoc(text)
        case _:
            return ""


@cache
def _module(name: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[name]))


def _definition(view: type) -> ast.ClassDef:
    body = _module(view.__module__).body
    return next(node for node in body if isinstance(node, ast.ClassDef) and node.name == view.__name__)


def _name(view: type) -> str:
    return f"{view.__module__.removeprefix('sealwax.')}.{view.__name__}"


def _link(view: type) -> str:
    anchor = re.sub(r"[^\w-]", "", _name(view).lower())
    return f"[{view.__name__}](#{anchor})"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
