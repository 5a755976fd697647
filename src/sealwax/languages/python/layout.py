"""Where `ruff format` breaks the lines of Python code, for the kinds of statements that are generated.

Every function returns a whole statement, or the part of one that its name says. Its first line is not indented: the
template has done that. `indent` is the width of the indentation. A statement of a size that nobody would write by
hand stays on one line and asks the formatter to leave it alone.
"""

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from sealwax.contract.model import Json
from sealwax.frozen import frozen
from sealwax.languages.python import WIDTH, literal, string
from sealwax.languages.python.annotations import NONE, Annotation, Subscript, Union, either
from sealwax.languages.python.annotations import spell as flat
from sealwax.languages.python.imports import export_order, import_from, import_order
from sealwax.rendering import Finished

__all__ = ["NONE", "Annotation", "Subscript", "Union", "either", "export_order", "flat"]

SKIP = "  # fmt: skip"


def fits(line: str, indent: int = 0) -> bool:
    # How wide other characters are depends on a table that formatters update; nothing may depend on that.
    return indent + len(line) <= WIDTH and line.isascii()


def annotated(name: str, annotation: Annotation, value: str = "", indent: int = 0, call: str = "") -> Finished:
    """`name: annotation = value`. With `call`, the value is a call of that function with the one argument `value`."""
    given = f"{call}({value})" if call else value
    line = f"{name}: {flat(annotation)}" + (f" = {given}" if given else "")
    if fits(line, indent):
        return Finished(line)
    broken = _broken_value(name, annotation, value, indent, call) if given else None
    return Finished(broken or _broken_annotation(name, annotation, given, indent) or line + SKIP)


def alias(name: str, meaning: Annotation) -> Finished:
    """`name: TypeAlias = meaning`."""
    start = f"{name}: TypeAlias = "
    if isinstance(meaning, Subscript) and not fits(start + flat(meaning)) and fits(f"{start}{meaning.base}["):
        content = ", ".join(map(flat, meaning.arguments))
        return Finished(f"{start}{meaning.base}[\n    {content}\n]" + ("" if fits(content, 4) else SKIP))
    return annotated(name, Finished("TypeAlias"), flat(meaning))


def class_heading(name: str, *bases: Annotation) -> Finished:
    """`class name(base):`."""
    line = f"class {name}({', '.join(map(flat, bases))}):" if bases else f"class {name}:"
    return Finished(f"class {name}(\n    {', '.join(map(flat, bases))}\n):" if bases and not fits(line) else line)


def _broken_value(name: str, annotation: Annotation, value: str, indent: int, call: str) -> str | None:
    start = f"{name}: {flat(annotation)} = "
    inner, outer = " " * (indent + 4), " " * indent
    if call and fits(f"{start}{call}(", indent):
        return f"{start}{call}(\n{inner}{value}\n{outer})" if fits(value, indent + 4) else None
    whole = f"{call}({value})" if call else value
    if fits(f"{start}(", indent) and fits(whole, indent + 4):
        return f"{start}(\n{inner}{whole}\n{outer})"
    return None


def _broken_annotation(name: str, annotation: Annotation, value: str, indent: int) -> str | None:
    end = f" = {value}" if value else ""
    inner, outer = " " * (indent + 4), " " * indent
    if value and fits(f"{name}: {flat(annotation)} = (", indent):
        return None  # the value should have been broken, and could not
    if isinstance(annotation, Subscript):
        content = ", ".join(map(flat, annotation.arguments))
        whole = fits(f"{name}: (", indent) and fits(flat(annotation), indent + 4)
        if not value and not fits(f"{name}: {annotation.base}[", indent) and whole:
            return f"{name}: (\n{inner}{flat(annotation)}\n{outer})"
        hugged = fits(content, indent + 4) and fits(f"]{end}", indent) and fits(f"{name}: {annotation.base}[", indent)
        return f"{name}: {annotation.base}[\n{inner}{content}\n{outer}]{end}" if hugged else None
    if not fits(f"{name}: (", indent) or not fits(f"){end}", indent):
        return None
    if isinstance(annotation, Finished):
        return None if value or not fits(annotation, indent + 4) else f"{name}: (\n{inner}{annotation}\n{outer})"
    lines = _union_lines(annotation, indent + 4)
    return lines and f"{name}: (\n{inner}{lines}\n{outer}){end}"


