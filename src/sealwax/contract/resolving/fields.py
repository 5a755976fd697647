"""Field declarations -> fields: levels, conditions, defaults, ties between siblings."""

from sealwax.contract.model import (
    ABSENT,
    Absent,
    AnyObject,
    Boolean,
    Catalogue,
    Condition,
    ConditionalLevel,
    Enum,
    Field,
    Level,
    MapOf,
    Nullable,
    OneOf,
    Payload,
    Present,
    Record,
    Reference,
    SupersededKey,
    Type,
)
from sealwax.contract.resolving.numbers import read_numbering
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.resolving.tiers import gate_of, tier_of
from sealwax.contract.resolving.types import (
    UNRESOLVED,
    Lookup,
    check_value,
    constrain,
    mentions_payload,
    note_unknown,
    read_type,
    with_default,
)
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.frozen import replace
from sealwax.language.grammar import Atom, ConditionDecl, FieldDecl, LevelDecl, Test, TestDecl
from sealwax.meaning.interpreter import is_valid
from sealwax.meaning.json_values import same

UNSAFE_NAMES = ("__proto__",)
STRENGTH = {Level.MAY: 0, Level.SHOULD: 1, Level.MUST: 2}


def read_fields(
    decls: dict[str, FieldDecl], owner: Node, scope: Scope, lookup: Lookup, *, is_envelope: bool = False
) -> tuple[Field, ...]:
    """The fields of one object; `owner` is the node of their mapping. Only an envelope has payloads."""
    scope.distinct(((name, key(owner, name)) for name in decls), "field")
    for name in decls:
        refuse_unsafe(name, key(owner, name), scope)
    types = {name: _type(decl, scope, lookup, is_envelope) for name, decl in decls.items()}
    fields = tuple(_field(name, decl, types, scope) for name, decl in decls.items())
    numberings = {
        name: read_numbering(decl, types[name], fields, scope) for name, decl in decls.items() if decl.number_of
    }
    return tuple(replace(each, number_of=numberings[each.name]) if each.name in numberings else each for each in fields)


def refuse_unsafe(name: str, node: Node, scope: Scope) -> None:
    if name in UNSAFE_NAMES:
        hint = "JavaScript gives it a meaning of its own: choose another name"
        scope.mistake(Code.RESERVED_NAME, node, f"'{name}' cannot be the name of a field", hint)


def _type(decl: FieldDecl, scope: Scope, lookup: Lookup, is_envelope: bool) -> Type:
    node = child(decl.node, "type")
    type_ = read_type(decl.type, node, scope, lookup)
    if mentions_payload(type_) and not (is_envelope and isinstance(type_, Payload)):
        message = "`payload` is the type of a whole field of the envelope"
        scope.mistake(Code.BAD_TYPE, node, message, "write `object` here")
        return UNRESOLVED
    return constrain(type_, decl.constraints, scope)


def _field(name: str, decl: FieldDecl, types: dict[str, Type], scope: Scope) -> Field:
    type_ = types[name]
    level, conditional = _level(name, decl, types, scope)
    default, node = decl.default, child(decl.node, "default")
    if not isinstance(default, Absent) and scope.is_inherited(node) and not is_valid(type_, default):
        default = ABSENT  # what this contract demands goes beyond what was filled in below it
    elif not isinstance(default, Absent):
        check_value(type_, default, node, scope, "the default")
        note_unknown(type_, default, node, scope, "the default")
    field = Field(
        name=name,
        type=type_,
        level=level,
        docs=scope.docs(decl.docs),
        conditional=conditional,
        default=with_default(type_, default),
        readers_accept_null=decl.readers_accept_null,
        follows=_follows(decl, types, scope),
        superseded=_superseded(decl, type_, scope),
        tier=tier_of(decl, scope),
        gate=gate_of(decl, (level, conditional.level) if conditional is not None else (level,), scope),
    )
    return _without_null(field, decl, scope)


def _without_null(field: Field, decl: FieldDecl, scope: Scope) -> Field:
    """Tolerated nulls make sense on keys that writers may leave out and that are never null themselves."""
    if field.readers_accept_null and (field.required or isinstance(field.type, Nullable)):
        why = "the key must be present" if field.required else "the type takes null already"
        node = key(decl.node, "readers_accept_null")
        scope.mistake(Code.MISPLACED_CONSTRAINT, node, f"`readers_accept_null` does not fit here: {why}")
        return replace(field, readers_accept_null=False)
    return field


# -- levels -----------------------------------------------------------------------------------------------------------


def _level(name: str, decl: FieldDecl, types: dict[str, Type], scope: Scope) -> tuple[Level, ConditionalLevel | None]:
    if not isinstance(decl.level, LevelDecl):
        return Level(decl.level), None
    otherwise = Level(decl.level.otherwise)
    given = [(Level.MUST, decl.level.must), (Level.SHOULD, decl.level.should)]
    conditional = [(level, condition) for level, condition in given if condition is not None]
    if len(conditional) != 1:
        hint = "write exactly one of `must` and `should`, with the condition"
        scope.mistake(Code.BAD_CONDITION, decl.level.node, "a level that depends has one condition", hint)
        return otherwise, None
    level, condition = conditional[0]
    if STRENGTH[level] <= STRENGTH[otherwise]:
        node = child(decl.level.node, "otherwise")
        scope.mistake(Code.BAD_CONDITION, node, f"`otherwise` has to be weaker than `{level}`")
    return otherwise, _raised(name, level, condition, types, child(decl.level.node, level), scope)


