"""The tests and values in the bodies of builders, as single expressions."""

from collections.abc import Sequence

from sealwax.contract import model as m
from sealwax.languages.typescript import INHERITED, literal, option_key, property_key, string
from sealwax.meaning.builders import sources as bs
from sealwax.meaning.builders.body import Body
from sealwax.meaning.builders.sources import Shown
from sealwax.rendering import Finished
from sealwax.targets.typescript.catalogue import classification_key, table_name

OPTIONS = Finished("options")
CLOCK = Finished("systemClock")
DEFAULTS = Finished("defaults")
"""The functions that the application can set."""
REMEDIATIONS = Finished("remediations")
"""The table of remediations that need no facts."""
NUMBERED = frozenset({Finished("errorCodes"), Finished("errorTypes")})
"""The tables in which the number of a code is found."""
RUNTIME = Finished("rt")
"""The run-time module."""
UNDEFINED = Finished("undefined")


class BuilderScope:
    """The names in the body of a builder. It collects what the body turns out to import."""

    def __init__(self, body: Body, names: dict[str, Finished], codes: dict[bs.Path, Finished]) -> None:
        self.body = body
        self.names = names
        """By parameter that is not an option: the name of its argument."""
        self.codes = codes
        """The variables for codes that other fields depend on."""
        self.imported: set[Finished] = set()
        """The tables and enums of the catalogue that the body uses, and the run-time module if it calls that."""

    def read(self, parameter: m.Parameter) -> Finished:
        return self.names.get(parameter.name) or Finished(f"{OPTIONS}.{option_key(parameter.name)}")

    def call(self, helper: str, *arguments: str) -> Finished:
        self.imported.add(RUNTIME)
        return Finished(f"{RUNTIME}.{helper}({', '.join(arguments)})")

    def look_up(self, name: Finished) -> Finished:
        self.imported.add(name)
        return name

    # -- tests --------------------------------------------------------------------------------------------------------

    def any_of(self, tests: Sequence[bs.Test]) -> Finished:
        return Finished(" || ".join(map(self.test, tests)))

    def test(self, test: bs.Test) -> Finished:
        read = self.read(test.parameter)
        match test.shown:
            case Shown.PRESENT:
                return Finished(f"{read} !== undefined")
            case Shown.NULL:
                return Finished(f"{read} === null")
            case Shown.NOT_NULL:
                return Finished(f"{read} != null")
            case Shown.FILLED:
                return self.call("isGiven", read)

    def is_missing(self, test: bs.Test) -> Finished:
        """The test whether an argument is not given."""
        read = self.read(test.parameter)
        match test.shown:
            case Shown.FILLED:
                return Finished(f"!{self.test(test)}")
            case Shown.PRESENT:
                return Finished(f"{read} === undefined")
            case _:
                return Finished(f"{read} == null")

    # -- values -------------------------------------------------------------------------------------------------------

    def value(self, value: bs.Value) -> Finished:
        clock = f"{OPTIONS}.clock ?? {CLOCK}"
        match value:
            case bs.Passed():
                return self.copy(value)
            case bs.Whole(own):
                return self.call("defined", self.whole(own))
            case bs.Code():
                return self.codes[value.path]
            case bs.Default(constant):
                return literal(constant)
            case bs.Followed():
                return self.followed(value)
            case bs.Numbered(code):
                return self.call("numberOf", *map(self.look_up, sorted(NUMBERED)), self.codes[code.path])
            case bs.Explained(code, described):
                table = self.look_up(table_name(described.codes)) if described.needs_docs else "{}"
                messages = (literal({**described.messages}),) if described.messages else ()
                return self.call("described", table, self.codes[code.path], *messages)
            case bs.Reading.NOW:
                return Finished(f"({clock}).now().toISOString()")
            case bs.Reading.ELAPSED:
                return self.call("millisecondsSince", f"{OPTIONS}.started", clock)

    def copy(self, passed: bs.Passed) -> Finished:
        """A list or an object is copied, so that the caller can change the result without changing the argument."""
        read, kind = self.read(passed.parameter), passed.type
        start = f"{read} && " if isinstance(kind, m.Nullable) else ""
        if m.is_object(kind):
            return Finished(f"{start}{self.call('defined', read)}")
        return Finished(f"{start}[...{read}]") if isinstance(m.bare(kind), m.ListOf) else read

    def whole(self, own: m.Parameter) -> Finished:
        """The argument for a whole object, or its default."""
        read, default = self.read(own), bs.whole_default(own)
        return read if default is None else Finished(f"{self.call('isGiven', read)} ? {read} : {literal(default)}")

    def followed(self, source: bs.Followed) -> Finished:
        name, codes = self.codes[source.code.path], source.code.codes
        if source.is_binding:
            found = f"{self.look_up(table_name(codes))}[{name}]?.{classification_key(codes)}"
        else:
            found = f"{REMEDIATIONS}[{name}]"
        return Finished(found if source.code.is_certain else f"({name} ? {found} : undefined)")

    # -- choices ------------------------------------------------------------------------------------------------------

    def choice(self, cases: Sequence[bs.Case]) -> Finished:
        """The value of the first case that applies, or undefined."""
        if operator := _operator(cases):
            operands = [self.value(case.value) for case in cases]
            return Finished(f" {operator} ".join(operands if len(operands) > 1 else [*operands, UNDEFINED]))
        if not cases:
            return UNDEFINED
        case, others = cases[0], cases[1:]
        tests = [test for test in case.tests if isinstance(test, bs.Test)]
        value, is_lookup = self.value(case.value), bool(case.tests) and not tests
        if tests:
            return Finished(f"{self.any_of(tests)} ? {value} : {self.choice(others)}")
        return Finished(f"{value} ?? {self.choice(others)}") if is_lookup and others else value

    def code(self, code: bs.Code) -> Finished:
        """A code: the one in the whole object, or else the value of its own field."""
        match code.cases:
            case (bs.Case(value=bs.Passed(parameter)),):
                own, is_operand = self.read(parameter), True
            case (bs.Case((), value),):
                own, is_operand = self.value(value), True
            case cases:
                own, is_operand = self.choice(cases), _operator(cases) == "||"
        if code.whole is None:
            return own
        whole = self.whole(code.whole)
        record = whole if bs.whole_default(code.whole) is None else Finished(f"({whole})")
        inside = self.member_of(record, code.path[-1])
        if not code.cases:
            return inside
        return Finished(f"{inside} || {own if is_operand else f'({own})'}")

    def member_of(self, record: Finished, key: str) -> Finished:
        if key in INHERITED:
            return self.call("own", record, string(key))
        spelled = property_key(key)
        return Finished(f"{record}?.{spelled}" if spelled == key else f"{record}?.[{spelled}]")


def _operator(cases: Sequence[bs.Case]) -> str:
    """The operator behind an argument that shows by itself whether it is given; empty if there is none."""
    match cases:
        case [bs.Case((bs.Test(shown=shown),), bs.Passed(type=kind)), *others]:
            is_only_test = not any(isinstance(test, bs.Test) for case in others for test in case.tests)
            is_scalar = not (isinstance(kind, m.ListOf | m.AnyValue) or m.is_object(kind))
            return {Shown.NOT_NULL: "??", Shown.FILLED: "||"}.get(shown, "") if is_only_test and is_scalar else ""
        case _:
            return ""