def _union_lines(union: Union, indent: int) -> str | None:
    if fits(flat(union), indent):
        return flat(union)
    operands = [flat(operand) for operand in union.operands]
    if not all(fits(f"| {operand}", indent) for operand in operands):
        return None
    return f"\n{' ' * indent}| ".join(operands)


@frozen
class Parameter:
    """`name: annotation = default`; `*` and the like have no annotation."""

    name: str
    annotation: Annotation | None = None
    default: str = ""

    @property
    def line(self) -> str:
        default = f" = {self.default}" if self.default else ""
        return f"{self.name}{'' if self.annotation is None else f': {flat(self.annotation)}'}{default},"


def signature(name: str, given: Iterable[Parameter], returns: Annotation, indent: int = 0) -> Finished:
    """`def name(…) -> returns:` with one parameter per line, or on one line when there are none."""
    parameters = tuple(given)
    margin, end, skip = f"\n{' ' * indent}" if parameters else "", f") -> {flat(returns)}:", ""
    laid_out = [_parameter(parameter, indent + 4) for parameter in parameters]
    lines = [line for line in laid_out if line is not None]
    if not fits(end if parameters else f"def {name}({end}", indent) or len(lines) < len(laid_out):
        lines, skip = [parameter.line for parameter in parameters], SKIP
    return Finished(f"def {name}({''.join(f'{margin}    {line}' for line in lines)}{margin}{end}{skip}")


def overloaded(name: str, given: Iterable[Parameter], returns: Annotation, indent: int = 0) -> Finished:
    """A signature without a body, on one line if that is long enough."""
    parameters = tuple(given)
    inner = ", ".join(parameter.line.removesuffix(",") for parameter in parameters)
    line = f"def {name}({inner}) -> {flat(returns)}: ..."
    if fits(line, indent):
        return Finished(line)
    exploded = signature(name, parameters, returns, indent)
    whole = f"{exploded.removesuffix(SKIP)} ..."
    return Finished(whole + SKIP if SKIP in exploded or not fits(whole.rpartition("\n")[2]) else whole)


def _parameter(parameter: Parameter, indent: int) -> str | None:
    """The lines of a parameter, or None when it is too long for the layouts that we know."""
    annotation, default = parameter.annotation, parameter.default
    if annotation is None or fits(parameter.line, indent) or (isinstance(annotation, Finished) and not default):
        return parameter.line
    if not isinstance(annotation, Union):
        return None
    head, *tail = annotation.operands
    first, end = f"{parameter.name}: {flat(head)}", f" = {default}," if default else ","
    rest = [f"| {flat(operand)}" for operand in tail]
    if not (isinstance(head, Finished) or fits(first, indent)) or not all(
        fits(f"{line}{end}", indent) for line in rest
    ):
        return None
    return f"\n{' ' * indent}".join([first, *rest]) + end


# -- expressions ------------------------------------------------------------------------------------------------------


@frozen
class Call:
    """A call with one argument: `str(value)`."""

    function: str
    argument: str


@frozen
class Item:
    """A part of a container: `value["key"]`."""

    container: str
    key: str


@frozen
class Comprehension:
    """`[str(item) for item in items]`, or with braces."""

    brackets: str
    element: str
    clause: str


@frozen
class Conditional:
    """`None if value is None else other`."""

    value: str
    test: str
    otherwise: str


Expression: TypeAlias = Finished | Call | Item | Comprehension | Conditional


def one_line(expression: Expression) -> Finished:
    match expression:
        case Finished():
            return expression
        case Call(function, argument):
            return Finished(f"{function}({argument})")
        case Item(container, key):
            return Finished(f"{container}[{key}]")
        case Comprehension(brackets, element, clause):
            return Finished(f"{brackets[0]}{element} {clause}{brackets[1]}")
        case Conditional(value, test, otherwise):
            return Finished(f"{value} if {test} else {otherwise}")
        case _:
            assert_never(expression)


def assigned(target: str, expression: Expression, indent: int) -> Finished:
    """`target = expression`."""
    line = f"{target} = {one_line(expression)}"
    if fits(line, indent):
        return Finished(line)
    opening, lines, closing = _parts(expression, indent + 4)
    margin = "\n" + " " * (indent + 4)
    if not fits(f"{target} = {opening}", indent) or not all(fits(part, indent + 4) for part in lines):
        return Finished(line + SKIP)
    return Finished(f"{target} = {opening}{margin}{margin.join(lines)}\n{' ' * indent}{closing}")


