"""The classes of parsed envelopes: which there are, their base classes, and how each is spelled."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from sealwax.contract.model import ABSENT, Contract, Field, Outcome
from sealwax.languages.python import docs_text
from sealwax.rendering import Finished
from sealwax.targets.package_names import import_path
from sealwax.targets.python.inheritance import DataClass, Homes, is_same, record_homes
from sealwax.targets.python.names import (
    is_generic,
    is_mixed,
    parsed_name,
    payload_style,
    plain,
    typed,
)


def parsed_classes(contract: Contract) -> Iterator[DataClass]:
    """All classes of parsed envelopes: those of any response, then those that only parsers of tools make."""
    records, general, of_tools = record_homes(contract), plain(contract), typed(contract)
    for outcome in general.envelope.outcomes:
        parents = (_class(base, same, records) for base, same in _in_bases(general, outcome))
        yield replace(_class(general, outcome, records), parents=tuple(parents))
    for outcome in of_tools.envelope.outcomes if is_mixed(contract) else ():
        if is_generic(of_tools, outcome):
            yield _class(of_tools, outcome, records)


def _class(contract: Contract, outcome: Outcome, homes: Mapping[str, Homes]) -> DataClass:
    envelope = contract.envelope
    return DataClass(
        module=Finished(f"{import_path(contract)}.parsing"),
        name=outcome.name,
        spelled=parsed_name(outcome),
        doc=docs_text(outcome.docs, f"a {outcome.outcome}" if outcome.discriminator is not None else envelope.title),
        fields=tuple(map(_without_made_default, outcome.fields)),
        is_open=envelope.open,
        style=payload_style(contract),
        homes=homes[contract.file],
    )


def _in_bases(contract: Contract, outcome: Outcome) -> Iterator[tuple[Contract, Outcome]]:
    """The outcome of that name in each base contract that has one."""
    for base in contract.bases:
        yield from ((base, each) for each in base.envelope.outcomes if each.name == outcome.name)


def kept_classes(contract: Contract) -> dict[str, Contract]:
    """By outcome: the base contract whose package has the very class."""
    records, general, found = record_homes(contract), plain(contract), dict[str, Contract]()
    for outcome in general.envelope.outcomes:
        own = replace(outcome, fields=tuple(map(_without_made_default, outcome.fields)))
        for base, same in _in_bases(general, outcome):
            other = replace(same, fields=tuple(map(_without_made_default, same.fields)))
            if is_same(own, other, payload_style(general), records[contract.file], records[base.file]):
                found.setdefault(outcome.name, base)
    return found


def _without_made_default(field: Field) -> Field:
    """Without a default that would have to be made: what is parsed has everything."""
    return replace(field, default=ABSENT) if isinstance(field.default, list | dict) else field
