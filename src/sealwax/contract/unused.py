"""Notes about declared types that no contract uses."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from sealwax.contract import model as m
from sealwax.contract.inheritance.library import Loaded
from sealwax.contract.source import Mapping, Scalar, width_of
from sealwax.diagnostics import Code, Report

Target: TypeAlias = m.Record | m.Enum | m.Text


def note_unused(contracts: Iterable[Loaded], report: Report) -> None:
    """Note the types and enums of a contract that neither it nor a contract that extends it uses."""
    every, used_in = [*contracts], dict[str, set[str]]()
    for each in every:
        names = _reached(_records(each.contract), _roots(each.contract))
        for file in each.lineage:
            used_in.setdefault(file, set()).update(names)
    for each in every:
        contract, records = each.contract, _records(each.contract)
        used = used_in[contract.file]
        declared: tuple[Target, ...] = (*contract.records, *contract.texts, *contract.enums)
        unused = [target for target in declared if target.name not in used]
        used |= _reached(records, (part for target in unused for part in _parts(target, records)))
        for node in _declared(each.own):
            if node.text not in used:
                alone = ", write `standalone: true` if it is a document of its own" if node.text in records else ""
                hint = f"make it the type of a field{alone}, or remove it"
                report.note(Code.UNUSED_TYPE, node.position, f"nothing uses '{node.text}'", hint, width_of(node))


def _declared(root: Mapping) -> Iterator[Scalar]:
    """The names of the types and enums that a file declares."""
    for section in ("types", "enums"):
        node = root.entries[section].value if section in root.entries else None
        yield from (entry.key for entry in node.entries.values()) if isinstance(node, Mapping) else ()


def _records(contract: m.Contract) -> dict[str, m.Record]:
    return {record.name: record for record in contract.records}


def _reached(records: dict[str, m.Record], roots: Iterable[Target]) -> set[str]:
    """The names of these declarations and of all that they refer to."""
    names: set[str] = set()
    waiting = list(roots)
    while waiting:
        target = waiting.pop()
        if target.name not in names:
            names.add(target.name)
            waiting += _parts(target, records)
    return names


def _roots(contract: m.Contract) -> Iterator[Target]:
    """What the envelope, a tool, a code or an example uses, and records with a JSON Schema of their own."""
    yield from m.named_by(contract.envelope, *contract.envelope.outcomes)
    yield from (tool.payload for tool in contract.tools)
    yield from (record for record in contract.records if record.standalone)
    yield from (enum for enum in contract.enums if enum.catalogue is not m.Catalogue.PLAIN)
    yield from (each.subject for each in contract.examples if not isinstance(each.subject, m.Envelope))
    yield from (each.record for each in (contract.partial, contract.warning_mapping) if each is not None)


def _parts(target: Target, records: dict[str, m.Record]) -> Iterator[Target]:
    match target:
        case m.Record():
            yield from m.named_by(target)
            yield from (records[name] for name in target.includes if name in records)
        case m.Enum():
            context = (m.named_in(field.type) for value in target.values for field in value.context)
            yield from (named for named in context if named is not None)
            yield from () if target.classified_by is None else (target.classified_by,)
        case m.Text():
            yield from (named for part in target.parts if (named := m.named_in(part.type)) is not None)
