"""What a builder does, in order: it checks arguments, works out codes, makes objects, and checks what follows a code.

Python and TypeScript print this, and the interpreter runs it. They spell names, tests and values, and decide nothing.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builders import plan as bp
from sealwax.meaning.builders import sources as bs
from sealwax.meaning.builders.demands import Demand, demands
from sealwax.meaning.builders.sources import ArgumentTest, Case, Shown, Value
from sealwax.meaning.remembering import remembered


class Fixed(Struct, frozen=True):
    """A constant that the argument for a whole object must not contradict."""

    parameter: m.Parameter | None
    """None: keyword arguments that are no parameters make the object."""
    path: bs.Path
    value: str | int | float | bool


class ListedArgument(Struct, frozen=True):
    """An argument that a closed enum has to list, unless it is null."""

    parameter: m.Parameter
    enum: m.Enum
    tests: tuple[ArgumentTest, ...]
    """Whether it is checked; empty: always."""


class Follow(Struct, frozen=True):
    """A check that a value is the one that the catalogue has for the code, or is there at all."""

    place: bp.Single
    around: bp.Compound | None
    """The object that holds it. The argument for the whole of it wins over other arguments."""
    tests: tuple[ArgumentTest, ...]
    """One of them has to hold, or there is no object to check; empty if that makes no difference."""

    @property
    def known(self) -> bs.Followed | None:
        """What the value has to be; None: it only has to be there."""
        followed = self.place.followed
        return followed if followed is not None and followed.is_binding else None

    @property
    def passed(self) -> tuple[Case, ...]:
        """What arguments write."""
        return tuple(case for case in self.place.cases if case.by is not None)


class Body(Struct, frozen=True):
    provided: tuple[ArgumentTest, ...]
    """Arguments that the application provides unless the test holds."""
    not_empty: tuple[m.Parameter, ...]
    """Arguments that must not be empty."""
    listed: tuple[ListedArgument, ...]
    """Checked before anything is made, or where the value is written, which comes to the same."""
    constants: tuple[Fixed, ...]
    """What the arguments for whole objects must not contradict."""
    codes: dict[bs.Path, bs.KnownCode]
    """The codes that other values depend on. They are worked out first."""
    members: tuple[bp.Place, ...]
    """The envelope."""
    follows: tuple[Follow, ...]
    """The checks of all objects, from the outside in."""
    demands: tuple[Demand, ...]
    """What the finished response must have because of its code or its error type."""

    def cases(self, place: bp.Single) -> tuple[Case, ...]:
        """What is written to a place."""
        code = self.codes.get(place.path)
        return (Case((), code),) if code is not None and code.is_certain else place.cases

    @property
    def values(self) -> Iterator[Value]:
        """All values that are written or checked."""
        yield from (case.value for place in bp.singles(self.members) for case in self.cases(place))
        yield from (each.known for each in self.follows if each.known is not None)


@remembered
def body_of(builder: m.Builder) -> Body:
    members, parameters = bp.plan(builder), builder.parameters
    return Body(
        provided=tuple(test for each in parameters if each.provided for test in bs.argument_of(each).tests),
        not_empty=tuple(each for each in parameters if bs.refuses_empty(builder, each)),
        listed=tuple(
            ListedArgument(each, enum, tuple(test for test in bs.argument_of(each).tests if test.shown is Shown.FILLED))
            for each in parameters
            if (enum := bs.listed_in(each)) is not None
        ),
        constants=tuple(_constants(builder)),
        codes=bp.codes(members),
        members=members,
        follows=tuple(_follows(members, None, ())),
        demands=demands(builder),
    )


def _constants(builder: m.Builder) -> Iterator[Fixed]:
    """The constants in the objects that a caller can give as a whole."""
    wholes: dict[bs.Path, tuple[m.Parameter | None, m.Type]] = {
        (field.name,): (None, field.type) for field in builder.outcome.fields if field.name == builder.extra_keywords
    }
    wholes |= {each.path: (each, each.field.type) for each in builder.parameters}
    for path, (parameter, kind) in wholes.items():
        for field in m.fields_of(kind):
            if isinstance(field.type, m.Constant):
                yield Fixed(parameter, (*path, field.name), field.type.value)


def _follows(
    members: Sequence[bp.Place], around: bp.Compound | None, made: tuple[ArgumentTest, ...]
) -> Iterator[Follow]:
    """`made`: the tests for the innermost object around them that is not always made."""
    for place in bp.checked(members):
        yield Follow(place, around, made if place.is_demanded else ())
    for member in members:
        if isinstance(member, bp.Compound):
            yield from _follows(member.members, member, member.tests or made)
