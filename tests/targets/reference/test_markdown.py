"""The reference pages hold the facts of a contract, as text, where a reader looks for them."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise, takewhile
from pathlib import PurePosixPath
from typing import Any

import pytest
from checkout import CASES, ROOT, read_contract
from hypothesis import Phase, given, settings
from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct
from msgspec.structs import replace
from samples.contracts import ALL as CONTRACTS
from samples.full_contract import CONTRACT, HOSTILE
from strategies.effort import examples
from strategies.hostile import lines

from sealwax.contract.model import (
    ABSENT,
    Catalogue,
    Column,
    ConditionalLevel,
    Constant,
    Contract,
    Documentation,
    Enum,
    Example,
    ExampleKind,
    Field,
    Guide,
    HasValue,
    Link,
    Parameter,
    Tag,
    Text,
    TextForm,
    TextPart,
    Tool,
)
from sealwax.contract.model.output import Output
from sealwax.languages import one_line
from sealwax.meaning.wording import constraint_words, level_words, openness_words, retry_words, type_words
from sealwax.naming import title
from sealwax.patterns import Pattern
from sealwax.rendering import MARK, Renderer
from sealwax.targets import TARGETS, json_schema, markdown
from sealwax.targets import load as load_target
from sealwax.targets.markdown.project import readme_pages
from sealwax.targets.reference.topics import TITLES

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


def main(pages: dict[str, str]) -> str:
    """The page with everything that a contract states, which is the first."""
    return next(iter(pages.values()))


def guide(contract: Contract) -> str:
    """The page with its guides."""
    return PAGES[contract.name][f"{contract.name}-guide.md"]


def section(contract: Contract, heading: str) -> Section:
    return within(main(PAGES[contract.name]), heading)


def within(source: str, heading: str) -> Section:
    (found,) = [each for each in sections(source) if each.heading == heading][:1]
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
    if isinstance(model, Example) and model.kind is ExampleKind.INVALID and not model.doc:
        return  # a constraint says as much
    if isinstance(model, Tool):
        yield from (*texts(model.docs), model.name, model.envelope.name, model.payload.name)
        return  # the rest is said of the envelope
    if isinstance(model, tuple):
        for each in model:
            yield from texts(each)
    elif isinstance(model, Guide):
        yield from (*texts((model.docs, model.steps, model.points)), model.title, model.about, *model.code.values())
    elif isinstance(model, Pattern):
        yield model.source
    elif isinstance(model, ConditionalLevel):
        yield model.prose.removesuffix(".")
    elif isinstance(model, Struct):
        for name in model.__struct_fields__:
            value = getattr(model, name)
            if isinstance(model, Example) and name in ("subject", "about"):
                continue  # they are told where they are declared
            if isinstance(model, TextPart) and name == "pattern":
                continue  # it is that of the type
            if isinstance(model, Text) and model.forms and name == "string":
                continue  # it follows from the forms and the parts
            if isinstance(model, Parameter) and name == "docs" and value.doc == model.field.docs.doc:
                continue  # it is told with the field
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
        here = section(contract, record.name)
        (table,) = here.tables
        included = [each for each in contract.records if each.name in record.includes]
        assert all(each.name in here.text[0] for each in included)
        inherited = {field.name for each in included for field in each.fields}
        own = [each for each in record.fields if each.name not in inherited]
        assert [cells[0] for cells in table[1:]] == [each.name for each in own]
        for each in own:
            assert_tells(row(table, each.name), each)


@every_contract
def test_the_envelope_has_a_table_in_general_and_one_per_outcome(contract: Contract) -> None:
    (table,) = section(contract, "Fields").tables
    names = [{field.name for field in outcome.fields} for outcome in contract.envelope.outcomes]
    for each in contract.envelope.fields:
        if all(each.name in known for known in names):  # what one outcome has alone is told with it
            assert_tells(row(table, each.name), each)
    for outcome in contract.envelope.outcomes if contract.envelope.discriminator is not None else ():
        (table,) = section(contract, outcome.name).tables
        refined = [each for each in outcome.fields if each not in contract.envelope.fields]
        if isinstance(outcome.discriminator, Tag):  # the text above the table tells its value
            told = [each.docs for each in contract.envelope.fields if each.name == outcome.discriminator.field]
            refined = [each for each in refined if each.name != outcome.discriminator.field or each.docs not in told]
        assert [cells[0] for cells in table[1:]] == [each.name for each in refined]
        for each in refined:
            assert_tells(row(table, each.name), each)


def assert_tells(cells: dict[str, str], told: Field) -> None:
    kind, *limits = (type_words(told.type), *constraint_words(told.type))
    assert cells["Type"].startswith(shown(", ".join((kind, *limits))))
    assert cells["Level"] == shown(level_words(told))
    assert ("null" in cells["Type"]) or not told.readers_accept_null
    assert cells.get("Description", "").startswith(shown(told.docs.doc))


@every_contract
def test_each_enum_has_a_table_with_every_column_in_its_order(contract: Contract) -> None:
    for enum in contract.enums:
        here = section(contract, enum.name)
        (table,) = section(contract, enum.name).tables
        assert [cells[0] for cells in table[1:]] == [value.value for value in enum.values]
        assert openness_words(enum) in here.text[0] or ("open enum" if enum.open else "closed enum") in here.text[0]
        for value in enum.values:
            cells = list(row(table, value.value).values())
            assert any(cell.startswith(shown(value.docs.doc)) for cell in cells)
            assert all(shown(text) in cells for text in value.cells)
        assert [shown(column.title) for column in enum.columns] == [
            title for title in table[0] if title in {shown(column.title) for column in enum.columns}
        ]


@every_contract
def test_the_tables_of_types_and_codes_tell_status_number_and_retry(contract: Contract) -> None:
    for enum in contract.enums:
        if enum.catalogue not in (Catalogue.ERROR_TYPES, Catalogue.ERROR_CODES):
            continue
        is_code = enum.catalogue is Catalogue.ERROR_CODES
        kinds = {kind.value: kind for kind in (enum.classified_by or enum).values}
        (table,) = section(contract, enum.name).tables
        for value in enum.values:
            kind, cells = kinds[value.classified_as or value.value], row(table, value.value)
            retry = "" if kind.retry is None else shown(retry_words(kind.retry))
            assert cells.get("HTTP status", "") == ("" if kind.http is None else str(kind.http))
            assert cells.get("JSON-RPC number", "") == ("" if kind.jsonrpc is None else str(kind.jsonrpc))
            assert cells.get("Retry?", "") == (retry.partition(",")[0] if is_code else retry)
            assert cells.get("Error type", kind.value) == kind.value


def below(contract: Contract, topic: str) -> list[str]:
    """The headings from that of a topic to that of the next one."""
    headings = [each.heading for each in sections(main(PAGES[contract.name]))]
    topics = ("Tools", *TITLES.values(), "Tiers", "Builders", "Validation")
    start = headings.index(topic)
    return [*takewhile(lambda heading: heading not in topics, headings[start + 1 :])]


def test_what_belongs_together_is_told_in_one_place() -> None:
    told = below(CONTRACTS["response-v2"], "Warnings")
    assert {"WarningDetail", "Severity", "WarningCode", "STALE_CACHE", "Examples of WarningDetail"} <= {*told}
    table, *_ = section(CONTRACTS["response-v2"], "WarningCode").tables
    assert row(table, "STALE_CACHE")["Severity"] == "warning"
    mail = CONTRACTS["mail-imap"]
    assert {"ErrorObject", "ErrorDetails"} <= {*below(mail, "Errors")}
    assert "Issue" in below(mail, "Partial results")
    assert "Meta" in below(mail, "Types")


FIRST = read_contract(ROOT / "docs" / "parcels.yaml")
"""The contract of the README, whose codes have no descriptions."""


def test_error_types_have_a_section_if_it_says_more_than_the_table_of_codes() -> None:
    described = [replace(each, docs=Documentation(f"About {each.name}.")) for each in FIRST.enums]
    for contract, is_shown in ((FIRST, False), (replace(FIRST, enums=tuple(described)), True)):
        here = sections(main(render(contract)))
        assert ("ErrorType" in [each.heading for each in here]) is is_shown
        (table,) = next(each.tables for each in here if each.heading == "ErrorCode")
        assert row(table, "TOO_BUSY")["HTTP status"] == "503"


@pytest.mark.parametrize("contract", [*CONTRACTS.values(), FIRST], ids=lambda contract: contract.name)
def test_no_table_has_an_empty_column(contract: Contract) -> None:
    for name, source in render(contract).items():
        for here in sections(source):
            for table in here.tables:
                empty = [title for title, *cells in zip(*table, strict=True) if not any(cells)]
                assert empty == [], (name, here.heading)


@every_contract
def test_the_message_and_the_arguments_of_a_code_are_in_its_row_or_in_a_section(contract: Contract) -> None:
    headings = [each.heading for each in sections(main(PAGES[contract.name]))]
    for enum in contract.enums:
        for value in (value for value in enum.values if value.message or value.context):
            if value.value in headings:
                told = [text.removeprefix("Message: ") for text in section(contract, value.value).text]
            else:
                (table,) = section(contract, enum.name).tables
                told = [part for cell in row(table, value.value).values() for part in cell.split("; ")]
            assert value.message in told or not value.message
            for each in value.context:
                words = each.type.value if isinstance(each.type, Constant) else type_words(each.type)
                assert any(text.startswith(f"{each.name}: {words}") for text in told)


def test_the_arguments_of_an_error_function_are_listed_with_the_place_where_they_go() -> None:
    here = section(CONTRACTS["response-v2"], "VALIDATION_ERROR").text
    assert here[2:] == [
        "Arguments, in data.details:",
        "field: string. The field, for example email.",
        "constraint: string. The rule that is broken, for example at most 100.",
        "received: any, optional. The value that was sent.",
    ]
    limit = section(CONTRACTS["response-v2"], "RATE_LIMIT_EXCEEDED").text
    assert "remaining: integer, default 0. The number of requests left." in limit


def test_what_a_caller_does_not_pass_is_not_described_as_an_argument() -> None:
    here = section(CONTRACTS["response-v2"], "MISSING_REQUIRED").text
    assert here[-2:] == ["Always, in data.details:", "constraint: required."]


def test_an_argument_that_a_code_demands_is_not_called_optional() -> None:
    pages = render(read_contract(CASES / "codes" / "contract.yaml"))
    (here,) = [each for each in sections(main(pages)) if each.heading == "OUT_OF_ORDER"]
    assert here.text[1:] == ["Arguments, in error:", "until: string. When to come back."]


def test_the_functions_of_a_code_are_listed_with_their_names_positions_and_places() -> None:
    contract = read_contract(CASES / "factories" / "contract.yaml")
    (here,) = [each for each in sections(main(render(contract))) if each.heading == "OTHER_STATE"]
    assert here.text == [
        "other_state(message)",
        "Message: {message}",
        "stuck(steps, message): It does not move on.",
        "Message: Stuck{? at {place}}{? after {steps} steps}{?, wanted: {wanted}}",
        "Remediation: {?Try one of {wanted}. }Then start again.",
        "Arguments, in data and data.quota.limit:",
        "steps: integer. How far it came.",
        "Arguments, in data:",
        "place: string, optional.",
        "wanted: list of string, optional. What would help.",
        "weights: list of number | null, optional.",
        "exact: any, optional.",
        "class(options, message, tries)",
        "Message: {message}",
        "Arguments, in data:",
        "options: string.",
        "tries: list of integer, default [1, 2].",
    ]


@every_contract
def test_builders_have_a_row_per_parameter_and_the_calls_and_result_of_each_example(contract: Contract) -> None:
    for builder in contract.builders:
        (table,) = section(contract, builder.name).tables
        for parameter in builder.parameters:
            cells = row(table, parameter.name)
            assert cells["Level"] == re.sub(r" when .*, otherwise ", " or ", level_words(parameter))
            assert cells["Goes to"] == ".".join(parameter.path)
            told = cells.get("Description", "")
            assert ("Default:" in told or "omitted" in told) == (parameter.default is not ABSENT)
        for example in builder.examples:
            blocks = section(contract, shown(example.title)).blocks
            assert [info for info, _ in blocks] == ["python", "typescript", "json"]
            assert json.loads(blocks[2][1]) == example.result


@every_contract
def test_valid_examples_are_shown_with_what_they_are_about(contract: Contract) -> None:
    for example in contract.examples:
        name = example.about or example.subject.name
        if example.kind is ExampleKind.INVALID and not example.doc:
            continue
        here = section(contract, f"Examples of {name}")
        if example.value is ABSENT:
            assert ("text", example.text.rstrip("\n") + "\n") in here.blocks
        elif isinstance(example.value, dict | list) and example.kind is not ExampleKind.INVALID:
            assert example.value in [json.loads(content) for info, content in here.blocks if info == "json"]
        else:
            assert any(text.startswith(f"{shown(example.title)}") for text in here.text)
            assert not example.at or any(f"at {example.at}." in text for text in here.text)


def test_an_invalid_example_shows_the_value_at_the_error_and_why_it_is_one() -> None:
    here = section(CONTRACTS["response-v2"], "Examples of ToolResponse")
    assert "A list as data: [1, 2] at /data. Even a single list has a key of its own." in here.text


def test_an_invalid_example_without_a_remark_only_shows_what_a_constraint_says_so_it_is_left_out() -> None:
    contract = CONTRACTS["response-v2"]
    silent = [each.title for each in contract.examples if each.kind is ExampleKind.INVALID and not each.doc]
    page = all_text(PAGES["response-v2"])
    assert "A score above one" in silent
    assert not any(title in page for title in silent)


@every_contract
def test_anti_patterns_show_the_bad_and_the_good(contract: Contract) -> None:
    for pattern in contract.anti_patterns:
        here = within(guide(contract), shown(pattern.title))
        values = [example.value for example in (*pattern.bad, *pattern.good)]
        assert [json.loads(content) for _, content in here.blocks] == values
        verdicts = [text.split()[0].rstrip(":") for text in here.text if text.startswith(("Bad", "Good"))]
        assert verdicts == ["Bad"] * len(pattern.bad) + ["Good"] * len(pattern.good)


def test_guides_have_numbered_steps_and_code_by_language() -> None:
    pages = {each.heading: each for each in sections(guide(CONTRACT))}
    check_list = next(each for heading, each in pages.items() if heading.startswith("Check list"))
    assert check_list.blocks == [("python", "if x:\n    y()\n```\n")]
    assert "1. Detect it.\n2. Ends" in guide(CONTRACT)


def test_validation_tells_how_the_values_of_this_contract_are_taken() -> None:
    heading = "How values are read"
    told = {name: "\n".join(section(each, heading).text) for name, each in CONTRACTS.items()}
    assert all("Values are never converted" in text for text in told.values())
    assert ("code points" in told["response-v2"], "code points" in told["stac-meta"]) == (True, False)
    assert ("A UUID has" in told["stac-meta"], "RFC 3339" in told["stac-meta"]) == (True, False)
    assert ("A UUID has" in told["mail-imap"], "RFC 3339" in told["mail-imap"]) == (False, True)


def test_validation_lists_the_advice_and_what_each_target_enforces() -> None:
    contract = CONTRACTS["response-v2"]
    rules, targets = section(contract, "Validation"), "What each target enforces"
    told = section(contract, targets).text
    assert "recommended keys are present" in rules.text
    assert "JSON Schema: every error, no advice." in told
    (limited,) = (text for text in told if "They do not enforce: " in text)
    assert limited.startswith("Python TypedDicts, TypeScript types and Python dataclasses only guide type checkers")
    assert "strings match their pattern" in limited
    assert not any("their pattern" in text for text in told if text != limited)


def test_the_documentation_says_who_checks_values() -> None:
    told = (ROOT / "docs" / "agreement.md").read_text(encoding="utf-8")
    for each in (each for name in TARGETS for each in load_target(name).enforces):
        assert any(line.startswith("| ") and each.target in line.split(" | ")[0] for line in told.splitlines())


def test_gates_are_mentioned_only_where_there_are_any() -> None:
    mail, stac = main(PAGES["mail-imap"]), main(PAGES["stac-meta"])
    assert ("Gate" in mail, "| Gate |" in stac) == (False, True)


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
    schemas = {f"../{page.path.partition('/')[2]}" for page in json_schema.TARGET.pages(contract)}
    headings = {name: set(slugs(source)) for name, source in pages.items()}
    followed = 0
    for link in (
        f"{name}{link}" if link[0] == "#" else link for name, source in pages.items() for link in links(source)
    ):
        if link.startswith(("https://", "../../..")):
            continue
        page, _, anchor = link.partition("#")
        assert page in pages or page in schemas, link
        assert not anchor or page in schemas or anchor in headings[page], link
        followed += 1
    assert followed > 5


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
    guides = tuple(Guide(record.name, Documentation(), record.name, (), (), {}) for record in twins)
    contract = replace(CONTRACT, records=(*CONTRACT.records, *twins), guides=guides)
    found = [link for source in render(contract).values() for link in links(source)]
    assert {f"sample-v2.md#{anchor}" for anchor in ("types-1", "foobar", "foobar-1")} <= set(found)


def test_pages_that_a_contract_has_nothing_for_are_left_out() -> None:
    bare = replace(CONTRACT, builders=(), guides=(), rules=(), edge_cases=(), anti_patterns=(), examples=())
    assert [*render(bare)] == ["sample-v2.md"]
    assert "Builders" not in [each.heading for each in sections(main(render(bare)))]


@pytest.mark.parametrize(
    ("target", "repository", "expected"),
    [
        ("https://example.org/?a=1", "", "https://example.org/?a=1"),
        ("docs/guide.md#L3", "", "../../../docs/guide.md#L3"),
        ("docs/my guide.md", "", "../../../docs/my%20guide.md"),
        (
            "docs/guide.md",
            "https://github.com/acme/orders/blob/main",
            "https://github.com/acme/orders/blob/main/docs/guide.md",
        ),
        ("../other/guide.md", "", None),
        ("docs/../../guide.md", "", None),
        ("/etc/passwd", "", None),
        ("javascript:alert(1)", "", None),
        ("docs\\guide.md", "", None),
    ],
)
def test_web_addresses_and_paths_in_the_repository_become_links(
    target: str, repository: str, expected: str | None
) -> None:
    contract = replace(CONTRACT, links=(Link("There", target),), repository=repository)
    page = main(render(contract))
    ours = ("../json-schema/", "https://github.com/sealwax/")
    others = [link for link in links(page) if not link.startswith(ours)]
    found = [link for link in others if link.startswith("http") or ".." in link or "javascript" in link]
    assert found == ([] if expected is None else [expected])
    assert expected is not None or target in all_text({"README.md": page})


# -- hostile text -----------------------------------------------------------------------------------------------------

INLINE = {"text", "code_inline", "softbreak", "link_open", "link_close", "strong_open", "strong_close", "html_inline"}
OUR_TAGS = {
    "<code>",
    "</code>",
    "</a>",
    *(f'<a id="{name}">' for name in ("error-types", "error-codes", "warning-codes")),
}


def retold(model: Any, text: str) -> Any:
    """The model with another text wherever it had the hostile one."""
    if isinstance(model, str) and not isinstance(model, StrEnum):
        return model.replace(HOSTILE, text)
    if isinstance(model, tuple):
        return tuple(retold(each, text) for each in model)
    if isinstance(model, Struct) and not isinstance(model, Pattern):
        return replace(model, **{name: retold(getattr(model, name), text) for name in model.__struct_fields__})
    return model


PLAIN = {
    name: [token.type for token in parser.parse(source)]
    for name, source in render(retold(CONTRACT, "plain words")).items()
}


# Without shrinking: each try renders and parses ten pages, and the text is short enough to read as it is.
@settings(max_examples=examples(20), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(lines.map(one_line).filter(bool))
def test_hostile_text_stays_text(text: str) -> None:
    contract = retold(CONTRACT, text)
    sources = render(contract)
    for name, source in sources.items():
        tokens = parser.parse(source)
        assert [token.type for token in tokens] == PLAIN[name]
        inline = [child for token in tokens for child in token.children or ()]
        assert {child.type for child in inline} <= INLINE
        assert {child.content for child in inline if child.type == "html_inline"} <= OUR_TAGS
    assert missing(contract, sources) == []


# -- the page of the project ------------------------------------------------------------------------------------------


def test_the_project_page_leads_to_what_each_contract_gave() -> None:
    (page,) = readme_pages(tuple(CONTRACTS.values()))
    source = renderer.render(page, markdown.TARGET.filters)
    found = set(links(source))
    assert page.path == "README.md"
    assert source.startswith(f"<!-- {MARK}")
    for contract in CONTRACTS.values():
        schemas = {schema.path for schema in json_schema.TARGET.pages(contract)}
        index = {f"{contract.name}/{folder}/README.md" for folder in ("python", "typescript")}
        index.add(f"{contract.name}/markdown/{contract.name}.md")
        assert schemas | index <= found
    assert {"contract-language.schema.json", "manifest.txt"} <= found
