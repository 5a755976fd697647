"""The reference of the contract language agrees with the code that reads contracts."""

import re

import pytest
from checkout import ROOT
from checkout.goldens import Golden
from pages.language_reference import heading, language_tables

from sealwax.contract.inheritance import library
from sealwax.contract.model import Format
from sealwax.contract.resolving import declarations as resolving_declarations
from sealwax.contract.resolving import enums as resolving_enums
from sealwax.contract.resolving import sizes
from sealwax.contract.source import parse
from sealwax.contract.source import parsing as source_parsing
from sealwax.contract.source import text as source_text
from sealwax.diagnostics import Code, Report
from sealwax.language import type_text
from sealwax.language.forms import declarations
from sealwax.language.grammar import ContractDecl
from sealwax.language.type_text import BUILT_IN
from sealwax.meaning.json_values import LARGEST_EXACT
from sealwax.patterns import syntax as pattern_syntax
from sealwax.patterns.cost import MAX_CHARACTERS, MAX_REPEATED, MAX_STEPS
from sealwax.pipeline import load

INDEX = ROOT / "docs" / "contract-language.md"
PAGES = sorted((ROOT / "docs" / "language").iterdir())
TABLE = re.compile(r"<!-- keys: (?P<name>\w+) -->\n(?P<table>.*?)<!-- end -->\n", re.DOTALL)
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def page(name: str) -> str:
    return (ROOT / "docs" / "language" / name).read_text(encoding="utf-8")


def section(name: str, title: str) -> str:
    """The text of a page from a heading to the next one of the same depth."""
    start = page(name).index(f"\n## {title}\n")
    end = page(name).find("\n## ", start + 1)
    return page(name)[start : end if end > 0 else None]


def anchors(text: str) -> list[str]:
    """What links can lead to, on a page."""
    titles = re.findall(r"^#+ (.+)$", re.sub(r"(?ms)^```.*?^```$", "", text), re.MULTILINE)
    return [title.lower().replace(" ", "-") for title in titles]


def linked(table: str, name: str) -> str:
    """A table whose links lead to other pages, where the sections are there."""
    home = {anchor: path.name for path in reversed(PAGES) for anchor in anchors(page(path.name))}
    home |= dict.fromkeys(anchors(page("text.md")), "text.md") | dict.fromkeys(anchors(page(name)), "")
    return re.sub(r"\]\(#([^)]+)\)", lambda match: f"]({home[match[1]]}#{match[1]})", table)


def first_cells(text: str) -> list[str]:
    """What stands in backticks in the first column of the tables of a section."""
    return [name for row in re.findall(r"^\| ([^|]*) \|", text, re.MULTILINE) for name in re.findall(r"`(\S+)`", row)]


def is_contract(block: str) -> bool:
    return re.search(r"^contract: ", block, re.MULTILINE) is not None


def yaml_blocks() -> list[str]:
    return [match[1] for path in PAGES for match in BLOCK.finditer(page(path.name))]


def test_every_declaration_has_its_table_of_keys(golden: Golden) -> None:
    tables = language_tables()
    found = [match["name"] for path in PAGES for match in TABLE.finditer(page(path.name))]
    assert sorted(found) == sorted(tables)
    for path in PAGES:
        golden.matches(path, TABLE.sub(lambda match: filled(match["name"], tables, path.name), page(path.name)))  # noqa: B023


def filled(name: str, tables: dict[str, str], file: str) -> str:
    return f"<!-- keys: {name} -->\n{linked(tables[name], file)}\n<!-- end -->\n"


def test_each_table_stands_under_the_heading_that_links_lead_to() -> None:
    whole = "".join(page(path.name) for path in PAGES)
    headings = re.findall(r"^## (.+)\n\n<!-- keys: (\w+) -->$", whole, re.MULTILINE)
    assert sorted(headings) == sorted((heading(entry), entry.__name__) for entry in declarations(ContractDecl))


def test_the_index_lists_every_page_and_each_can_be_read_at_once() -> None:
    listed = re.findall(r"\]\(language/([^)]+)\)", INDEX.read_text(encoding="utf-8"))
    assert sorted(listed) == [path.name for path in PAGES]
    assert [path.name for path in PAGES if page(path.name).count("\n") > 320] == []


def extends(block: str) -> bool:
    return re.search(r"^extends: ", block, re.MULTILINE) is not None


@pytest.mark.parametrize("block", [block for block in yaml_blocks() if is_contract(block) and not extends(block)])
def test_the_contracts_of_the_page_have_no_mistakes(block: str) -> None:
    assert load({"contract/parcels.yaml": block.encode()})[1] == ()


def test_the_contract_that_extends_builds_on_that_of_the_tour() -> None:
    *_steps, tour = [match[1] for match in BLOCK.finditer(page("tour.md"))]
    (block,) = [block for block in yaml_blocks() if is_contract(block) and extends(block)]
    assert "\nextends: ../../shared/parcels.yaml\n" in block
    assert load({"contract/lockers.yaml": block.encode()}, bases={"../shared/parcels.yaml": tour.encode()})[1] == ()


