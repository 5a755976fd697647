"""Reference pages in Markdown: everything that a contract states, for people to read, on a page per topic.

The text of the pages is in the templates. All of them have the same view.
"""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract, Field, TextForm
from sealwax.languages.markdown import comment
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.markdown.codes import CodeSection, code_sections
from sealwax.targets.markdown.filters import FILTERS
from sealwax.targets.markdown.links import Links, links_of
from sealwax.targets.markdown.tables import Table, value_table
from sealwax.targets.reference import ReferenceSections, reference_sections


class ContractView(Struct, frozen=True):
    """All pages of a contract."""

    header: Finished
    contract: Contract
    reference: ReferenceSections
    links: Links
    pages: tuple[str, ...]
    """The file names of the pages, without README.md."""
    own_fields: dict[str, tuple[Field, ...]]
    """By record: its fields without those of the records that it includes."""
    tables: dict[str, Table]
    """By enum: its values."""
    codes: dict[str, tuple[CodeSection, ...]]
    """By enum: the codes with texts, facts or functions."""
    only_forms: dict[str, TextForm]
    """By composite string with a single form: that form."""


def pages(contract: Contract) -> Iterator[Page]:
    reference = reference_sections(contract)
    view = ContractView(
        header=comment(header(contract.name)),
        contract=contract,
        reference=reference,
        links=links_of(contract),
        pages=tuple(_files(contract, reference)),
        own_fields=_own_fields(contract),
        tables={enum.name: value_table(enum) for enum in contract.enums},
        codes={enum.name: code_sections(enum, contract) for enum in contract.enums},
        only_forms={text.name: text.forms[0] for text in contract.texts if len(text.forms) == 1},
    )
    for file in ("README.md", *view.pages):
        yield Page(f"{contract.name}/markdown/{file}", f"markdown/{file}.j2", view)


def _files(contract: Contract, reference: ReferenceSections) -> Iterator[str]:
    """The pages that this contract has any content for, in reading order."""
    has_content = {
        "envelope": True,
        "tools": contract.tools,
        **dict.fromkeys(reference.topics, True),
        "tiers": reference.tiers is not None,
        "builders": contract.builders,
        "guide": reference.has_guide,
        "validation": True,
        "changelog": contract.releases,
    }
    return (f"{name}.md" for name, has_any in has_content.items() if has_any)


def _own_fields(contract: Contract) -> dict[str, tuple[Field, ...]]:
    """A field that a contract narrows after it was included is one of its own."""
    records = {record.name: record for record in contract.records}
    found = {}
    for record in contract.records:
        included = {field.name: field for name in record.includes for field in records[name].fields}
        found[record.name] = tuple(field for field in record.fields if field != included.get(field.name))
    return found


TARGET = Target("markdown", pages, FILTERS)
