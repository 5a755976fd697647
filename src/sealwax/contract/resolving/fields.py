"""Field declarations -> fields: types, levels, conditions, defaults, relations between siblings.

`due: {type: string, level: {must: {copies: 0}, otherwise: may}}` becomes a field with the level `may` and the condition
`ConditionalLevel(MUST, (HasValue("copies", (0,)),))`. If no sibling is called `copies`, or if it cannot be 0, that is
an error.
"""

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.resolving.lifecycle import check_dependencies, check_former_names, gate_of, tier_of
from sealwax.contract.resolving.scope import Scope, some_of
from sealwax.contract.resolving.types import (
    UNRESOLVED,
    check_literal,
    constrain,
    default_of,
    is_always_object,
    mentions_payload,
    note_unknown,
    read_type,
)
from sealwax.contract.source import Node, Scalar, Sequence, child, items, key
from sealwax.diagnostics import Code
from sealwax.language.grammar.types import Atom, ConditionDecl, FieldDecl, LevelDecl, Test, TestDecl
from sealwax.meaning.checks.interpreter import is_valid

UNSAFE_NAMES = ("__proto__",)
NO_NULL = "remove `| null` from its type, and write `level: may` if it can be absent"


def read_fields(
    decls: dict[str, FieldDecl], owner: Node, scope: Scope, *, is_envelope: bool = False
) -> tuple[m.Field, ...]:
    """Resolve the fields of one object; `owner` is the node of their mapping. Only an envelope can have payloads."""
    scope.check_distinct(((name, key(owner, name)) for name in decls), "field")
    for name in decls:
        check_safe_name(name, key(owner, name), scope)
    types = {name: _type(decl, scope, is_envelope) for name, decl in decls.items()}
    fields = tuple(_field(name, decl, types, scope) for name, decl in decls.items())
    numbered = tuple(
        replace(field, number_of=_numbering(number_of, decls[field.name], field.type, fields, scope))
        if (number_of := decls[field.name].number_of)
        else field
        for field in fields
    )
    if any(field.renamed_from or field.promoted_from for field in numbered):
        check_former_names(numbered, lambda name: child(owner, name), "field", scope)
    if scope.tiers:
        check_dependencies(numbered, decls, scope)
    return numbered


def check_safe_name(name: str, node: Node, scope: Scope) -> None:
    if name in UNSAFE_NAMES:
        hint = "it has a special meaning in JavaScript; choose another name"
        scope.error(Code.RESERVED_NAME, node, f"'{name}' cannot be the name of a field", hint)


def _type(decl: FieldDecl, scope: Scope, is_envelope: bool) -> m.Type:
    node = child(decl.node, "type")
    type_ = read_type(decl.type, node, scope)
    if mentions_payload(type_) and not (is_envelope and isinstance(type_, m.Payload)):
        message, hint = "`payload` can only be the type of a field of the envelope", "write `object` instead"
        if is_envelope:
            message = "`payload` cannot be part of another type"
            hint = "write `type: payload` alone, and `level: may` if the key can be absent"
        scope.error(Code.BAD_TYPE, node, message, hint)
        return UNRESOLVED
    return constrain(type_, decl.constraints, scope)


def _field(name: str, decl: FieldDecl, types: dict[str, m.Type], scope: Scope) -> m.Field:
    type_ = types[name]
    level, conditional = _level(name, decl, types, scope)
    default, node = decl.default, child(decl.node, "default")
    if not isinstance(default, m.Absent) and scope.is_inherited(node) and not is_valid(type_, default):
        default = m.ABSENT  # the inherited default does not meet the stricter type of this contract
    elif not isinstance(default, m.Absent):
        check_literal(type_, default, node, scope, "the default")
    field = m.Field(
        name=name,
        type=type_,
        level=level,
        docs=scope.docs(decl.docs, decl.renamed_from, decl.promoted_from),
        conditional=conditional,
        default=default_of(type_, default),
        readers_accept_null=decl.readers_accept_null,
        follows=_follows(decl, types, scope),
        sum_of=_sum_of(name, decl, types, scope),
        expects=_expects(name, decl, types, scope),
        superseded=_superseded(decl, type_, scope),
        tier=tier_of(decl, scope),
        renamed_from=decl.renamed_from,
        promoted_from=decl.promoted_from,
        gate=gate_of(decl, (level, conditional.level) if conditional is not None else (level,), scope),
    )
    return _check_null(field, decl, scope)


