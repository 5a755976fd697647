"""The values in the bodies of builders: where each comes from, as one expression."""

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.typescript import INHERITED, literal, option_key, property_key, string
from sealwax.meaning import builder_plan as bp
from sealwax.rendering import Finished
from sealwax.targets.typescript.catalogue import classification_key, table_name

NOTHING = Finished("")
OPTIONS = Finished("options")
CLOCK = Finished("systemClock")
DEFAULTS = Finished("defaults")
"""The functions that the application can set."""
REMEDIATIONS = Finished("remediations")
"""The table of remediations that need no facts."""
NUMBERED = frozenset({Finished("errorCodes"), Finished("errorTypes")})
"""The tables in which the number of a code is found."""
HELPERS = frozenset(
    """
    agree checkFollowed checkListed defined described given isGiven millisecondsSince mustBeGiven notEmpty numberOf own
    """.split()
)
"""The functions of the run-time module that builders call."""


class CodeVariable(Struct, frozen=True):
    """A variable for a code that other fields follow, because the body uses it more than once."""

    name: Finished
    value: Finished
    is_certain: bool
    """Whether it always holds a code."""


class BuilderCase(Struct, frozen=True):
    """A value, and the test that it depends on."""

    test: Finished
    value: Finished


class BodyScope:
    """The names in the body of a builder. It collects the codes and the helpers that the body turns out to need."""

    def __init__(self, reads: dict[str, Finished], builder: m.Builder) -> None:
        self.reads = reads
        """By parameter, the expression that reads its argument."""
        holder = bp.code_holder(builder)
        self.described = None if holder is None else builder.described
        """The message that is replaced if it is empty."""
        self.code_holder = next((each for each in builder.parameters if each.path == holder), None)
        """The argument for the whole object that can hold the code of the error."""
        self.codes: dict[bp.Path, CodeVariable] = {}
        self.helpers: set[Finished] = set()
        """The functions of the run-time module that are called, because the module imports those."""

    def read(self, parameter: m.Parameter) -> Finished:
        return self.reads[parameter.name]

    def call(self, helper: str, *arguments: str) -> Finished:
        self.helpers.add(Finished(helper))
        return Finished(f"{helper}({', '.join(arguments)})")

    def is_given(self, parameter: m.Parameter) -> Finished:
        if bp.null_counts(parameter) and m.is_object(parameter.field.type):
            return Finished(f"({self.read(parameter)} === null || {self.call('isGiven', self.read(parameter))})")
        if bp.null_counts(parameter):
            return Finished(f"{self.read(parameter)} !== undefined")
        if bp.must_be_given(parameter) or bp.empty_counts(parameter):
            return Finished(f"{self.read(parameter)} != null")
        return self.call("isGiven", self.read(parameter))


class Chain(Struct, frozen=True):
    """The ways in which a place gets its value: the first one that applies wins."""

    cases: tuple[BuilderCase, ...]
    alternatives: tuple[Finished, ...]
    operator: str = "??"

    @property
    def text(self) -> Finished:
        tests = "".join(f"{case.test} ? {case.value} : " for case in self.cases)
        return Finished(tests + (f" {self.operator} ".join(self.alternatives) or "undefined"))

    @property
    def is_or(self) -> bool:
        """Whether `||` can precede it without brackets."""
        return not self.cases and (self.operator == "||" or len(self.alternatives) == 1)


# -- single values ----------------------------------------------------------------------------------------------------


def single(place: bp.Single, scope: BodyScope) -> Finished:
    clock = f"{OPTIONS}.clock ?? {CLOCK}"
    if place.path in scope.codes:
        return scope.codes[place.path].name
    if place.reading is bp.Reading.NOW:
        return Finished(f"({clock}).now().toISOString()")
    if place.reading is bp.Reading.ELAPSED:
        return scope.call("millisecondsSince", f"{OPTIONS}.started", clock)
    return _number(place, place.numbered, scope) if place.numbered else chain(place, scope).text


def _number(place: bp.Single, numbered: bp.Numbered, scope: BodyScope) -> Finished:
    found = scope.call("numberOf", *sorted(NUMBERED), _code_given(numbered.parameter, scope).text)
    return found if isinstance(place.default, m.Absent) else Finished(f"{found} ?? {literal(place.default)}")


def _code_given(own: m.Parameter, scope: BodyScope) -> Chain:
    """The argument for a code, or its default."""
    default = () if bp.must_be_given(own) or isinstance(own.default, m.Absent) else (literal(own.default),)
    return Chain((), (scope.read(own), *default), "??" if bp.empty_counts(own) else "||")


