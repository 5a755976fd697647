"""How a builder puts an envelope together: what it checks first, then the object that it returns."""

from collections.abc import Iterable, Iterator, Sequence

from sealwax.contract.model import (
    Absent,
    Builder,
    Enum,
    Field,
    ListOf,
    Nullable,
    Parameter,
    Payload,
    Reference,
    String,
    Text,
    Type,
)
from sealwax.frozen import frozen
from sealwax.languages.typescript import INHERITED, function_name, literal, property_key, string
from sealwax.meaning.builder_plan import (
    Compound,
    Follower,
    Numbered,
    Path,
    Place,
    Reading,
    Single,
    bare,
    empty_counts,
    fields_of,
    must_be_given,
    places,
    plan,
    refuses_empty,
)
from sealwax.naming import camel
from sealwax.rendering import Finished
from sealwax.targets.typescript.catalogue import classification_key, table_name
from sealwax.targets.typescript.expressions import (
    Call,
    Choice,
    Code,
    Expression,
    Literal,
    Spread,
    Unchecked,
    laid_out,
)

OPTIONS = "options"
HELPERS = frozenset(
    {"agree", "defined", "given", "isGiven", "millisecondsSince", "notEmpty", "numberOf", "own", "utcText"}
)
IMPORTED = frozenset({"errorCodes", "errorTypes", "systemClock"})
"""What helpers use from other modules."""


@frozen
class Assembly:
    """The body of a builder."""

    checks: tuple[Finished, ...]
    locals: tuple[Finished, ...]
    result: Finished
    helpers: frozenset[str]
    tables: frozenset[Finished]


def option_key(parameter: Parameter) -> str:
    name = camel(parameter.name)
    return f"{name}_" if name in INHERITED else name


def builder_name(builder: Builder) -> Finished:
    return _apart(function_name(builder.name), HELPERS | IMPORTED)


def positional_name(builder: Builder) -> Finished:
    """The name of the first parameter, such that it hides nothing that the body uses."""
    return _apart(function_name(builder.parameters[0].name), HELPERS | IMPORTED | {OPTIONS} | _tables(builder))


def _tables(builder: Builder) -> frozenset[Finished]:
    """The catalogues that the body looks codes up in."""
    singles = (place for place in places(plan(builder)) if isinstance(place, Single))
    return frozenset(table_name(place.follower.codes) for place in singles if place.follower)


def _apart(name: Finished, taken: Iterable[str]) -> Finished:
    while name in taken:
        name = Finished(f"{name}_")
    return name


def assemble(builder: Builder) -> Assembly:
    assembler = _Assembler(builder)
    for parameter in filter(refuses_empty, builder.parameters):
        assembler.refuse_empty(parameter)
    made = assembler.members(plan(builder), ())
    plain = Literal(tuple(made))
    result = Unchecked(plain) if _hides_inherited(builder.outcome.fields) else plain
    return Assembly(
        checks=tuple(assembler.checks),
        locals=tuple(assembler.locals),
        result=laid_out(result, 2),
        helpers=frozenset(assembler.helpers),
        tables=_tables(builder),
    )