def _check_null(field: m.Field, decl: FieldDecl, scope: Scope) -> m.Field:
    """Accepting null only makes sense for keys that may be absent and whose type does not include null."""
    if field.readers_accept_null and (field.required or isinstance(field.type, m.Nullable)):
        why = "the key must be present" if field.required else "the type already accepts null"
        node = key(decl.node, "readers_accept_null")
        scope.error(Code.MISPLACED_CONSTRAINT, node, f"`readers_accept_null` cannot be used here: {why}")
        return replace(field, readers_accept_null=False)
    return field


# -- levels -----------------------------------------------------------------------------------------------------------


def _level(
    name: str, decl: FieldDecl, types: dict[str, m.Type], scope: Scope
) -> tuple[m.Level, m.ConditionalLevel | None]:
    if not isinstance(decl.level, LevelDecl):
        return m.Level(decl.level), None
    otherwise = m.Level(decl.level.otherwise)
    given = [(m.Level.MUST, decl.level.must), (m.Level.SHOULD, decl.level.should)]
    conditional = [(level, condition) for level, condition in given if condition is not None]
    if len(conditional) != 1:
        hint = "write exactly one of `must` and `should`, with the condition"
        scope.error(Code.BAD_CONDITION, decl.level.node, "a conditional level has exactly one condition", hint)
        return otherwise, None
    level, condition = conditional[0]
    if level.strength <= otherwise.strength:
        node = child(decl.level.node, "otherwise")
        scope.error(Code.BAD_CONDITION, node, f"`otherwise` must be weaker than `{level}`")
    return otherwise, _conditional(name, level, condition, types, child(decl.level.node, level), scope)


def _conditional(
    name: str, level: m.Level, decl: ConditionDecl, types: dict[str, m.Type], node: Node, scope: Scope
) -> m.ConditionalLevel:
    if isinstance(decl, str):
        return m.ConditionalLevel(level, prose=decl)
    if name in decl:
        message = f"the level of '{name}' cannot depend on '{name}' itself"
        scope.error(Code.BAD_CONDITION, key(node, name), message, "refer to a sibling, or write the condition as text")
    return m.ConditionalLevel(level, _condition(decl, types, node, scope))


def _condition(decl: dict[str, Test], types: dict[str, m.Type], node: Node, scope: Scope) -> m.Condition:
    tests = (_test(sibling, test, types, node, scope) for sibling, test in decl.items())
    return tuple(test for test in tests if test is not None)


def _test(name: str, test: Test, types: dict[str, m.Type], owner: Node, scope: Scope) -> m.HasValue | m.HasKey | None:
    type_, node = scope.find(Code.UNKNOWN_FIELD, key(owner, name), "field", name, types), child(owner, name)
    if type_ is None:
        return None
    if not isinstance(test, TestDecl):
        return _one_of(name, (test,), type_, node, scope)
    given = [word for word in ("below", "above", "one_of", "present") if getattr(test, word) is not None]
    if len(given) != 1:
        hint = "write exactly one of `below`, `above`, `one_of` and `present`"
        scope.error(Code.BAD_CONDITION, node, "a test has exactly one key", hint)
        return None
    if test.present is not None:
        return m.HasKey(name, test.present)
    if test.one_of is not None:
        return _one_of(name, test.one_of, type_, child(node, "one_of"), scope)
    return _ranked(name, given[0], test.below or test.above or "", type_, child(node, given[0]), scope)


def _one_of(name: str, values: tuple[Atom, ...], type_: m.Type, node: Node, scope: Scope) -> m.HasValue | None:
    if not values:
        scope.error(Code.BAD_CONDITION, node, "this list is empty", "write at least one value")
        return None
    for value, item in zip(values, node.items if isinstance(node, Sequence) else (node,), strict=True):
        if not is_valid(type_, value):
            shown = item.text if isinstance(item, Scalar) and not isinstance(value, str) else f"'{value}'"
            hint = _known_values(type_, value, item, scope)
            scope.error(Code.BAD_CONDITION, item, f"'{name}' can never be {shown}", hint)
            return None
        note_unknown(type_, value, item, scope, "the value")
    # JSON Schema does not allow duplicates. In Python, 1 equals true.
    distinct: dict[tuple[bool, Atom], Atom] = {}
    for value in values:
        distinct.setdefault((isinstance(value, bool), value), value)
    return m.HasValue(name, tuple(distinct.values()))


