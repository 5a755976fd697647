"""Old names of exports -> renamed.js and renamed.d.ts: the same exports, marked as deprecated."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.renames import before_renames, renamed_pairs
from sealwax.naming import parts_type, parts_types
from sealwax.rendering import Finished
from sealwax.targets.typescript.catalogue import catalogue_view, table_name
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.parsing import parsing_view
from sealwax.targets.typescript.validation import schema_name

_TYPES, _CATALOGUE, _PARTS = Finished("./types.d.ts"), Finished("./catalogue.js"), Finished("./parts.js")
_PARSERS = ("parse", "safeParse", "parseJson", "safeParseJson")
Names = dict[Finished, tuple[Finished, ...]]
"""By module: names that it exports."""


class RenamedView(Struct, frozen=True):
    """renamed.js and renamed.d.ts"""

    header: Finished
    types: dict[Finished, dict[Finished, Finished]]
    """By module: the old names of types, each with the present one."""
    values: dict[Finished, dict[Finished, Finished]]
    """By module: the old names of functions, constants and classes, each with the present one."""


def renamed_view(contract: m.Contract) -> RenamedView | None:
    """None if no old name still works."""
    before = before_renames(contract)
    if before is contract:
        return None
    types = _pairs(_types(before), _types(contract))
    values = _pairs(_values(before), _values(contract))
    return RenamedView(first_line(contract), types, values) if types or values else None


def _pairs(before: Names, now: Names) -> dict[Finished, dict[Finished, Finished]]:
    found = {module: renamed_pairs(before[module], now[module]) for module in now}
    return {module: pairs for module, pairs in found.items() if pairs}


def _types(contract: m.Contract) -> Names:
    names = [*(each.name for each in contract.records), *(each.name for each in contract.texts)]
    shared = {each.name for each in contract.envelope.outcomes}
    for tool in contract.tools:
        own = (each.name for each in tool.envelope.outcomes if each.name not in shared)
        names += (tool.envelope.name, *own)
    entries = (f"{ts.type_name(each.enum.name)}Entry" for each in catalogue_view(contract).enums if each.columns)
    composites = [text for text in contract.texts if text.forms]
    parts = [each for text in composites for each in parts_types(text.name, [form.name for form in text.forms])]
    parts += (parts_type(text.name) for text in composites if len(text.forms) > 1)
    return {
        _TYPES: tuple(map(ts.type_name, names)),
        _CATALOGUE: tuple(map(Finished, entries)),
        _PARTS: tuple(map(ts.type_name, parts)),
    }


def _values(contract: m.Contract) -> Names:
    mapping = contract.error_mapping
    return {
        _CATALOGUE: tuple(_catalogue(contract)),
        Finished("./exceptions.js"): tuple(ts.exception_name(each.value) for each in mapping.types.values)
        if mapping
        else (),
        Finished("./parsing.js"): tuple(
            Finished(f"{verb}{whose}") for whose in parsing_view(contract).parsers.values() for verb in _PARSERS
        ),
        _PARTS: tuple(
            Finished(f"{verb}{ts.suffix(text.name)}")
            for text in contract.texts
            if text.forms
            for verb in ("parse", "safeParse", "format")
        ),
        Finished("./validation.js"): tuple(_validators(contract)),
    }


def _catalogue(contract: m.Contract) -> Iterator[Finished]:
    for each in catalogue_view(contract).enums:
        yield ts.type_name(each.enum.name)
        yield from (table_name(each.enum),) if each.columns else ()
        yield from (each.ranking.function,) if each.ranking else ()


def _validators(contract: m.Contract) -> Iterator[Finished]:
    types = [tool.envelope.name for tool in contract.tools]
    for named in (contract.records, contract.enums, contract.texts):
        types += (each.name for each in named)
    for name in types:
        yield from (Finished(f"{verb}{ts.suffix(name)}") for verb in ("isValid", "validate"))
        yield schema_name(name)
