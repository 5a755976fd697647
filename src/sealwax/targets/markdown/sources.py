"""sources.md: the documents behind a contract, and the passages and decisions behind its statements."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages.markdown import code, text
from sealwax.meaning.wording import listed
from sealwax.rendering import Finished

Documented: TypeAlias = tuple[Finished, m.Documentation]


class Statement(Struct, frozen=True):
    """A declaration, rule or example that comes from a source, or has notes that cite one."""

    subject: Finished
    source: str
    """The cited sources by key: `guide L3-7, L12; page`."""
    notes: tuple[tuple[str, str], ...]
    """The notes that cite a source, each with the titles of its sources."""


def statements(contract: m.Contract) -> tuple[Statement, ...]:
    seen: dict[tuple[Finished, m.Documentation], None] = {}
    for subject, docs in _documented(contract):
        if docs.origin or any(note.origin for note in docs.notes):
            seen[subject, docs] = None  # an outcome repeats the fields that it does not narrow
    return tuple(_statement(subject, docs) for subject, docs in seen)


def _statement(subject: Finished, docs: m.Documentation) -> Statement:
    cited = _cited_lines(docs.origin).items()
    keys = (f"{source.key} {', '.join(f'L{line}' for line in lines)}".rstrip() for source, lines in cited)
    notes = tuple((note.text, origin_words(note.origin)) for note in docs.notes if note.origin)
    return Statement(subject, "; ".join(keys), notes)


def _documented(contract: m.Contract) -> Iterator[Documented]:
    yield Finished("The contract"), contract.docs
    yield from _of_envelope(contract.envelope)
    for tool in contract.tools:
        yield code(tool.name), tool.docs
    for record in contract.records:
        yield code(record.name), record.docs
        yield from _of_fields(record.name, record.fields)
    for declared in contract.texts:
        yield code(declared.name), declared.docs
    for enum in contract.enums:
        yield code(enum.name), enum.docs
        yield from ((code(f"{enum.name}.{value.value}"), value.docs) for value in enum.values)
        for value in enum.values:
            yield from _of_fields(value.value, value.context)
    yield from ((code(tier.name), tier.docs) for tier in contract.tiers)
    yield from ((code(gate.name), gate.docs) for gate in contract.gates)
    yield from _of_functions(contract)
    yield from _of_advice(contract)


def _of_envelope(envelope: m.Envelope) -> Iterator[Documented]:
    yield code(envelope.name), envelope.docs
    yield from _of_fields(envelope.name, envelope.fields)
    general = {field.name: field.docs for field in envelope.fields}
    for outcome in envelope.outcomes if envelope.discriminator is not None else ():
        yield code(outcome.name), outcome.docs
        for field in outcome.fields:
            if (docs := field.docs) != (inherited := general.get(field.name, m.Documentation())):
                notes = tuple(note for note in docs.notes if note not in inherited.notes)
                origin = () if docs.origin == inherited.origin else docs.origin
                yield code(f"{outcome.name}.{field.name}"), replace(docs, notes=notes, origin=origin)


def _of_fields(owner: str, fields: Iterable[m.Field]) -> Iterator[Documented]:
    for field in fields:
        yield code(f"{owner}.{field.name}"), field.docs
        yield from ((code(f"{owner}.{field.name}.{key.name}"), key.docs) for key in field.superseded)


def _of_functions(contract: m.Contract) -> Iterator[Documented]:
    if contract.partial is not None:
        yield Finished("Partial results"), contract.partial.docs
    if contract.merging is not None:
        yield code(contract.merging.name), contract.merging.docs
        yield from (_example(each.title, each.origin) for each in contract.merging.examples)
    for builder in contract.builders:
        yield code(builder.name), builder.docs
        yield from ((code(f"{builder.name}({each.name})"), each.docs) for each in builder.parameters)
        yield from (_example(each.title, each.origin) for each in builder.examples)


def _of_advice(contract: m.Contract) -> Iterator[Documented]:
    yield from ((text(rule.docs.doc), rule.docs) for rule in contract.rules)
    yield from ((text(case.scenario), case.docs) for case in contract.edge_cases)
    yield from ((text(guide.title), guide.docs) for guide in contract.guides)
    for pattern in contract.anti_patterns:
        yield text(pattern.title), pattern.docs
        yield from (_example(each.title, each.origin) for each in (*pattern.bad, *pattern.good))
    if contract.rollout is not None:
        yield Finished("Rollout"), contract.rollout.docs
    yield from (_example(each.title, each.origin) for each in contract.examples)


def _example(title: str, origin: tuple[m.Citation, ...]) -> Documented:
    return Finished(f"Example “{text(title)}”" if title else "An example"), m.Documentation(origin=origin)


# -- citations --------------------------------------------------------------------------------------------------------


def _cited_lines(origin: Iterable[m.Citation]) -> dict[m.Source, list[str]]:
    """The cited lines of each source, in the order of the citations; no lines stand for the whole source."""
    found: dict[m.Source, list[str]] = {}
    for citation in origin:
        lines = found.setdefault(citation.source, [])
        if citation.lines:
            lines.append(citation.lines.removeprefix("L"))
    return found


def origin_words(origin: Iterable[m.Citation]) -> str:
    """The sources of a statement by their titles: `The guide, lines 3-7 and 12; A page`."""
    return "; ".join(_source_words(source, lines) for source, lines in _cited_lines(origin).items())


def _source_words(source: m.Source, lines: list[str]) -> str:
    if not lines:
        return source.title
    one = len(lines) == 1 and lines[0].isdecimal()
    return f"{source.title}, {'line' if one else 'lines'} {listed(lines, 'and')}"
