"""From a region to its view: a table of fields, of values or of parameters, or an example."""

import posixpath
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.diagnostics import Code, Report, did_you_mean
from sealwax.languages.markdown import code_cell, text
from sealwax.regions.markers import Region
from sealwax.regions.options import RegionOptions
from sealwax.rendering import Finished
from sealwax.targets.markdown.filters import (
    field_doc,
    field_type,
    level,
    parameter_doc,
    path_cell,
    plain_level,
    type_cell,
)
from sealwax.targets.markdown.links import Links, links_of
from sealwax.targets.markdown.tables import GROUPS, Columns, Item, Table, kinds_of, table, value_columns
from sealwax.targets.reference.addresses import address

_FILTERS = ("status", "retry", "tier")
_KINDS = {
    "fields": ("of", "level", "columns"),
    "codes": ("of", "group", *_FILTERS, "columns", "headings"),
    "types": (*_FILTERS, "columns"),
    "enum": ("of", "tier", "columns"),
    "parameters": ("of", "columns"),
    "example": ("of", "title"),
}
"""The options of each kind of region, besides `contract` and `links`."""
_CATALOGUES = {
    "codes": (m.Catalogue.ERROR_CODES, m.Catalogue.WARNING_CODES),
    "types": (m.Catalogue.ERROR_TYPES,),
}


class RegionTable(Struct, frozen=True):
    heading: Finished
    """With its number signs; empty for a table without a heading."""
    table: Table


class RegionView(Struct, frozen=True):
    """A region of a Markdown file: tables, or one example."""

    tables: tuple[RegionTable, ...] = ()
    example: m.Example | None = None


def region_view(region: Region, file: str, contracts: Sequence[m.Contract], report: Report) -> RegionView | None:
    """What belongs into a region; None if something is wrong with its marker."""
    options = RegionOptions(region, report)
    if region.kind.text not in _KINDS:
        hint = did_you_mean(region.kind.text, _KINDS, f"write one of: {', '.join(_KINDS)}")
        options.fail(Code.UNKNOWN_NAME, region.kind, f"there is no region '{region.kind.text}'", hint)
        return None
    options.require_known((*_KINDS[region.kind.text], "contract", "links"))
    contract = options.contract(contracts)
    has_links = options.one("links", ("yes", "no"), "setting", "yes") == "yes"
    if contract is None:
        return None
    view = _view(region.kind.text, options, contract, _links(contract, file if has_links else ""))
    return view if options.is_sound else None


def _view(kind: str, options: RegionOptions, contract: m.Contract, links: Links) -> RegionView:
    match kind:
        case "fields":
            return _fields(options, contract, links)
        case "parameters":
            return _parameters(options, contract, links)
        case "example":
            return _example(options, contract)
        case _:
            return _values(options, _enums(kind, contract), has_default=kind != "enum")


def _links(contract: m.Contract, file: str) -> Links:
    """The sections of the reference pages, as seen from a file; none without a file or without such pages."""
    links = links_of(contract)
    if not file or "markdown" not in contract.output.targets:
        return replace(links, sections={})
    folder = posixpath.relpath(f"{contract.output.folder}/{contract.name}/markdown", posixpath.dirname(file) or ".")
    return replace(links, sections={name: address(f"{folder}/{to}") for name, to in links.sections.items()})


def _table(columns: Columns[Item], items: Sequence[Item], options: RegionOptions, heading: str = "") -> RegionTable:
    """A table with the columns that the options name; by default those of the reference pages."""
    return RegionTable(Finished(heading), table(columns, items, options.words("columns", columns, "column")))


# -- the kinds of regions ---------------------------------------------------------------------------------------------


def _fields(options: RegionOptions, contract: m.Contract, links: Links) -> RegionView:
    """The fields of a record, of the envelope or of one of its outcomes."""
    fields = {each.name: each.fields for each in contract.records}
    fields |= {each.name: each.fields for each in contract.envelope.outcomes}
    fields[contract.envelope.name] = contract.envelope.fields
    chosen = fields.get(options.one("of", tuple(fields), "type"), ())
    levels = options.words("level", tuple(m.Level), "level") or tuple(m.Level)
    rows = [field for field in chosen if field.level in levels]
    if options.is_sound and not rows:
        options.nothing()
    columns: Columns[m.Field] = {
        "field": ("Field", lambda field: code_cell(field.name)),
        "type": ("Type", lambda field: field_type(field, links)),
        "level": ("Level", level),
        "description": ("Description", field_doc),
    }
    return RegionView((_table(columns, rows, options),))


