"""The classes of parsed envelopes: which there are, their base classes, and how each is spelled."""

from collections.abc import Iterator

from sealwax.contract.model import ABSENT, Contract, Field, Outcome
from sealwax.frozen import replace
from sealwax.languages.python import docs_text
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished
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
        yield _class(general, outcome, records)
    for outcome in of_tools.envelope.outcomes if is_mixed(contract) else ():
        if is_generic(of_tools, outcome):
            yield replace(_class(of_tools, outcome, records), parents=())


def _class(contract: Contract, outcome: Outcome, homes: Homes) -> DataClass:
    envelope = contract.envelope
    return DataClass(
        module=Finished(f"{python_module(contract)}.parsing"),
        name=outcome.name,
        spelled=parsed_name(envelope, outcome),
        doc=docs_text(outcome.docs, f"a {outcome.outcome}" if outcome.discriminator is not None else envelope.title),
        fields=tuple(map(_without_made_default, outcome.fields)),
        is_open=envelope.open,
        parents=tuple(_class(base, same, record_homes(base)) for base, same in _in_bases(contract, outcome)),
        style=payload_style(contract),
        homes=homes,
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
            if is_same(own, other, payload_style(general), records, record_homes(base)):
                found.setdefault(outcome.name, base)
    return found


def _without_made_default(field: Field) -> Field:
    """Without a default that would have to be made: what is parsed has everything."""
    return replace(field, default=ABSENT) if isinstance(field.default, list | dict) else field