def _parts(expression: Expression, indent: int) -> tuple[str, tuple[str, ...], str]:
    match expression:
        case Finished():
            return "(", (expression,), ")"
        case Call(function, argument):
            return f"{function}(", (argument,), ")"
        case Item(container, key):
            return f"{container}[", (key,), "]"
        case Comprehension(brackets, element, clause):
            whole = f"{element} {clause}"
            return brackets[0], (whole,) if fits(whole, indent) else (element, clause), brackets[1]
        case Conditional(value, test, otherwise):
            whole = one_line(expression)
            return "(", (whole,) if fits(whole, indent) else (value, f"if {test}", f"else {otherwise}"), ")"
        case _:
            assert_never(expression)


def guard(*conditions: str, indent: int, joint: str = "and", word: str = "if") -> Finished:
    """`if condition and condition:`, or with another word or joint."""
    line = f"{word} {f' {joint} '.join(conditions)}:"
    if fits(line, indent):
        return Finished(line)
    first, *rest = conditions
    if len(rest) == 1 and rest[0].endswith(")"):
        # Where two are joined, the brackets of the last one are broken before any others are added.
        head, within = f"{word} {first} {joint} (", rest[0][1:-1]
        hugged = rest[0].startswith("(") and fits(head, indent) and fits(within, indent + 4)
        inner, outer = " " * (indent + 4), " " * indent
        return Finished(f"{head}\n{inner}{within}\n{outer}):" if hugged else line + SKIP)
    bracketed = _bracketed(conditions, joint, indent)
    return Finished(f"{word} {bracketed}:" if bracketed else line + SKIP)


def returned(*conditions: str, indent: int) -> Finished:
    """`return condition and condition`."""
    line = f"return {' and '.join(conditions)}"
    if fits(line, indent):
        return Finished(line)
    bracketed = _bracketed(conditions, "and", indent)
    return Finished(f"return {bracketed}" if bracketed else line + SKIP)


def _bracketed(conditions: tuple[str, ...], joint: str, indent: int) -> str | None:
    """The conditions on a line within brackets, or on a line each."""
    whole = f" {joint} ".join(conditions)
    first, *rest = conditions
    lines = [whole] if fits(whole, indent + 4) else [first, *(f"{joint} {condition}" for condition in rest)]
    if not all(fits(condition, indent + 4) for condition in lines):
        return None
    inner = "\n" + " " * (indent + 4)
    return f"({inner}{inner.join(lines)}\n{' ' * indent})"


def value_of(value: Json, indent: int, before: int = 0) -> Finished:
    """A JSON value as an expression, after `before` columns of the same line; one entry per line if it is long."""
    line = literal(value)
    if not value or not isinstance(value, dict | list) or fits(line, indent + before + 1):
        return line
    margin = "\n" + " " * (indent + 4)
    entries: list[str] = []
    for key, item in value.items() if isinstance(value, dict) else (("", item) for item in value):
        start = f"{string(key)}: " if isinstance(value, dict) else ""
        entries.append(start + value_of(item, indent + 4, len(start)))
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return Finished(f"{opening}{margin}{f',{margin}'.join(entries)},\n{' ' * indent}{closing}")


def called(function: str, arguments: Iterable[str], indent: int, before: int = 0, after: int = 0) -> Finished:
    """A call on one line, or with one argument per line; `after` is what follows it on its last line."""
    given = tuple(arguments)
    line = f"{function}({', '.join(given)})"
    if fits(line, indent + before + after):
        return Finished(line)
    if not after and any(each.endswith(")") and not fits(f"{each},", indent + 4) for each in given):
        return Finished(line + SKIP)  # a formatter would go on with the arguments of an argument
    margin = "\n" + " " * (indent + 4)
    return Finished(f"{function}({margin}{f',{margin}'.join(given)},\n{' ' * indent})")


def imported(module: str, names: Iterable[str], indent: int = 0) -> Finished:
    """`from module import names`, in the order that ruff sorts them."""
    listed = sorted(set(names), key=import_order)
    line = import_from(module, listed)
    if fits(line, indent):
        return line
    margin = "\n" + " " * (indent + 4)
    return Finished(f"from {module} import ({margin}{f',{margin}'.join(listed)},\n{' ' * indent})")