def _ranked(name: str, word: str, rank: str, type_: m.Type, node: Node, scope: Scope) -> m.HasValue | None:
    inner = m.bare(type_)
    if inner is UNRESOLVED:
        return None
    enum = m.enum_of(inner)
    if enum is None or enum.order is None:
        hint = "add `order` to the enum, or use `one_of`"
        scope.error(Code.BAD_CONDITION, node, f"`{word}` needs an ordered enum, but '{name}' is not one", hint)
        return None
    if enum.value(rank) is None:
        scope.unknown(Code.UNKNOWN_NAME, node, f"value of {enum.name}", rank, [value.value for value in enum.values])
        return None
    values = enum.ranked(word, rank)
    if not values:
        scope.error(Code.BAD_CONDITION, node, f"no value of {enum.name} is {word} {rank}")
        return None
    return m.HasValue(name, values, f"{word} `{rank}`")


def _known_values(type_: m.Type, value: Atom, node: Node, scope: Scope) -> str:
    if isinstance(type_, m.Boolean):
        return "write true or false without quotes"
    enum = m.enum_of(m.bare(type_))
    known = [] if enum is None else [each.value for each in enum.values]
    return scope.report.suggest(node.position, str(value), known, some_of("known values", known))


# -- relations between siblings ---------------------------------------------------------------------------------------


def _follows(decl: FieldDecl, types: dict[str, m.Type], scope: Scope) -> str:
    if decl.follows is None:
        return ""
    node = child(decl.node, "follows")
    sibling = scope.find(Code.UNKNOWN_FIELD, node, "field", decl.follows, types)
    if sibling is None or sibling is UNRESOLVED:
        return ""
    enum = m.enum_of(m.bare(sibling))
    if enum is None or enum.catalogue not in (m.Catalogue.ERROR_CODES, m.Catalogue.WARNING_CODES):
        hint = "name a sibling of type `ErrorCode` or `WarningCode`"
        scope.error(Code.BAD_CONDITION, node, f"'{decl.follows}' is not an error code or warning code", hint)
        return ""
    return decl.follows


def _sum_of(name: str, decl: FieldDecl, types: dict[str, m.Type], scope: Scope) -> tuple[str, ...]:
    if decl.sum_of and not _is_integer(types[name]):
        hint = "write `type: integer`, without `| null` and `const`"
        scope.error(
            Code.MISPLACED_CONSTRAINT, key(decl.node, "sum_of"), "`sum_of` can only be used on an integer", hint
        )
    sequence = child(decl.node, "sum_of")
    found: dict[str, None] = {}
    for part, node in zip(decl.sum_of, items(sequence), strict=True):
        if part not in types:
            scope.unknown(Code.UNKNOWN_FIELD, node, "field", part, types)
        elif part == name:
            scope.error(Code.BAD_CONDITION, node, f"'{name}' cannot be a part of itself", "name its siblings")
        elif not _is_integer(types[part]):
            hint = "name integers, without `| null` and `const`"
            scope.error(Code.BAD_CONDITION, node, f"'{part}' is not an integer", hint)
        else:
            found[part] = None
    return tuple(found)


def _is_integer(type_: m.Type) -> bool:
    return isinstance(type_, m.Integer) or type_ is UNRESOLVED


def _expects(name: str, decl: FieldDecl, types: dict[str, m.Type], scope: Scope) -> m.Condition:
    node = child(decl.node, "expects")
    if name in decl.expects:
        message = f"'{name}' cannot depend on '{name}' itself"
        scope.error(Code.BAD_CONDITION, key(node, name), message, "refer to a sibling")
    return _condition(decl.expects, types, node, scope)


def _superseded(decl: FieldDecl, type_: m.Type, scope: Scope) -> tuple[m.SupersededKey, ...]:
    record = m.record_of(type_)
    if decl.superseded and not (is_always_object(type_) if record is None else record.open):
        hint = "superseded keys are not declared, so the object has to accept undeclared keys"
        node = key(decl.node, "superseded")
        scope.error(Code.MISPLACED_CONSTRAINT, node, "`superseded` can only be used on an open object", hint)
    declared = [] if record is None else [field.name for field in record.fields]
    for name in decl.superseded:
        node = key(decl.node, "superseded", name)
        check_safe_name(name, node, scope)
        if name in declared:
            scope.error(Code.DUPLICATE_NAME, node, f"'{name}' is a declared field, so it cannot be superseded")
    return tuple(m.SupersededKey(name, old.replacement, scope.docs(old.docs)) for name, old in decl.superseded.items())