def _described(described: m.Described, scope: BodyScope) -> Finished:
    """What the catalogue says about the code in the whole object, or else about the argument for the code."""
    whole, own = scope.code_holder, _code_given(described.code, scope)
    code = own.text if whole is None else code_in(scope.read(whole), described.code.path[-1], own, scope)
    return scope.call("described", *(descriptions(described) or (Finished("{}"),)), code)


def code_in(whole: Finished, key: str, own: Chain, scope: BodyScope) -> Finished:
    """A code: the one in the whole object, or else the value of its own field."""
    return Finished(f"{member_of(whole, key, scope)} || {own.text if own.is_or else f'({own.text})'}")


def chain(place: bp.Single, scope: BodyScope) -> Chain:
    """The argument, what other arguments set, what the catalogue says about the code, the default."""
    own, kind = place.parameter, m.bare(place.field.type)
    classified = (followed(place, place.follower, scope),) if place.follower else ()
    default = () if isinstance(place.default, m.Absent) else (literal(place.default),)
    fallbacks = (*classified, *default)
    cases = tuple(BuilderCase(scope.is_given(each.parameter), literal(each.value)) for each in reversed(place.setters))
    if own is None:
        return Chain(cases, fallbacks)
    read = scope.read(own)
    if scope.described is not None and scope.described.message == own:
        return Chain((), (read, _described(scope.described, scope)), "||")
    if bp.must_be_given(own):
        return Chain((), (_copied(place.field.type, read),))
    if bp.null_counts(own):
        return Chain((BuilderCase(scope.is_given(own), _copied(place.field.type, read)), *cases), fallbacks)
    if not cases and not fallbacks:
        return Chain((), (read,))
    if cases or isinstance(kind, m.ListOf) or not (bp.empty_counts(own) or _is_text(kind)):
        return Chain((BuilderCase(scope.is_given(own), _copied(kind, read)), *cases), fallbacks)
    return Chain((), (read, *fallbacks), "??" if bp.empty_counts(own) else "||")


def followed(place: bp.Single, follower: bp.Follower, scope: BodyScope) -> Finished:
    code = scope.codes.get((*place.path[:-1], follower.code))
    if code is None:
        return Finished("undefined")
    found = f"{table_name(follower.codes)}[{code.name}]?.{classification_key(follower.codes)}"
    found = found if follower.is_binding else f"{REMEDIATIONS}[{code.name}]"
    return Finished(found if code.is_certain else f"({code.name} ? {found} : undefined)")


def _copied(kind: m.Type, read: Finished) -> Finished:
    """A list is copied, so that the caller can change the result without changing the argument."""
    if not isinstance(m.bare(kind), m.ListOf):
        return read
    return Finished(f"{read} && [...{read}]" if isinstance(kind, m.Nullable) else f"[...{read}]")


def _is_text(kind: m.Type) -> bool:
    return isinstance(kind, m.String) or (isinstance(kind, m.Reference) and isinstance(kind.target, m.Enum | m.Text))


def member_of(record: Finished, key: str, scope: BodyScope) -> Finished:
    if key in INHERITED:
        return scope.call("own", record, string(key))
    spelled = property_key(key)
    return Finished(f"{record}?.{spelled}" if spelled == key else f"{record}?.[{spelled}]")


def descriptions(described: m.Described) -> tuple[Finished, ...]:
    """The table with the descriptions of codes, if there is one."""
    return (table_name(described.codes),) if any(code.docs.doc for code in described.codes.values) else ()


# -- values that the application provides -----------------------------------------------------------------------------


class Provided(Struct, frozen=True):
    """An argument that the application can provide."""

    is_missing: Finished
    """The test whether it is not given."""
    assignment: Finished


def provided_argument(parameter: m.Parameter, name: Finished | None, scope: BodyScope) -> Provided:
    """`name`: that of the argument, unless it is an option."""
    key, read = option_key(parameter.name), scope.read(parameter)
    is_missing = f"{read} == null" if bp.empty_counts(parameter) else f"!{scope.call('isGiven', read)}"
    is_missing = f"{read} === undefined" if bp.null_counts(parameter) else is_missing
    value = f"{DEFAULTS}.{key}?.()"
    assignment = f"{OPTIONS} = {{ ...{OPTIONS}, {key}: {value} }}" if name is None else f"{name} = {value}"
    return Provided(Finished(is_missing), Finished(assignment))