def _raised(
    name: str, level: Level, decl: ConditionDecl, types: dict[str, Type], node: Node, scope: Scope
) -> ConditionalLevel:
    if isinstance(decl, str):
        return ConditionalLevel(level, prose=decl)
    if name in decl:
        message = f"the level of '{name}' cannot depend on '{name}' itself"
        scope.mistake(Code.BAD_CONDITION, key(node, name), message, "name a sibling, or write the condition as text")
    tests = (_test(sibling, test, types, node, scope) for sibling, test in decl.items())
    condition: Condition = tuple(test for test in tests if test is not None)
    return ConditionalLevel(level, condition)


def _test(name: str, test: Test, types: dict[str, Type], owner: Node, scope: Scope) -> OneOf | Present | None:
    if name not in types:
        scope.unknown(Code.UNKNOWN_FIELD, key(owner, name), "field", name, types)
        return None
    node = child(owner, name)
    if not isinstance(test, TestDecl):
        return _one_of(name, (test,), types[name], node, scope)
    given = [word for word in ("below", "above", "one_of", "present") if getattr(test, word) is not None]
    if len(given) != 1:
        hint = "write exactly one of `below`, `above`, `one_of` and `present`"
        scope.mistake(Code.BAD_CONDITION, node, "a test has one key", hint)
        return None
    if test.present is not None:
        return Present(name, test.present)
    if test.one_of is not None:
        return _one_of(name, test.one_of, types[name], child(node, "one_of"), scope)
    return _ranked(name, given[0], test.below or test.above or "", types[name], child(node, given[0]), scope)


def _one_of(name: str, values: tuple[Atom, ...], type_: Type, node: Node, scope: Scope) -> OneOf | None:
    if not values:
        scope.mistake(Code.BAD_CONDITION, node, "no value can be one of none", "write at least one value")
        return None
    for value in values:
        if not is_valid(type_, value):
            scope.mistake(Code.BAD_CONDITION, node, f"'{name}' never has the value {value!r}", _known_values(type_))
            return None
    # A value that is written twice says nothing more, and a JSON Schema must not repeat it.
    distinct = (value for at, value in enumerate(values) if not any(same(value, each) for each in values[:at]))
    return OneOf(name, tuple(distinct))


def _ranked(name: str, word: str, rank: str, type_: Type, node: Node, scope: Scope) -> OneOf | None:
    inner = type_.inner if isinstance(type_, Nullable) else type_
    if inner is UNRESOLVED:
        return None
    if not (isinstance(inner, Reference) and isinstance(inner.target, Enum) and inner.target.order is not None):
        hint = "add `order` to the enum, or use `one_of`"
        scope.mistake(Code.BAD_CONDITION, node, f"`{word}` needs an ordered enum, which '{name}' is not", hint)
        return None
    enum = inner.target
    if enum.value(rank) is None:
        scope.unknown(Code.UNKNOWN_NAME, node, f"value of {enum.name}", rank, [value.value for value in enum.values])
        return None
    values = enum.below(rank) if word == "below" else enum.above(rank)
    if not values:
        scope.mistake(Code.BAD_CONDITION, node, f"no value of {enum.name} is {word} {rank}")
        return None
    return OneOf(name, values, f"{word} `{rank}`")


def _known_values(type_: Type) -> str:
    if isinstance(type_, Boolean):
        return "write true or false without quotes"
    inner = type_.inner if isinstance(type_, Nullable) else type_
    if isinstance(inner, Reference) and isinstance(inner.target, Enum):
        return f"known values: {', '.join(value.value for value in inner.target.values[:12])}"
    return ""


# -- ties between siblings --------------------------------------------------------------------------------------------


def _follows(decl: FieldDecl, types: dict[str, Type], scope: Scope) -> str:
    if decl.follows is None:
        return ""
    node = child(decl.node, "follows")
    if decl.follows not in types:
        scope.unknown(Code.UNKNOWN_FIELD, node, "field", decl.follows, types)
        return ""
    sibling = types[decl.follows]
    coded = (Catalogue.ERROR_CODES, Catalogue.WARNING_CODES)
    if sibling is UNRESOLVED:
        return ""
    if isinstance(sibling, Reference) and isinstance(sibling.target, Enum) and sibling.target.catalogue in coded:
        return decl.follows
    hint = "`follows` names a sibling of type `ErrorCode` or `WarningCode`"
    scope.mistake(Code.BAD_CONDITION, node, f"'{decl.follows}' is not a code with a catalogue", hint)
    return ""


def _superseded(decl: FieldDecl, type_: Type, scope: Scope) -> tuple[SupersededKey, ...]:
    if decl.superseded and not _takes_free_keys(type_):
        hint = "old keys stand in an object that takes keys which are not declared"
        node = key(decl.node, "superseded")
        scope.mistake(Code.MISPLACED_CONSTRAINT, node, "`superseded` fits an open object only", hint)
    for name in decl.superseded:
        refuse_unsafe(name, key(decl.node, "superseded", name), scope)
        if name in _declared_keys(type_):
            node = key(decl.node, "superseded", name)
            scope.mistake(Code.DUPLICATE_NAME, node, f"'{name}' is declared as a field, so it cannot be superseded")
    return tuple(SupersededKey(name, old.replacement, scope.docs(old.docs)) for name, old in decl.superseded.items())


def _takes_free_keys(type_: Type) -> bool:
    if type_ is UNRESOLVED:
        return True
    is_open = isinstance(type_, Reference) and isinstance(type_.target, Record) and type_.target.open
    return is_open or isinstance(type_, AnyObject | Payload | MapOf)


def _declared_keys(type_: Type) -> set[str]:
    if isinstance(type_, Reference) and isinstance(type_.target, Record):
        return {field.name for field in type_.target.fields}
    return set()