class _Assembler:
    """Walks the places of a plan and says of each what fills it."""

    def __init__(self, builder: Builder) -> None:
        self.checks: list[Finished] = []
        self.locals: list[Finished] = []
        self.helpers: set[str] = set()
        self.reads = {parameter.name: f"{OPTIONS}.{option_key(parameter)}" for parameter in builder.parameters}
        if builder.parameters:
            self.reads[builder.parameters[0].name] = positional_name(builder)
        self.names: set[str] = {*HELPERS, *IMPORTED, OPTIONS, *self.reads.values(), *_tables(builder)}
        self.codes: dict[Path, str] = {}
        """The local that holds the code at a path."""
        self.certain: set[str] = set()
        """Those locals that are never undefined."""

    def read(self, parameter: Parameter) -> str:
        return self.reads[parameter.name]

    def helper(self, name: str, *arguments: str) -> str:
        self.helpers.add(name)
        return f"{name}({', '.join(arguments)})"

    def is_given(self, parameter: Parameter) -> str:
        if must_be_given(parameter) or empty_counts(parameter):
            return f"{self.read(parameter)} != null"
        return self.helper("isGiven", self.read(parameter))

    def refuse_empty(self, parameter: Parameter) -> None:
        read = self.read(parameter)
        name = string(read.removeprefix(f"{OPTIONS}."))
        self.checks.append(Finished(f"{self.helper('notEmpty', name, read)};"))

    # -- objects ------------------------------------------------------------------------------------------------------

    def members(
        self, members: Sequence[Place], path: Path, whole: Parameter | None = None
    ) -> Iterator[tuple[str, Expression] | Spread]:
        """What is always there, then what may be."""
        for code in {
            member.follower.code: None for member in members if isinstance(member, Single) and member.follower
        }:
            self.keep_code((*path, code), members, whole)
        perhaps: list[tuple[str, Expression]] = []
        spreads: list[Spread] = []
        for member in members:
            key = member.path[-1]
            if isinstance(member, Compound):
                is_there = member.is_certain or member.otherwise is None
                if not is_there and not member.triggers:
                    continue  # it would hold nothing but keywords that are no parameter
                value: Expression = self.compound(member)
            elif not member.is_certain and any(setter.value in (None, "", [], {}) for setter in member.setters):
                spreads.append(Spread(Code(self.entry(member))))
                continue
            else:
                value, is_there = Code(self.single(member)), member.is_certain
            if is_there:
                yield key, value
            else:
                perhaps.append((key, value))
        if perhaps:
            self.helpers |= {"defined", "given", "isGiven"}
            yield Spread(Call("given", Literal(tuple(perhaps))))
        yield from spreads

    def compound(self, place: Compound) -> Expression:
        own = place.parameter
        self.check(place)
        if own is not None and not place.is_certain and not place.members and not place.free:
            if place.otherwise is not None:
                return Code(self.read(own))
            return Choice(self.is_given(own), Code(self.helper("defined", self.read(own))), "null")
        made = self.object(place)
        if place.is_certain:
            return made if _provable(place.field.type) and not _is_repeated(place) else Unchecked(made)
        if not place.triggers:
            return Code("null")
        tests = dict.fromkeys(self.is_given(trigger) for trigger in place.triggers)
        return Choice(" || ".join(tests), Unchecked(made), "null" if place.otherwise is None else "undefined")

    def object(self, place: Compound) -> Literal | Code:
        own = place.parameter
        free = tuple((key, Code(literal(value))) for key, value in place.free.items())
        entries = (*free, *self.members(place.members, place.path, own))
        if own is None:
            return Literal(entries)
        read = self.read(own)
        if isinstance(own.default, dict):
            read = f"{self.is_given(own)} ? {read} : {literal(own.default)}"
        merged = Code(self.helper("defined", f"/** @type {{object}} */ ({read})" if _is_repeated(place) else read))
        return Literal((*entries, Spread(merged))) if entries else merged

    def check(self, place: Compound) -> None:
        """What the caller merges in must not contradict the contract."""
        if place.parameter is None:
            return
        for key, value in place.fixed.items():
            path = string(".".join((*place.path, key)))
            made = self.helper("agree", path, self.read(place.parameter), string(key), literal(value))
            self.checks.append(Finished(f"{made};"))

    # -- single values ------------------------------------------------------------------------------------------------

    def single(self, place: Single) -> str:
        if place.path in self.codes:
            return self.codes[place.path]
        if place.reading is Reading.NOW:
            return self.helper("utcText", f"{OPTIONS}.clock")
        if place.reading is Reading.ELAPSED:
            return self.helper("millisecondsSince", f"{OPTIONS}.started", f"{OPTIONS}.clock")
        return self.number(place, place.numbered) if place.numbered else self.chosen(place)

    def number(self, place: Single, numbered: Numbered) -> str:
        own = numbered.parameter
        code = self.read(own)
        if not must_be_given(own) and not isinstance(own.default, Absent):
            code = f"{code} {'??' if empty_counts(own) else '||'} {literal(own.default)}"
        found = self.helper("numberOf", code)
        return found if isinstance(place.default, Absent) else f"{found} ?? {literal(place.default)}"

    def chosen(self, place: Single) -> str:
        """The argument, or else what stands in its place."""
        own = place.parameter
        fallbacks = list(self.fallbacks(place))
        if own is None:
            return self.set(place, fallbacks)
        read, kind = self.read(own), bare(place.field.type)
        if must_be_given(own):
            return _copied(place.field.type, read)
        if place.setters:
            return f"{self.is_given(own)} ? {_copied(kind, read)} : {self.set(place, fallbacks)}"
        if not fallbacks:
            return read
        if isinstance(kind, ListOf):
            return f"{self.is_given(own)} ? {_copied(kind, read)} : {_first_of(fallbacks)}"
        if empty_counts(own):
            return _first_of([read, *fallbacks])
        if _is_text(kind):
            return _first_of([read, *fallbacks], "||")
        return f"{self.is_given(own)} ? {read} : {_first_of(fallbacks)}"

    def fallbacks(self, place: Single) -> Iterator[str]:
        if place.follower:
            yield self.followed(place, place.follower)
        if not isinstance(place.default, Absent):
            yield literal(place.default)

    def set(self, place: Single, fallbacks: list[str]) -> str:
        """What the last of the arguments that set this place says."""
        cases = [f"{self.is_given(setter.parameter)} ? {literal(setter.value)} : " for setter in place.setters]
        return "".join(reversed(cases)) + (_first_of(fallbacks) if fallbacks else "undefined")

    def entry(self, place: Single) -> str:
        """An object with the key, or without it: what other arguments set may be null or empty."""
        key = property_key(place.path[-1])
        own = place.parameter
        cases: list[tuple[str, str]] = []
        if own is not None:
            cases.append((self.is_given(own), _copied(bare(place.field.type), self.read(own))))
        cases += [(self.is_given(setter.parameter), literal(setter.value)) for setter in reversed(place.setters)]
        chosen = "".join(f"{test} ? {{ {key}: {value} }} : " for test, value in cases)
        followed = f"{{ {key}: {self.followed(place, place.follower)} }}" if place.follower else "{}"
        return f"({chosen}{self.helper('defined', followed) if place.follower else followed})"

    # -- values that follow a code ------------------------------------------------------------------------------------

    def keep_code(self, path: Path, members: Sequence[Place], whole: Parameter | None) -> None:
        """Puts a code that others follow into a local, because it is used twice."""
        place = next((member for member in members if member.path == path), None)
        sources = [self.member(self.read(whole), path[-1])] if whole else []
        if isinstance(place, Single):
            own = self.chosen(place)
            sources.append(f"({own})" if sources and (" ?? " in own or " ? " in own) else own)
        if sources:
            local = _apart(function_name(path[-1]), self.names)
            self.names.add(local)
            self.codes[path] = local
            self.certain |= {local} if place is not None and place.is_certain else set()
            self.locals.append(Finished(f"const {local} = {' || '.join(sources)};"))

    def member(self, record: str, key: str) -> str:
        if key in INHERITED:
            return self.helper("own", record, string(key))
        spelt = property_key(key)
        return f"{record}?.{spelt}" if spelt == key else f"{record}?.[{spelt}]"

    def followed(self, place: Single, follower: Follower) -> str:
        local = self.codes.get((*place.path[:-1], follower.code))
        if local is None:
            return "undefined"
        found = f"{table_name(follower.codes)}[{local}]?.{classification_key(follower.codes)}"
        return found if local in self.certain else f"({local} ? {found} : undefined)"