def _enums(kind: str, contract: m.Contract) -> list[m.Enum]:
    """The enums that a region can show; the first is shown if the region names none."""
    catalogues = _CATALOGUES.get(kind)
    if catalogues is None:
        return [*contract.enums]
    return [enum for each in catalogues if (enum := contract.catalogue(each)) is not None]


def _values(options: RegionOptions, enums: Sequence[m.Enum], *, has_default: bool = True) -> RegionView:
    by_name = {enum.name: enum for enum in enums}
    default = enums[0].name if enums and has_default else ""
    enum = by_name.get(options.one("of", tuple(by_name), "enum", default))
    if enum is None:
        return RegionView()
    groups = value_groups(enum, options)
    if options.is_sound and not groups:
        options.nothing()
    columns = value_columns(enum)
    return RegionView(tuple(_table(columns, rows, options, heading) for heading, rows in groups.items()))


def _parameters(options: RegionOptions, contract: m.Contract, links: Links) -> RegionView:
    """The parameters of a builder."""
    by_name = {builder.name: builder for builder in contract.builders}
    builder = by_name.get(options.one("of", tuple(by_name), "builder"))
    if builder is None:
        return RegionView()
    columns: Columns[m.Parameter] = {
        "parameter": ("Parameter", lambda each: code_cell(each.name)),
        "type": ("Type", lambda each: type_cell(each.field.type, links)),
        "level": ("Level", plain_level),
        "path": ("Goes to", lambda each: path_cell(each.path)),
        # Unlike on the reference pages, the description of the field is not beside it.
        "description": ("Description", lambda each: parameter_doc(replace(each, field=_without_docs(each.field)))),
    }
    return RegionView((_table(columns, builder.parameters, options),))


def _without_docs(field: m.Field) -> m.Field:
    return replace(field, docs=m.Documentation())


def _example(options: RegionOptions, contract: m.Contract) -> RegionView:
    """One example: that with a title, or the first about a declaration."""
    by_name: dict[str, dict[str, m.Example]] = {}
    for example in contract.examples:
        by_name.setdefault(example.about or example.subject.name, {}).setdefault(example.title, example)
    name = options.one("of", tuple(by_name), "declaration with examples", contract.envelope.name)
    if name not in by_name:
        options.without_examples(name, tuple(by_name))
        return RegionView()
    titles = tuple(by_name[name])
    return RegionView(example=by_name[name].get(options.one("title", titles, "example", titles[0])))


def value_groups(enum: m.Enum, options: RegionOptions) -> dict[str, list[m.EnumValue]]:
    """The values that the options choose, by the heading above them; all under an empty one without headings."""
    facts = _facts(enum)
    wanted = {name: options.words(name, of, what) for name, (what, of) in _choices(enum, facts).items()}
    groups: dict[str, list[m.EnumValue]] = {}
    depth = options.number("headings", 1, 6)
    for value in enum.values:
        if all(not chosen or facts[value.value][name] in chosen for name, chosen in wanted.items()):
            heading = f"{'#' * depth} {text(value.classified_as)}" if depth and value.classified_as else ""
            groups.setdefault(heading, []).append(value)
    return groups


def _facts(enum: m.Enum) -> dict[str, dict[str, str]]:
    """What values can be chosen by, for each of them."""
    found, kinds = {}, kinds_of(enum)
    for value in enum.values:
        kind = kinds.get(value.value)
        found[value.value] = {
            "group": value.classified_as,
            "status": "" if kind is None or kind.http is None else str(kind.http),
            "retry": "" if kind is None or kind.retry is None else kind.retry.decision.value,
            "tier": "" if value.tier is None else value.tier.name,
        }
    return found


def _choices(enum: m.Enum, facts: Mapping[str, Mapping[str, str]]) -> dict[str, tuple[str, list[str]]]:
    """For each filter: what it is about, and the words that it can have."""
    groups = enum.classified_by
    known = [value.value for value in groups.values] if groups is not None else []
    seen = {name: list(dict.fromkeys(fact[name] for fact in facts.values())) for name in ("group", "status", "tier")}
    return {
        "group": (GROUPS.get(enum.catalogue, "group").lower(), known or list(filter(None, seen["group"]))),
        "status": ("HTTP status", sorted(filter(None, seen["status"]))),
        "retry": ("retry decision", [each.value for each in m.RetryDecision]),
        "tier": ("tier", list(filter(None, seen["tier"]))),
    }