def _numbering(
    number_of: str, decl: FieldDecl, own: m.Type, siblings: tuple[m.Field, ...], scope: Scope
) -> m.Numbering | None:
    """Resolve `number_of`: the error code whose number the field holds."""
    node = child(decl.node, "number_of")
    if own is not UNRESOLVED and (not isinstance(own, m.Integer) or decl.readers_accept_null):
        hint = "write `type: integer`, without `| null` and `const`"
        scope.error(Code.BAD_NUMBER, key(decl.node, "number_of"), "`number_of` can only be used on an integer", hint)
        return None
    path = tuple(number_of.split("."))
    steps = _steps(path, siblings, node, scope)
    codes = _codes(steps[-1], node, scope) if steps else None
    if codes is None:
        return None
    is_certain = all(each.required and not isinstance(each.type, m.Nullable) for each in steps)
    numbering = m.Numbering(path, codes, is_certain)
    if not numbering.numbers:
        scope.error(Code.BAD_NUMBER, node, "no error type has a number", "add `jsonrpc` to the error types")
    elif isinstance(own, m.Integer):
        _check_limits(own, numbering, node, scope)
    return numbering


def _steps(path: tuple[str, ...], siblings: tuple[m.Field, ...], node: Node, scope: Scope) -> tuple[m.Field, ...]:
    """The fields along the path to the code; empty if the path is invalid."""
    found: list[m.Field] = []
    for name in path:
        known = {field.name: field for field in (m.fields_of(found[-1].type) if found else siblings)}
        step = scope.find(Code.UNKNOWN_FIELD, node, "field", name, known)
        if step is None or step.type is UNRESOLVED:
            return ()
        found.append(step)
        if step.default is not m.ABSENT:
            hint = "remove its default, and give one to the parameters of the builders instead"
            scope.error(Code.BAD_NUMBER, node, f"'{name}' has a default, which would have no number", hint)
    return tuple(found)


def _codes(field: m.Field, node: Node, scope: Scope) -> m.Enum | None:
    enum = m.enum_of(m.bare(field.type))
    if enum is None or enum.catalogue is not m.Catalogue.ERROR_CODES:
        hint = "write the path of a field of type `ErrorCode`, such as `data.code`"
        scope.error(Code.BAD_NUMBER, node, f"'{field.name}' is not an error code", hint)
        return None
    if isinstance(field.type, m.Nullable):
        message = f"'{field.name}' can be null, so it cannot determine this number"
        scope.error(Code.BAD_NUMBER, node, message, NO_NULL)
        return None
    return enum


def _check_limits(kind: m.Integer, numbering: m.Numbering, node: Node, scope: Scope) -> None:
    for code, number in numbering.numbers.items():
        if not is_valid(kind, number):
            message = f"the limits of this field exclude {number}, the number of '{code}'"
            scope.error(Code.IMPOSSIBLE_BOUNDS, node, message, "widen the limits")
            return


def field_at(fields: tuple[m.Field, ...], path: tuple[str, ...], node: Node, scope: Scope) -> m.Field | None:
    """The field at a path through records; an unknown step is reported."""
    found: m.Field | None = None
    for step in path:
        by_name = {field.name: field for field in fields}
        if step not in by_name:
            if found is not None and m.record_of(m.bare(found.type)) is None:
                message, hint = f"'{found.name}' is not a record, so it has no field '{step}'", _whole(found)
                scope.error(Code.UNKNOWN_FIELD, node, message, hint)
                return None
            place = f"'{found.name}'" if found is not None else "the envelope"
            scope.unknown(Code.UNKNOWN_FIELD, node, f"field in {place} called", step, by_name)
            return None
        found = by_name[step]
        if m.bare(found.type) is UNRESOLVED and step != path[-1]:
            return None
        fields = m.fields_of(found.type)
    return found


def _whole(field: m.Field) -> str:
    """What to write instead of a path into a field that is not a record."""
    match m.bare(field.type):
        case m.ListOf():
            return f"a path cannot select an item of a list: write the path of '{field.name}' to fill the whole list"
        case m.MapOf() | m.AnyObject() | m.Payload():
            return f"declare a record with its keys, and make it the type of '{field.name}'"
        case _:
            return f"write the path of '{field.name}' itself"