def _first_of(alternatives: list[str], operator: str = "??") -> str:
    if len(alternatives) == 1:
        return alternatives[0].removeprefix("(").removesuffix(")") if alternatives[0][:1] == "(" else alternatives[0]
    return f" {operator} ".join(alternatives)


def _copied(kind: Type, read: str) -> str:
    """The result must be nobody else's. What `given` holds is copied by it."""
    if isinstance(bare(kind), ListOf):
        return f"{read} && [...{read}]" if isinstance(kind, Nullable) else f"[...{read}]"
    return read


# -- what a type is to a builder --------------------------------------------------------------------------------------


def _is_text(kind: Type) -> bool:
    return isinstance(kind, String) or (isinstance(kind, Reference) and isinstance(kind.target, Enum | Text))


def _provable(kind: Type) -> bool:
    """A payload has any type."""
    return not isinstance(bare(kind), Payload) and not _hides_inherited(fields_of(kind))


def _is_repeated(place: Compound) -> bool:
    """The type checker sees that a whole record has every key, and so takes the keys before it for a mistake."""
    own = place.parameter
    is_whole = own is not None and (must_be_given(own) or not own.merged)
    return is_whole and bool(place.members) and bool(fields_of(place.field.type))


def _hides_inherited(fields: tuple[Field, ...]) -> bool:
    """The type checker finds inherited keys in objects that leave such a field out, and takes them for wrong values."""
    return any(each.name in INHERITED for each in fields)
