"""The reference pages hold every fact of a contract, as text, where a reader looks for it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from markdown_it import MarkdownIt
from markdown_it.token import Token
from samples.contracts import ALL as CONTRACTS
from samples.full_contract import CONTRACT, HOSTILE
from strategies.hostile import lines

from sealwax.contract.model import (
    ABSENT,
    Catalogue,
    Citation,
    Column,
    ConditionalLevel,
    Contract,
    Enum,
    Example,
    ExampleKind,
    Field,
    HasValue,
    TextForm,
    Tool,
)
from sealwax.frozen import members, replace
from sealwax.languages import one_line
from sealwax.meaning.wording import constraint_words, level_words, retry_words, type_words
from sealwax.naming import title
from sealwax.patterns import Pattern
from sealwax.project.output import Output
from sealwax.rendering import MARK, Renderer
from sealwax.targets import json_schema, markdown

parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
renderer = Renderer()
every_contract = pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)


# -- pages, parsed ----------------------------------------------------------------------------------------------------


@dataclass
class Section:
    """A heading and what follows it, up to the next heading."""

    heading: str
    text: list[str] = field(default_factory=list)
    tables: list[list[list[str]]] = field(default_factory=list)
    blocks: list[tuple[str, str]] = field(default_factory=list)


def render(contract: Contract) -> dict[str, str]:
    """The source of each reference page by file name."""
    pages = markdown.TARGET.pages(contract)
    return {PurePosixPath(page.path).name: renderer.render(page, markdown.TARGET.filters) for page in pages}


PAGES = {name: render(contract) for name, contract in CONTRACTS.items()}


def inline_text(token: Token) -> str:
    """What a reader sees of a line; the tags of code in tables are seen as code."""
    shown = {"softbreak": "\n", "html_inline": ""}
    return "".join(shown.get(child.type, child.content) for child in token.children or ())


def sections(source: str) -> list[Section]:
    found = [Section("")]
    tokens = parser.parse(source)
    for before, token in pairwise([tokens[0], *tokens]):
        here = found[-1]
        match token.type:
            case "inline" if before.type == "heading_open":
                found.append(Section(inline_text(token)))
            case "table_open":
                here.tables.append([])
            case "tr_open":
                here.tables[-1].append([])
            case "inline" if before.type in {"td_open", "th_open"}:
                here.tables[-1][-1].append(inline_text(token))
            case "inline":
                here.text.append(inline_text(token))
            case "fence":
                here.blocks.append((token.info, token.content))
            case _:
                pass
    return found


def section(contract: Contract, page: str, heading: str) -> Section:
    (found,) = [each for each in sections(PAGES[contract.name][page]) if each.heading == heading][:1]
    return found


def row(table: list[list[str]], first: str) -> dict[str, str]:
    """The row that starts with a cell, by the titles of the columns."""
    (found,) = [cells for cells in table[1:] if cells[0] == first]
    return dict(zip(table[0], found, strict=True))


def shown(text: str) -> str:
    """A text as a reader sees it: single backticks mark code."""
    return re.sub(r"(?<!`)`([^`]+)`(?!`)", r"\1", one_line(text))


# -- every fact -------------------------------------------------------------------------------------------------------

# Names for programs, and what is told in other words.
UNTOLD = {(Column, "key"), (TextForm, "name"), (HasValue, "phrase"), (HasValue, "key"), (Enum, "case"), (Enum, "order")}


def texts(model: Any) -> Iterator[str]:
    """Every text in a model, but for the values of examples, which have a test of their own."""
    if isinstance(model, Output):
        return  # it is said by the project
    if isinstance(model, Tool):
        yield from (*texts(model.docs), model.name, model.envelope.name, model.payload.name)
        return  # the rest is said of the envelope
    if isinstance(model, tuple):
        for each in model:
            yield from texts(each)
    elif isinstance(model, Pattern):
        yield model.source
    elif isinstance(model, Citation):
        yield from (model.source.title, model.source.key, model.lines.removeprefix("L"))
    elif isinstance(model, ConditionalLevel):
        yield model.prose.removesuffix(".")
    elif hasattr(model, "__values__") and not isinstance(model, StrEnum):
        for name in members(type(model)):
            value = getattr(model, name)
            if isinstance(model, Example) and name == "subject":
                continue  # it is told where it is declared
            if not isinstance(value, str) or isinstance(value, StrEnum):
                yield from texts(value)
            elif not (
                (type(model), name) in UNTOLD or (name == "title" and value == title(getattr(model, "name", "")))
            ):
                yield value


def all_text(sources: dict[str, str]) -> str:
    """All that the pages show, one line per paragraph and cell."""
    tokens = [token for source in sources.values() for token in parser.parse(source)]
    seen = [inline_text(token) if token.type == "inline" else token.content for token in tokens]
    return "\n".join([*seen, *(link for source in sources.values() for link in links(source))])


def missing(contract: Contract, sources: dict[str, str]) -> list[str]:
    page = all_text(sources)
    paragraphs = {part for text in texts(contract) for part in text.split("\n\n") if part.strip()}
    return [
        text
        for text in sorted(paragraphs)
        if shown(text) not in page and one_line(text) not in page and text not in page
    ]


@every_contract
def test_every_text_of_the_contract_is_on_a_page(contract: Contract) -> None:
    assert missing(contract, PAGES[contract.name]) == []


@every_contract
def test_each_record_has_a_table_with_all_that_is_known_of_its_fields(contract: Contract) -> None:
    for record in contract.records:
        (table,) = section(contract, "types.md", record.name).tables
        assert [cells[0] for cells in table[1:]] == [each.name for each in record.fields]
        for each in record.fields:
            assert_tells(row(table, each.name), each)


@every_contract
def test_the_envelope_has_a_table_in_general_and_one_per_outcome(contract: Contract) -> None:
    (table,) = section(contract, "envelope.md", "Fields").tables
    names = [{field.name for field in outcome.fields} for outcome in contract.envelope.outcomes]
    for each in contract.envelope.fields:
        if all(each.name in known for known in names):  # what one outcome has alone is told with it
            assert_tells(row(table, each.name), each)
    for outcome in contract.envelope.outcomes if contract.envelope.discriminator is not None else ():
        (table,) = section(contract, "envelope.md", outcome.name).tables
        refined = [each for each in outcome.fields if each not in contract.envelope.fields]
        assert [cells[0] for cells in table[1:]] == [each.name for each in refined]
        for each in refined:
            assert_tells(row(table, each.name), each)


def assert_tells(cells: dict[str, str], told: Field) -> None:
    assert cells["Type"] == type_words(told.type)
    assert cells["Level"] == shown(level_words(told))
    assert shown("; ".join(constraint_words(told.type))) in cells["Constraints"]
    assert ("null" in cells["Constraints"]) or not told.readers_accept_null
    assert cells["Description"].startswith(shown(told.docs.doc))
    assert all(citation.source.key in cells["Source"] for citation in told.docs.origin)
    assert all(citation.lines.removeprefix("L") in cells["Source"] for citation in told.docs.origin)


PAGE_OF = {
    Catalogue.PLAIN: "enums.md",
    Catalogue.ERROR_TYPES: "errors.md",
    Catalogue.ERROR_CODES: "errors.md",
    Catalogue.WARNING_CODES: "warnings.md",
}


@every_contract
def test_each_enum_has_a_table_with_every_column_in_its_order(contract: Contract) -> None:
    for enum in contract.enums:
        here = section(contract, PAGE_OF[enum.catalogue], enum.name)
        table = here.tables[0]
        assert [cells[0] for cells in table[1:]] == [value.value for value in enum.values]
        assert ("open: other strings" in here.text[0].lower()) == enum.open
        for value in enum.values:
            cells = list(row(table, value.value).values())
            assert any(cell.startswith(shown(value.docs.doc)) for cell in cells)
            assert all(shown(text) in cells for text in value.cells)
        assert [shown(column.title) for column in enum.columns] == [
            title for title in table[0] if title in {shown(column.title) for column in enum.columns}
        ]


@every_contract
def test_the_catalogues_tell_status_retry_type_and_severity(contract: Contract) -> None:
    for enum in contract.enums:
        table = section(contract, PAGE_OF[enum.catalogue], enum.name).tables[0]
        for value in enum.values:
            cells = row(table, value.value)
            if enum.catalogue is Catalogue.ERROR_TYPES:
                assert cells.get("HTTP status", "") == ("" if value.http is None else str(value.http))
                assert cells.get("JSON-RPC number", "") == ("" if value.jsonrpc is None else str(value.jsonrpc))
                assert cells.get("Retry?", "") == (shown(retry_words(value.retry)) if value.retry else "")
            if enum.catalogue is Catalogue.ERROR_CODES:
                assert cells["Error type"] == value.classified_as
            if enum.catalogue is Catalogue.WARNING_CODES:
                assert cells["Severity"] == value.classified_as


@every_contract
def test_codes_with_a_message_have_a_section_with_their_context(contract: Contract) -> None:
    for enum in contract.enums:
        for value in enum.values:
            if value.message or value.context:
                here = section(contract, PAGE_OF[enum.catalogue], value.value)
                assert f"Message: {value.message}" in here.text or not value.message
                rows = [cells[0] for table in here.tables for cells in table[1:]]
                assert rows == [each.name for each in value.context]


@every_contract
def test_builders_have_a_row_per_parameter_and_a_call_per_example(contract: Contract) -> None:
    for builder in contract.builders:
        (table,) = section(contract, "builders.md", builder.name).tables
        for parameter in builder.parameters:
            cells = row(table, parameter.name)
            assert cells["Level"] == parameter.level.name
            assert cells["Goes to"] == ".".join(parameter.path)
            assert (cells["Default"] == "") == (parameter.default is ABSENT)
        for example in builder.examples:
            blocks = section(contract, "builders.md", shown(example.title)).blocks
            assert [json.loads(content) for _, content in blocks] == [example.arguments, example.result]


VERDICTS = {
    ExampleKind.VALID: "Valid.",
    ExampleKind.INVALID: "Invalid",
    ExampleKind.FRAGMENT: "A fragment",
    ExampleKind.ABRIDGED: "Abridged: shows the shape, and is not checked.",
    ExampleKind.SKETCH: "A sketch: notation, not JSON.",
}


@every_contract
def test_examples_are_shown_by_subject_with_their_values_and_verdicts(contract: Contract) -> None:
    subjects = dict.fromkeys(example.subject.name for example in contract.examples)
    ordered = [example for name in subjects for example in contract.examples if example.subject.name == name]
    found = [each for each in sections(PAGES[contract.name]["examples.md"]) if each.blocks]
    for here, example in zip(found, ordered, strict=True):
        verdict = f"Invalid at {example.at}." if example.at else VERDICTS[example.kind]
        assert here.heading == shown(example.title) or not example.title
        assert any(text.startswith(verdict) for text in here.text)
        assert_shows(here.blocks, example)


def assert_shows(blocks: list[tuple[str, str]], example: Example) -> None:
    ((info, content),) = blocks
    if example.value is ABSENT:
        assert (info, content) == ("text", example.text.rstrip("\n") + "\n")
    else:
        assert (info, json.loads(content)) == ("json", example.value)


@every_contract
def test_anti_patterns_show_the_bad_and_the_good(contract: Contract) -> None:
    found = [each for each in sections(PAGES[contract.name]["guide.md"]) if each.blocks]
    told = [
        (label, example)
        for pattern in contract.anti_patterns
        for label, examples in (("Bad", pattern.bad), ("Good", pattern.good))
        for example in examples
    ]
    for here, (label, example) in zip(found, told, strict=True):
        assert here.heading == (f"{label}: {shown(example.title)}" if example.title else label)
        assert_shows(here.blocks, example)


@every_contract
def test_validation_names_every_constraint_of_every_record(contract: Contract) -> None:
    for record in contract.records:
        (table,) = section(contract, "validation.md", record.name).tables
        for each in record.fields:
            cells = row(table, f"/{each.name}")
            assert ("present" in cells["Must be"].split("; ")) == each.required
            assert shown("; ".join(constraint_words(each.type))) in cells["Must be"]
            assert each.number_of is None or f"number of a known {each.number_of.words}" in cells["Must be"]
        assert ("any other key" in [cells[0] for cells in table]) == (not record.open or record.tiered)


def test_validation_tells_how_the_values_of_this_contract_are_taken() -> None:
    heading = "Validation"
    told = {name: "\n".join(section(each, "validation.md", heading).text) for name, each in CONTRACTS.items()}
    assert all("Values are never converted" in text for text in told.values())
    assert ("code points" in told["mail-imap"], "code points" in told["stac-meta"]) == (True, False)
    assert ("A UUID has" in told["stac-meta"], "RFC 3339" in told["stac-meta"]) == (True, False)
    assert ("A UUID has" in told["mail-imap"], "RFC 3339" in told["mail-imap"]) == (False, True)


def test_gates_and_merging_are_mentioned_only_where_there_are_any() -> None:
    mail, stac = PAGES["mail-imap"], PAGES["stac-meta"]
    assert "The stability of keys and codes, feature gates, merging of `meta`." in stac["README.md"]
    assert "The stability of keys and codes. |" in mail["README.md"]
    assert ("Gate" in mail["tiers.md"], "| Gate |" in stac["tiers.md"]) == (False, True)


# -- the pages themselves ---------------------------------------------------------------------------------------------


@every_contract
def test_pages_start_with_the_header_and_hold_no_other_html(contract: Contract) -> None:
    for source in PAGES[contract.name].values():
        first, *others = [token.content for token in parser.parse(source) if token.type == "html_block"]
        assert source.startswith(f"<!-- {MARK}")
        assert (first.count("\n"), others) == (1, [])
        assert source.endswith("\n")
        assert "\n\n\n" not in re.sub(r"(?s)```.*?```", "…", source)


@every_contract
def test_every_row_of_a_table_has_as_many_cells_as_its_head(contract: Contract) -> None:
    for source in PAGES[contract.name].values():
        lines_ = source.split("\n")
        for token in parser.parse(source):
            if token.type == "table_open" and token.map:
                rows = lines_[token.map[0] : token.map[1]]
                assert len({len(re.findall(r"(?<!\\)\|", line)) for line in rows if line}) == 1


@every_contract
def test_links_lead_to_pages_and_headings_that_exist(contract: Contract) -> None:
    pages = PAGES[contract.name]
    schemas = {f"../json-schema/{PurePosixPath(page.path).name}" for page in json_schema.TARGET.pages(contract)}
    headings = {name: set(slugs(source)) for name, source in pages.items()}
    followed = 0
    for link in (link for source in pages.values() for link in links(source)):
        if link.startswith("https://"):
            continue
        page, _, anchor = link.partition("#")
        assert page in pages or page in schemas, link
        assert not anchor or anchor in headings[page], link
        followed += 1
    assert followed > 20


def links(source: str) -> Iterator[str]:
    for token in parser.parse(source):
        for child in token.children or ():
            if child.type == "link_open":
                yield str(child.attrs["href"])


def slugs(source: str) -> Iterator[str]:
    """The anchors that GitHub makes of headings, by its own published rule."""
    seen: dict[str, int] = {}
    for here in sections(source)[1:]:
        slug = re.sub(r"[^\w\- ]", "", here.heading.lower()).replace(" ", "-")
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        yield f"{slug}-{count}" if count else slug


def test_names_that_differ_in_case_only_have_anchors_of_their_own() -> None:
    twins = tuple(replace(CONTRACT.records[1], name=name) for name in ("Types", "FooBar", "Foobar"))
    contract = replace(CONTRACT, records=(*CONTRACT.records, *twins))
    found = [link for source in render(contract).values() for link in links(source)]
    assert {"types.md#types-1", "types.md#foobar", "types.md#foobar-1"} <= set(found)


def test_pages_that_a_contract_has_nothing_for_are_left_out() -> None:
    bare = replace(CONTRACT, builders=(), guides=(), rules=(), edge_cases=(), anti_patterns=(), examples=())
    assert {"builders.md", "guide.md", "examples.md"} & set(render(bare)) == set()
    assert "builders.md" not in render(bare)["README.md"]


def test_only_web_addresses_become_links() -> None:
    (hint,) = [each for each in sections(PAGES["sample-v2"]["README.md"]) if each.heading == "Links"]
    assert "../docs/guide (old).md" in hint.text[0]
    assert [link for link in links(PAGES["sample-v2"]["README.md"]) if ":" in link] == ["https://example.org/?a=1&b=2"]


# -- hostile text -----------------------------------------------------------------------------------------------------

INLINE = {"text", "code_inline", "softbreak", "link_open", "link_close", "strong_open", "strong_close", "html_inline"}


def retold(model: Any, text: str) -> Any:
    """The model with another text wherever it had the hostile one."""
    if isinstance(model, str) and not isinstance(model, StrEnum):
        return model.replace(HOSTILE, text)
    if isinstance(model, tuple):
        return tuple(retold(each, text) for each in model)
    if hasattr(model, "__values__") and not isinstance(model, Pattern | StrEnum):
        return replace(model, **{name: retold(getattr(model, name), text) for name in members(type(model))})
    return model


PLAIN = {
    name: [token.type for token in parser.parse(source)]
    for name, source in render(retold(CONTRACT, "plain words")).items()
}


# Without shrinking: each try renders and parses ten pages, and the text is short enough to read as it is.
@settings(max_examples=20, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(lines.map(one_line).filter(bool))
def test_hostile_text_stays_text(text: str) -> None:
    contract = retold(CONTRACT, text)
    sources = render(contract)
    for name, source in sources.items():
        tokens = parser.parse(source)
        assert [token.type for token in tokens] == PLAIN[name]
        inline = [child for token in tokens for child in token.children or ()]
        assert {child.type for child in inline} <= INLINE
        assert {child.content for child in inline if child.type == "html_inline"} <= {"<code>", "</code>"}
    assert missing(contract, sources) == []


# -- the page of the project ------------------------------------------------------------------------------------------


def test_the_project_page_leads_to_what_each_contract_gave() -> None:
    (page,) = markdown.project_pages(tuple(CONTRACTS.values()))
    source = renderer.render(page, markdown.TARGET.filters)
    found = set(links(source))
    assert page.path == "README.md"
    assert source.startswith(f"<!-- {MARK}")
    for contract in CONTRACTS.values():
        schemas = {schema.path for schema in json_schema.TARGET.pages(contract)}
        index = {f"{contract.name}/{folder}/README.md" for folder in ("markdown", "python", "typescript")}
        assert schemas | index <= found
    assert {"contract-language.schema.json", "manifest.txt"} <= found
