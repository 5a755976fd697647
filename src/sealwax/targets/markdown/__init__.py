"""Reference pages in Markdown: everything that a contract states on one page, and one more for guides and for releases.

The text of the pages is in the templates. All of them have the same view, but for their links.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract.model import Contract, Enum, Field, TextForm
from sealwax.languages.markdown import comment
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.markdown.codes import CodeSection, code_texts
from sealwax.targets.markdown.filters import FILTERS
from sealwax.targets.markdown.links import Links, links_of, types_in_codes
from sealwax.targets.markdown.tables import Table, value_table
from sealwax.targets.reference import ReferenceSections, reference_sections


class ContractView(Struct, frozen=True):
    """All pages of a contract."""

    header: Finished
    contract: Contract
    reference: ReferenceSections
    links: Links
    guide: Finished
    """The file name of the page with guides."""
    changelog: Finished
    own_fields: dict[str, tuple[Field, ...]]
    """By record: its fields without those of the records that it includes."""
    tables: dict[str, Table]
    """By enum: its values."""
    codes: dict[str, tuple[CodeSection, ...]]
    """By enum: the codes with texts, facts or functions that do not fit into rows."""
    only_forms: dict[str, TextForm]
    """By composite string with a single form: that form."""


def pages(contract: Contract) -> Iterator[Page]:
    # The name of a contract consists of lower-case words and hyphens, so it needs no escaping in a path or a link.
    page, guide, changelog = (Finished(f"{contract.name}{each}.md") for each in ("", "-guide", "-changelog"))
    folder, reference = f"{contract.name}/markdown", _without(types_in_codes(contract), reference_sections(contract))
    texts = {enum.name: code_texts(enum, contract) for enum in contract.enums}
    codes = {name: each.sections for name, each in texts.items()}
    view = ContractView(
        header=comment(header(contract.name)),
        contract=contract,
        reference=reference,
        links=links_of(contract, reference, codes, "", guide),
        guide=guide,
        changelog=changelog,
        own_fields=_own_fields(contract),
        tables={enum.name: value_table(enum, texts[enum.name].rows) for enum in contract.enums},
        codes=codes,
        only_forms={text.name: text.forms[0] for text in contract.texts if len(text.forms) == 1},
    )
    yield Page(f"{folder}/{page}", "markdown/contract.md.j2", view)
    elsewhere = replace(view, links=links_of(contract, reference, codes, page, guide))
    if reference.has_guide:
        yield Page(f"{folder}/{guide}", "markdown/guide.md.j2", elsewhere)
    if contract.releases:
        yield Page(f"{folder}/{changelog}", "markdown/changelog.md.j2", elsewhere)


def _without(enum: Enum | None, reference: ReferenceSections) -> ReferenceSections:
    """The sections without that of an enum."""
    topics = {
        title: replace(topic, enums=tuple(each for each in topic.enums if each is not enum))
        for title, topic in reference.topics.items()
    }
    return replace(reference, topics=topics)


def _own_fields(contract: Contract) -> dict[str, tuple[Field, ...]]:
    """A field that a contract narrows after it was included is one of its own."""
    records = {record.name: record for record in contract.records}
    found = {}
    for record in contract.records:
        included = {field.name: field for name in record.includes for field in records[name].fields}
        found[record.name] = tuple(field for field in record.fields if field != included.get(field.name))
    return found


TARGET = Target("markdown", pages, FILTERS)
