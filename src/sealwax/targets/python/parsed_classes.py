"""The classes of parsed envelopes: which there are, their base classes, and how each is spelled."""

from collections.abc import Iterator

from sealwax.contract.model import ABSENT, Contract, Field, Outcome
from sealwax.frozen import frozen, replace
from sealwax.languages.python import docs_text
from sealwax.languages.python.types import Annotation, Subscript, spell
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import ClassView
from sealwax.targets.python.inheritance import Child, Homes, Parent, is_same, record_homes
from sealwax.targets.python.names import (
    PAYLOAD,
    is_generic,
    is_mixed,
    parsed_name,
    payload_style,
    plain,
    typed,
)


@frozen
class ParsedClass:
    """A class of parsed envelopes, and its base classes."""

    contract: Contract
    outcome: Outcome
    parents: tuple[Parent, ...]
    homes: Homes


def parsed_classes(contract: Contract) -> Iterator[ParsedClass]:
    """All classes of parsed envelopes: those of any response, then those that only parsers of tools make."""
    records, general, of_tools = record_homes(contract), plain(contract), typed(contract)
    for outcome in general.envelope.outcomes:
        yield ParsedClass(general, outcome, tuple(_parents(general, outcome)), records)
    for outcome in of_tools.envelope.outcomes if is_mixed(contract) else ():
        if is_generic(of_tools, outcome):
            yield ParsedClass(of_tools, outcome, (), records)


def _parents(contract: Contract, outcome: Outcome) -> Iterator[Parent]:
    for base, same in _in_bases(contract, outcome):
        yield Parent(
            module=Finished(f"{python_module(base)}.parsing"),
            name=parsed_name(base.envelope, same),
            fields=tuple(map(_without_made_default, same.fields)),
            is_open=base.envelope.open,
            homes=record_homes(base),
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


def class_view(child_class: ParsedClass) -> ClassView:
    contract, outcome, envelope = child_class.contract, child_class.outcome, child_class.contract.envelope
    has_payload = is_generic(contract, outcome)
    bases: list[Annotation] = [Subscript("Generic", (PAYLOAD,))] if has_payload else []
    if child_class.parents:
        names = [parent.dotted for parent in child_class.parents]
        bases = [Subscript(name, (PAYLOAD,)) for name in names] if has_payload else [*names]
    fields, style = tuple(map(_without_made_default, outcome.fields)), payload_style(contract)
    child = Child(outcome.name, fields, envelope.open, child_class.parents, style, child_class.homes)
    doc = docs_text(outcome.docs, f"a {outcome.outcome}" if outcome.discriminator is not None else envelope.title)
    return child.view(parsed_name(envelope, outcome), map(spell, bases), doc)
