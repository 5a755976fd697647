"""builders.md: the parameters of each builder, the values that it fills in, and worked examples."""

from collections.abc import Iterator

from sealwax.contract.model import ABSENT, Builder, Contract, Field, Numbering, Parameter
from sealwax.frozen import frozen
from sealwax.languages.markdown import code, text
from sealwax.meaning.builder_plan import Compound, Path, Single, is_alone, plan
from sealwax.meaning.builder_plan import places as places_of
from sealwax.meaning.wording import followed_words
from sealwax.rendering import Finished
from sealwax.targets.markdown.places import Places
from sealwax.targets.markdown.tables import Table, table


@frozen
class FilledField:
    """A field of the envelope with a default."""

    field: Field
    is_extended: bool
    """Whether arguments add to the default."""


@frozen
class DerivedParameter:
    """A parameter whose argument is looked up in the catalogue when it is omitted."""

    parameter: Parameter
    source: Finished


@frozen
class NumberedPath:
    """The path of a JSON-RPC number that the builder fills in, and the path of its error code."""

    path: Path
    code: Path


@frozen
class BuilderSection:
    builder: Builder
    signature: str
    """The call: `[name]` is optional, `…` stands for other keyword arguments."""
    parameters: Table
    filled: tuple[FilledField, ...]
    derived: tuple[DerivedParameter, ...]
    numbered: tuple[NumberedPath, ...]
    merged: tuple[Parameter, ...]
    """The parameters that are merged into an object which other arguments fill too."""


@frozen
class BuildersView:
    header: Finished
    places: Places
    sections: tuple[BuilderSection, ...]


def builders_view(contract: Contract, header: Finished, places: Places) -> BuildersView:
    return BuildersView(header, places, tuple(map(_section, contract.builders)))


def _section(builder: Builder) -> BuilderSection:
    shared = {place.path for place in places_of(plan(builder)) if isinstance(place, Compound) and not is_alone(place)}
    return BuilderSection(
        builder,
        _signature(builder),
        table((code(parameter.name), parameter) for parameter in builder.parameters),
        tuple(_filled(builder)),
        tuple(DerivedParameter(each, text(words)) for each in builder.parameters if (words := followed_words(each))),
        tuple(NumberedPath(path, (*path[:-1], *numbering.path)) for path, numbering in _numbered(builder)),
        tuple(each for each in builder.parameters if each.merged and each.path in shared),
    )


def _signature(builder: Builder) -> str:
    names = [each.name if each.level.name == "MUST" else f"[{each.name}]" for each in builder.parameters]
    return f"{builder.name}({', '.join([*names, '…'] if builder.extra_keywords else names)})"


def _filled(builder: Builder) -> Iterator[FilledField]:
    given = {parameter.path[0] for parameter in builder.parameters} | {builder.extra_keywords}
    for field in builder.outcome.fields:
        if field.default is not ABSENT:
            yield FilledField(field, field.name in given)


def _numbered(builder: Builder) -> Iterator[tuple[Path, Numbering]]:
    for place in places_of(plan(builder)):
        if isinstance(place, Single) and place.numbered is not None:
            yield place.path, place.numbered.numbering
