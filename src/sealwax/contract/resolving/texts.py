"""String types: constraints; or parts and forms -> the pattern of the whole string, and one for each form.

`forms: {page: {template: "page:{number}"}}` with `parts: {number: {pattern: "^[0-9]+$"}}` becomes a string with the
pattern `^page:[0-9]+$`, and a form whose pattern `page:([0-9]+)` has a group for each part.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.templates import PLACEHOLDER, check_template
from sealwax.contract.resolving.types import (
    SYNTAX_KEYS,
    UNRESOLVED,
    check_steps,
    constrain_string,
    read_pattern,
    read_type,
)
from sealwax.contract.source import Node, child, key, part_of
from sealwax.diagnostics import Code
from sealwax.language import grammar as g
from sealwax.naming import title
from sealwax.patterns import LARGEST, Pattern, escape, grouped, matches_only_digits
from sealwax.patterns.numbers import number_pattern

STRING_KEYS = ("type", *SYNTAX_KEYS, "forms", "parts", "semantics")
"""The keys of a type that only a string type can have."""


def read_text(name: str, decl: g.TypeDecl, scope: Scope) -> m.Text | None:
    """Resolve a string type; None if nothing says that it is one."""
    if decl.type is None:
        hint = "add `fields` for a record, or `type: string` for a string type"
        scope.error(Code.MISSING_KEY, decl.node, f"'{name}' is neither a record nor a string type", hint)
        return None
    scope.check_absent(decl.node, ("includes", "open", "standalone", "tiered"), "can only be used on a record")
    plain = constrain_string(decl.constraints, scope, m.String())
    heading, docs = decl.title or title(name), scope.docs(decl.docs, decl.renamed_from)
    text = m.Text(name, heading, docs, plain, semantics=decl.semantics, renamed_from=decl.renamed_from)
    return text if decl.forms is None else _composite(text, decl, scope)


def _composite(text: m.Text, decl: g.TypeDecl, scope: Scope) -> m.Text:
    """A string type with forms, which define its pattern."""
    why = "cannot be combined with `forms`, which define the syntax of the string"
    scope.check_absent(decl.node, SYNTAX_KEYS, why, "remove it")
    parts = dict(_parts(decl, scope))
    forms = tuple(_forms(decl, parts, scope))
    ascents = tuple(_ascents(decl, parts, scope))
    pattern = _whole(forms, decl, scope)
    longest = None if pattern is None else pattern.cost.longest
    return replace(
        text,
        string=m.String(max_length=longest, pattern=pattern),
        forms=forms,
        parts=tuple(parts.values()),
        semantics=(*text.semantics, *(f"`{each.high}` should be greater than `{each.low}`." for each in ascents)),
        ascents=ascents,
    )


# -- parts ------------------------------------------------------------------------------------------------------------


def _parts(decl: g.TypeDecl, scope: Scope) -> Iterator[tuple[str, m.TextPart]]:
    """The parts whose declarations are valid."""
    nodes = {name: key(decl.node, "parts", name) for name in decl.parts}
    scope.check_distinct(nodes.items(), "part")
    if len(decl.forms or {}) > 1 and FORM in nodes:
        message = f"'{FORM}' is the key that says which form a string has"
        scope.error(Code.RESERVED_NAME, nodes[FORM], message, "choose another name")
    for name, entry in decl.parts.items():
        part = _part(name, entry, nodes[name], scope)
        if part is not None:
            yield name, part


FORM = "form"
"""The key of the parts in TypeScript that says which form they have."""


def _part(name: str, decl: g.PartDecl, node: Node, scope: Scope) -> m.TextPart | None:
    kind = read_type(decl.type, child(decl.node, "type"), scope)
    match kind:
        case m.String():
            return _string(name, decl, node, scope)
        case m.Integer():
            return _number(name, decl, scope)
        case m.Reference(m.Enum(open=False) as enum):
            return _choice(name, decl, enum, scope)
        case _:
            if kind is not UNRESOLVED:
                hint = "use `string`, `integer` or a closed enum"
                message = f"a part cannot be of the type `{decl.type}`"
                scope.error(Code.BAD_TYPE, child(decl.node, "type"), message, hint)
            return None


def _string(name: str, decl: g.PartDecl, node: Node, scope: Scope) -> m.TextPart | None:
    scope.check_absent(decl.node, ("min", "max"), "can only be used on a number", "add `type: integer`")
    if decl.pattern is None:
        hint = "add a `pattern` for text, or `type: integer` for a number"
        scope.error(Code.MISSING_KEY, node, f"nothing says what the part '{name}' looks like", hint)
        return None
    pattern = read_pattern(decl.pattern, child(decl.node, "pattern"), scope)
    return None if pattern is None else m.TextPart(name, m.String(pattern=pattern), pattern, decl.doc)


def _number(name: str, decl: g.PartDecl, scope: Scope) -> m.TextPart | None:
    hint = "use `min` and `max`, or remove `type: integer`"
    scope.check_absent(decl.node, ("pattern",), "can only be used on a string", hint)
    least, most = decl.min or 0, LARGEST if decl.max is None else decl.max
    if least > most:
        message = f"no value can be at least {least} and at most {most}"
        scope.error(Code.IMPOSSIBLE_BOUNDS, child(decl.node, "min"), message, "`min` must not be greater than `max`")
        return None
    return m.TextPart(name, m.Integer(least, decl.max), number_pattern(least, most), decl.doc)


def _choice(name: str, decl: g.PartDecl, enum: m.Enum, scope: Scope) -> m.TextPart | None:
    scope.check_absent(decl.node, ("pattern",), "can only be used on a string", "remove it")
    scope.check_absent(decl.node, ("min", "max"), "can only be used on a number", "remove it")
    values = "|".join(escape(value.value) for value in enum.values)
    pattern = read_pattern(f"^(?:{values})$", child(decl.node, "type"), scope)
    return None if pattern is None else m.TextPart(name, m.Reference(enum), pattern, decl.doc)


# -- forms ------------------------------------------------------------------------------------------------------------


def _forms(decl: g.TypeDecl, parts: dict[str, m.TextPart], scope: Scope) -> Iterator[m.TextForm]:
    """The forms whose parts are valid. Each example is checked against its form."""
    for name, entry in (decl.forms or {}).items():
        node = child(entry.node, "template")
        names = check_template(entry.template, decl.parts, node, scope, "there is no part '{}' in `parts`")
        if _has_twins(names, node, scope) or not all(each in parts for each in names):
            continue
        literals, used = tuple(PLACEHOLDER.split(entry.template)[::2]), tuple(parts[each] for each in names)
        pattern = grouped(literals, [part.pattern for part in used], range(len(used)))
        heading = entry.title or title(name)
        form = m.TextForm(name, heading, entry.template, entry.example, entry.doc, literals, used, pattern)
        checked = read_pattern(f"^{''.join(_spelled(form))}$", node, scope)
        if checked is not None and not checked.matches(entry.example):
            message = f"'{entry.example}' does not match the template '{entry.template}'"
            scope.error(Code.BAD_VALUE, child(entry.node, "example"), message)
        yield form


def _has_twins(names: tuple[str, ...], node: Node, scope: Scope) -> bool:
    """Whether a part occurs twice, which is reported."""
    twins = [name for at, name in enumerate(names) if name in names[:at]]
    for name in twins[:1]:
        position, width = part_of(node, f"{{{name}}}")
        message, hint = f"the part '{name}' occurs twice", "declare another part for the second one"
        scope.report.add(Code.DUPLICATE_NAME, position, message, hint, width)
    return bool(twins)


def _whole(forms: tuple[m.TextForm, ...], decl: g.TypeDecl, scope: Scope) -> Pattern | None:
    """The pattern of strings that have one of the forms."""
    bodies = ["".join(_spelled(form)) for form in forms]
    if not bodies:
        return None
    whole = f"^{bodies[0]}$" if len(bodies) == 1 else f"^(?:{'|'.join(bodies)})$"
    node = key(decl.node, "forms")
    pattern = read_pattern(whole, node, scope)
    if pattern is None:
        return None
    hint = "after each part, use a separator that the part itself cannot contain"
    check_steps(pattern, None, node.position, scope, hint)
    spelled = f"^(?:{pattern.body})$" if pattern.grouped else f"^{pattern.body}$"
    return replace(pattern, source=spelled)


def _spelled(form: m.TextForm) -> Iterator[str]:
    yield escape(form.literals[0])
    for part, after in zip(form.parts, form.literals[1:], strict=True):
        yield f"(?:{part.pattern.body}){escape(after)}"


def _ascents(decl: g.TypeDecl, parts: dict[str, m.TextPart], scope: Scope) -> Iterator[m.Ascent]:
    """The pairs of parts that `after` declares. `parts` are those whose patterns are valid."""
    for name, entry in decl.parts.items():
        node = child(entry.node, "after")
        if entry.after is not None and (ascent := _ascent(entry.after, name, node, decl, parts, scope)) is not None:
            yield ascent


def _ascent(
    low: str, high: str, node: Node, decl: g.TypeDecl, parts: dict[str, m.TextPart], scope: Scope
) -> m.Ascent | None:
    if low == high or low not in decl.parts:
        others = [name for name in decl.parts if name != high]
        scope.unknown(Code.UNKNOWN_NAME, node, "other part called", low, others)
        return None
    for name in (low, high):
        if name in parts and not matches_only_digits(parts[name].pattern):
            message = f"'{name}' might not be a number: its pattern also matches characters other than digits"
            scope.error(Code.BAD_CONDITION, node, message, "use a pattern such as `^[0-9]+$`")
    bodies = tuple(_bodies(low, high, node, decl, parts, scope))
    return m.Ascent(low, high, Pattern("", "|".join(bodies), grouped=len(bodies) > 1)) if bodies else None


def _bodies(
    low: str, high: str, node: Node, decl: g.TypeDecl, parts: dict[str, m.TextPart], scope: Scope
) -> Iterator[str]:
    """For each form with both parts, a regular expression with a group for each of the two."""
    together = 0
    for form in (decl.forms or {}).values():
        names = PLACEHOLDER.findall(form.template)
        order = [name for name in names if name in (low, high)]
        together += len(order) > 1
        if len(order) > 1 and order != [low, high]:
            message = f"'{form.template}' does not have '{low}' once, followed by '{high}' once"
            scope.error(Code.BAD_CONDITION, node, message, f"remove `after`, or put '{high}' after '{low}'")
        elif len(order) > 1 and all(name in parts for name in names):
            pair = [at for at, name in enumerate(names) if name in (low, high)]
            yield grouped(PLACEHOLDER.split(form.template)[::2], [parts[name].pattern for name in names], pair).body
    if not together:
        scope.error(Code.BAD_CONDITION, node, f"no form has both '{low}' and '{high}'", "remove `after`")