def test_each_step_of_the_tour_is_part_of_the_whole_contract() -> None:
    *steps, whole = [match[1] for match in BLOCK.finditer(page("tour.md"))]
    parts = [step for step in steps if not is_contract(step)]
    assert len(parts) >= 5
    assert [part for part in parts if part not in whole] == []


def test_every_other_block_is_yaml() -> None:
    report = Report()
    for block in yaml_blocks():
        if not block.startswith(("#", "level: ")):
            assert parse("page.yaml", block.encode(), report) is not None
    assert report.sorted() == ()


def test_the_levels_of_the_page_can_be_read() -> None:
    block = next(match[1] for match in BLOCK.finditer(section("values.md", "Levels and conditions")))
    fields = {
        "state": "ParcelState",
        "fidelity": "Fidelity",
        "refund": "string",
    }
    for line in block.splitlines():
        declared = "\n".join(f"      {name}: {{type: {type_}, level: may}}" for name, type_ in fields.items())
        contract = CONTRACT_FOR_LEVELS.format(fields=declared, level=line)
        assert load({"contract/levels.yaml": contract.encode()})[1] == (), line


CONTRACT_FOR_LEVELS = """
contract: levels
version: "1.0.0"
title: Levels
envelope:
  name: Reply
  fields:
    ok: {{type: boolean}}
    parcel: {{type: Parcel}}
  outcomes:
    success: {{when: {{ok: true}}}}
    failure: {{when: {{ok: false}}}}
types:
  Parcel:
    fields:
{fields}
      reason:
        type: string
        {level}
enums:
  ParcelState: {{values: {{lost: {{}}, returned: {{}}, delivered: {{}}}}}}
  Fidelity: {{order: highest_first, values: {{full: {{}}, partial: {{}}}}}}
"""


def test_every_diagnostic_code_is_explained_once() -> None:
    assert first_cells(page("diagnostics.md")) == [code.value for code in Code]


def test_every_built_in_type_and_format_is_explained() -> None:
    assert set(BUILT_IN) <= set(first_cells(section("values.md", "Types")))
    assert first_cells(section("values.md", "Formats")) == [entry.value for entry in Format]


def test_the_limits_are_those_of_the_code() -> None:
    limits = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", section("text.md", "Limits"), re.MULTILINE))
    size = f"{source_text.MAX_BYTES // 2**20} MiB"
    assert limits["a file"] == f"{size}, {source_parsing.MAX_NODES:,} keys and values"
    assert limits["nesting of mappings and lists"] == f"{source_parsing.MAX_DEPTH} levels"
    assert limits["lists, maps and parentheses in one type"] == f"{type_text.MAX_DEPTH} levels"
    assert limits["types that contain or include each other"] == f"{resolving_declarations.MAX_DEPTH} levels"
    assert limits["fields that `includes` adds to all records together"] == f"{resolving_declarations.MAX_INCLUDED:,}"
    assert limits["contracts that one contract extends, directly or through others"] == str(library.MAX_EXTENDED)
    inherited = f"{library.MAX_INHERITED // 2**20} MiB"
    assert limits["text that the contracts of a project inherit, all together"] == inherited
    aliased = f"{source_parsing.MAX_ALIASED:,} values, {source_parsing.MAX_ALIASED_TEXT // 2**20} MiB of text"
    assert limits["values that aliases expand to"] == aliased
    exact = f"from -{LARGEST_EXACT} to {LARGEST_EXACT}"
    assert limits["values of an enum with `order`"] == str(resolving_enums.MAX_ORDERED)
    assert limits["tools × fields of the envelope"] == f"{sizes.MAX_TOOL_FIELDS:,}"
    text = f"{sizes.MAX_TEXT // 2**20} MiB"
    assert limits["fields and values in the schemas of all tools, with all their text"] == text
    assert limits["the same for the schemas of all standalone records"] == text
    assert limits["the same for all records"] == f"{sizes.MAX_REFERRED // 2**20} MiB"
    for each in (
        "text of included fields, once per record",
        f"error codes, once per field with `number_of` ({sizes._NUMBERED} bytes each)",
        "promises of tiers, once per field",
        "headings of columns, once per value",
        "text of error types, of builders and of the defaults of an error response, once per error code",
    ):
        assert limits[each] == text
    repeated = "keys of a response that repeat those of a record in another place"
    assert limits[repeated] == f"{sizes.MAX_REPEATED:,}"
    assert limits["examples × fields of all objects"] == f"{sizes.MAX_CHECKED:,}"
    assert limits["error codes × keys of an error response"] == f"{sizes.MAX_CHECKED:,}"
    assert limits["error codes × parameters of the largest builder"] == f"{sizes.MAX_PASSED:,}"
    assert limits["a number"] == f"{source_parsing.MAX_NUMBER} characters, and {exact}"
    nesting = f"groups nested {pattern_syntax.MAX_NESTING} deep"
    assert MAX_CHARACTERS == pattern_syntax.MAX_SOURCE
    assert limits["a pattern"] == f"{MAX_CHARACTERS} characters, also with all counts written out; {nesting}"
    assert f"below {MAX_STEPS:,} steps" in section("values.md", "Patterns")
    assert f"`max_length: {MAX_REPEATED}`" in section("values.md", "Patterns")
    assert f"counts up to {pattern_syntax.MAX_COUNT}" in section("values.md", "Patterns")
