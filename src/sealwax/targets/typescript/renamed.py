"""Old names of exports -> renamed.js and renamed.d.ts: the same exports, marked as deprecated."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.renamed import before_renames
from sealwax.naming import parts_type, parts_types
from sealwax.rendering import Finished
from sealwax.targets.typescript.catalogue import catalogue_view, table_name
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.parsing import parsing_view
from sealwax.targets.typescript.validation import schema_name

_PARSERS = ("parse", "safeParse", "parseJson", "safeParseJson")
Exports = Iterator[tuple[str, Finished]]
"""Names, each after the module that exports it."""


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


def _pairs(before: Exports, now: Exports) -> dict[Finished, dict[Finished, Finished]]:
    found: dict[Finished, dict[Finished, Finished]] = {}
    for (_, old), (module, new) in zip(before, now, strict=True):
        if old != new:
            found.setdefault(Finished(module), {})[old] = new
    return found


def _types(contract: m.Contract) -> Exports:
    names = [*(each.name for each in contract.records), *(each.name for each in contract.texts)]
    shared = {each.name for each in contract.envelope.outcomes}
    for tool in contract.tools:
        own = (each.name for each in tool.envelope.outcomes if each.name not in shared)
        names += (tool.envelope.name, *own)
    yield from (("./types.d.ts", ts.type_name(name)) for name in names)
    for enum in catalogue_view(contract).enums:
        if enum.columns:
            yield "./catalogue.js", Finished(f"{ts.type_name(enum.enum.name)}Entry")
    composites = _composites(contract)
    parts = [each for text in composites for each in parts_types(text.name, [form.name for form in text.forms])]
    parts += (parts_type(text.name) for text in composites if len(text.forms) > 1)
    yield from (("./parts.js", ts.type_name(name)) for name in parts)


def _values(contract: m.Contract) -> Exports:
    for each in catalogue_view(contract).enums:
        yield "./catalogue.js", ts.type_name(each.enum.name)
        if each.columns:
            yield "./catalogue.js", table_name(each.enum)
        if each.ranking:
            yield "./catalogue.js", each.ranking.function
    for value in contract.error_mapping.types.values if contract.error_mapping else ():
        yield "./exceptions.js", ts.exception_name(value.value)
    for whose in parsing_view(contract).parsers.values():
        yield from (("./parsing.js", Finished(f"{verb}{whose}")) for verb in _PARSERS)
    for whose in (ts.suffix(text.name) for text in _composites(contract)):
        yield from (("./parts.js", Finished(f"{verb}{whose}")) for verb in ("parse", "safeParse", "format"))
    types = [tool.envelope.name for tool in contract.tools]
    for named in (contract.records, contract.enums, contract.texts):
        types += (each.name for each in named)
    for name in types:
        yield from (("./validation.js", Finished(f"{verb}{ts.suffix(name)}")) for verb in ("isValid", "validate"))
        yield "./validation.js", schema_name(name)


def _composites(contract: m.Contract) -> list[m.Text]:
    return [text for text in contract.texts if text.forms]
