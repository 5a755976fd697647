"""The pages of advice: guides, rules, edge cases and anti-patterns, and the page of examples."""

from collections.abc import Iterator
from itertools import groupby

from sealwax.contract.model import ABSENT, AntiPattern, Contract, EdgeCase, Example, ExampleKind, Guide, Level
from sealwax.frozen import frozen
from sealwax.languages.markdown import cell, code, json_block, paragraphs, text, text_block
from sealwax.meaning.wording import lifecycle_words
from sealwax.rendering import Finished
from sealwax.targets.markdown.parts import NOTHING, Places, doc_of, from_words, notes, remarks, source_cell

# -- examples ---------------------------------------------------------------------------------------------------------

KIND_WORDS = {
    ExampleKind.VALID: "Valid.",
    ExampleKind.FRAGMENT: "A fragment: valid, once the missing keys are there.",
    ExampleKind.ABRIDGED: "Abridged: shows the shape, and is not checked.",
    ExampleKind.SKETCH: "A sketch: notation, not JSON.",
}


@frozen
class ExampleView:
    title: Finished
    doc: Finished
    verdict: Finished
    block: Finished
    origin: Finished


@frozen
class SubjectSection:
    """The examples of one declaration."""

    name: Finished
    place: Finished
    examples: tuple[ExampleView, ...]


@frozen
class ExamplesView:
    header: Finished
    sections: tuple[SubjectSection, ...]


def by_subject(examples: tuple[Example, ...]) -> dict[str, list[Example]]:
    """Examples by what they are examples of, in the order in which each subject first comes up."""
    found: dict[str, list[Example]] = {}
    for example in examples:
        found.setdefault(example.subject.name, []).append(example)
    return found


def example_titles(examples: list[Example]) -> list[str]:
    return [example.title or f"Example {number}" for number, example in enumerate(examples, 1)]


def examples_view(contract: Contract, header: Finished, places: Places) -> ExamplesView:
    sections = (
        SubjectSection(
            text(name),
            places.link(name),
            tuple(_example(each, title) for each, title in zip(examples, example_titles(examples), strict=True)),
        )
        for name, examples in by_subject(contract.examples).items()
    )
    return ExamplesView(header, tuple(sections))


def _example(example: Example, title: str) -> ExampleView:
    return ExampleView(
        text(title),
        paragraphs(example.doc),
        _verdict(example),
        text_block(example.text.rstrip("\n")) if example.value is ABSENT else json_block(example.value),
        from_words(example.origin),
    )


def _verdict(example: Example) -> Finished:
    if example.kind is ExampleKind.INVALID:
        return Finished(f"Invalid at {code(example.at)}." if example.at else "Invalid.")
    return text(KIND_WORDS[example.kind])


# -- guides, rules, edge cases, anti-patterns -------------------------------------------------------------------------


@frozen
class GuideSection:
    title: Finished
    about: Finished
    doc: Finished
    steps: tuple[Finished, ...]
    points: tuple[Finished, ...]
    remarks: tuple[Finished, ...]


@frozen
class Point:
    """A rule, with what there is to remark on it."""

    text: Finished
    remarks: tuple[Finished, ...]


@frozen
class RuleGroup:
    level: Finished
    rules: tuple[Point, ...]


@frozen
class EdgeCaseRow:
    scenario: Finished
    behaviour: Finished
    source: Finished


@frozen
class AntiPatternSection:
    title: Finished
    doc: Finished
    remarks: tuple[Finished, ...]
    bad: tuple[ExampleView, ...]
    good: tuple[ExampleView, ...]


@frozen
class GuideView:
    header: Finished
    guides: tuple[GuideSection, ...]
    rules: tuple[RuleGroup, ...]
    edge_cases: tuple[EdgeCaseRow, ...]
    edge_cases_have_sources: bool
    edge_case_notes: tuple[Finished, ...]
    anti_patterns: tuple[AntiPatternSection, ...]


def guide_view(contract: Contract, header: Finished, places: Places) -> GuideView:
    return GuideView(
        header,
        tuple(_guide(guide, places) for guide in contract.guides),
        tuple(_rule_groups(contract)),
        tuple(_edge_case(case) for case in contract.edge_cases),
        any(case.docs.origin for case in contract.edge_cases),
        tuple(note for case in contract.edge_cases for note in notes(case.docs, text(case.scenario))),
        tuple(_anti_pattern(each) for each in contract.anti_patterns),
    )


def _guide(guide: Guide, places: Places) -> GuideSection:
    return GuideSection(
        text(guide.title),
        places.link(guide.about) if guide.about else NOTHING,
        doc_of(guide.docs),
        tuple(text(step) for step in guide.steps),
        tuple(text(point) for point in guide.points),
        remarks(guide.docs),
    )


def _rule_groups(contract: Contract) -> Iterator[RuleGroup]:
    levels = list(Level)
    ordered = sorted(contract.rules, key=lambda rule: levels.index(rule.level))
    for level, rules in groupby(ordered, key=lambda rule: rule.level):
        points = (
            Point(text(" ".join((rule.docs.doc, *lifecycle_words(rule.docs)))), remarks(rule.docs)) for rule in rules
        )
        yield RuleGroup(text(level.name), tuple(points))


def _edge_case(case: EdgeCase) -> EdgeCaseRow:
    behaviour = " ".join(filter(None, (case.behaviour, case.docs.doc, *lifecycle_words(case.docs))))
    return EdgeCaseRow(cell(case.scenario), cell(behaviour), source_cell(case.docs))


def _anti_pattern(pattern: AntiPattern) -> AntiPatternSection:
    return AntiPatternSection(
        text(pattern.title),
        doc_of(pattern.docs),
        remarks(pattern.docs),
        tuple(_example(example, example.title) for example in pattern.bad),
        tuple(_example(example, example.title) for example in pattern.good),
    )
