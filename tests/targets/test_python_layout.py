"""Where the lines of generated Python break is what `ruff format` thinks too, however long the names are."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sealwax.languages.python.annotations import NONE, Annotation, Subscript, either
from sealwax.languages.python.layout import (
    Call,
    Comprehension,
    Conditional,
    Expression,
    Parameter,
    annotated,
    assigned,
    guard,
    imported,
    overloaded,
    signature,
    value_of,
)
from sealwax.rendering import Finished

RUFF = [sys.executable, "-m", "ruff"]

lengths = st.integers(1, 20) | st.integers(1, 70) | st.integers(20, 120)
names = lengths.map(lambda length: "n" * length)
classes = lengths.map(lambda length: Finished("X" + "x" * length))
atoms = st.sampled_from(["str", "int", "bool", "Any"]).map(Finished) | classes
literals = names.map(lambda name: Subscript("Literal", (Finished(f'"{name}"'),)))
annotations: st.SearchStrategy[Annotation] = st.recursive(
    atoms | literals,
    lambda inner: st.one_of(
        inner.map(lambda item: Subscript("list", (item,))),
        inner.map(lambda item: Subscript("dict", (Finished("str"), item))),
        inner.map(lambda item: Subscript("NotRequired", (item,))),
        st.lists(inner, min_size=1, max_size=3).map(lambda items: either(*items, NONE)),
        st.tuples(inner, classes).map(lambda items: either(*items)),
    ),
    max_leaves=4,
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | names | st.just("é"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=6,
)
defaults = st.sampled_from(["None", "UNSET", "True", "1.5"]) | names.map('"{}"'.format)


def expressions(name: str) -> list[Expression]:
    return [
        Finished(f"self.{name}"),
        Finished(f"self.{name}.to_dict()"),
        Call("str", f"self.{name}"),
        Comprehension("[]", "str(item)", f"for item in self.{name}"),
        Comprehension("{}", "key: item.to_dict()", f"for key, item in self.{name}.items()"),
        Conditional("None", f"self.{name} is None", f"self.{name}.to_dict()"),
        Conditional("None", f"self.{name} is None", f"[str(item) for item in self.{name}]"),
    ]


def nested(name: str, value: Expression) -> str:
    target = f'out["{name}"]'
    return f"if x:\n    if y:\n        {assigned(target, value, 8)}\n"


statements = st.one_of(
    st.builds(
        lambda name, kind, value: f"class C:\n    {annotated(name, kind, value, 4)}\n", names, annotations, defaults
    ),
    st.builds(lambda name, kind: f"class C:\n    {annotated(name, kind, '', 4)}\n", names, annotations),
    st.builds(
        lambda name, kind, made: f"class C:\n    {annotated(name, kind, f'default_factory={made}', 4, 'field')}\n",
        names,
        annotations,
        names,
    ),
    st.builds(
        lambda given, kind: f"{signature('f', [Parameter('*'), *given], kind)}\n    pass\n",
        st.lists(st.builds(Parameter, names, annotations, defaults | st.just("")), min_size=1, max_size=3),
        atoms,
    ),
    st.builds(
        lambda name, kind, given: (
            f"class C:\n    {overloaded('f', [Parameter('self'), Parameter(name, given)], kind, 4)}\n"
        ),
        names,
        atoms,
        annotations,
    ),
    st.builds(lambda name, kind: f"{signature(name, [], kind)}\n    pass\n", names, atoms),
    st.tuples(names, st.integers(0, 6)).map(lambda drawn: nested(drawn[0], expressions(drawn[0])[drawn[1]])),
    st.lists(names, min_size=1, max_size=2).map(
        lambda tests: f"if x:\n    {guard(*(f'{test} is not None' for test in tests), indent=4)}\n        pass\n"
    ),
    st.builds(lambda name, value: f"x = f(\n    {name}={value_of(value, 4, len(name) + 1)},\n)\n", names, json_values),
    st.lists(names | classes, min_size=1, max_size=4).map(lambda found: f"{imported('.module', found)}\n"),
)


@given(st.lists(statements, min_size=30, max_size=30))
@settings(max_examples=15)
def test_the_formatter_changes_nothing(tmp_path_factory: pytest.TempPathFactory, found: list[str]) -> None:
    folder = tmp_path_factory.mktemp("layout")
    for at, statement in enumerate(found):
        (folder / f"f{at}.py").write_text(statement, encoding="utf-8")
    done = subprocess.run(
        [*RUFF, "format", "--isolated", "--diff", folder], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout or done.stderr
