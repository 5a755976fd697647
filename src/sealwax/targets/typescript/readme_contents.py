"""The names that the package exports, for its README: one by one, or as families such as `validate…`."""

from collections.abc import Iterable, Iterator, Mapping

from sealwax.contract import model as m
from sealwax.languages import markdown
from sealwax.languages import typescript as ts
from sealwax.naming import CONTRACT_ERROR, parts_type, parts_types
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_bodies import builder_name
from sealwax.targets.typescript.builder_values import CLOCK, DEFAULTS
from sealwax.targets.typescript.builders import clock_view, has_options, options_type
from sealwax.targets.typescript.lookup import lookup_view
from sealwax.targets.typescript.types import types_view
from sealwax.targets.typescript.validation import schema_name

_JSON = ("JsonObject", "JsonValue")
_PARSERS = ("parse", "parseJson", "safeParse", "safeParseJson")


def contents(contract: m.Contract, namespaces: Mapping[str, Finished]) -> Iterator[tuple[str, Finished]]:
    """What there is, in words, each with the names that the package exports."""
    for words, names in (*_making(contract, namespaces), *_reading(contract)):
        if names:
            yield words, Finished(", ".join(map(markdown.code, names)))


def _making(contract: m.Contract, namespaces: Mapping[str, Finished]) -> Iterator[tuple[str, list[str]]]:
    builders, errors, warnings = contract.builders, contract.error_mapping, contract.warning_mapping
    yield "Builders", [builder_name(each) for each in builders]
    yield "Their options", [options_type(each) for each in builders if has_options(each)]
    yield "Functions that give the builders values, if you set them", [DEFAULTS] if contract.provided else []
    yield "The time that builders read", ["Clock", CLOCK] if clock_view(contract) else []
    errors_there = errors is not None and bool(errors.factories)
    yield "A function for each error code that has a message", [namespaces["errors"]] if errors_there else []
    warnings_there = warnings is not None and bool(warnings.factories)
    yield "A function for each warning code that has a message", [namespaces["warnings"]] if warnings_there else []
    if errors is not None:
        kinds = (ts.exception_name(each.value) for each in errors.types.values)
        yield "Exceptions, and what makes one of a failure", [CONTRACT_ERROR, *kinds, "exceptionFor"]
    if contract.merging is not None:
        name, gates = contract.merging.name, ["gatesFromEnvironment"] if contract.merging.gates else []
        options = f"{ts.type_name(name)}Options"
        yield "Merging keys into a response", [ts.function_name(name), options, *gates]
    if contract.partial is not None:
        retryable = ["retryableIssues"] if contract.partial.retryable else []
        yield "Results of which a part is missing", ["IssueCollector", *retryable]


def _reading(contract: m.Contract) -> Iterator[tuple[str, list[str]]]:
    general = ["isValid", "validate", *_PARSERS, "InvalidResponse", schema_name(contract.envelope.name)]
    yield "Validators and parsers of responses", general
    yield "What they return and implement", ["Finding", "ParseResult", "StandardSchemaV1"]
    has_types = bool(contract.records or contract.enums or contract.texts or contract.tools)
    yield "The same for every type", ["isValid…", "validate…", "…Schema"] if has_types else []
    has_parsers = bool(contract.tools) or any(record.standalone for record in contract.records)
    yield "The same for every tool, and for records that stand alone", [f"{each}…" for each in _PARSERS * has_parsers]
    composites = [text for text in contract.texts if text.forms]
    yield "Composite strings", ["parse…", "safeParse…", "format…"] if composites else []
    types = (each for text in composites for each in (*_forms(text), parts_type(text.name)))
    yield "Their parts", [ts.type_name(each) for each in dict.fromkeys(types)]
    yield "What is known about a code or an error type", [*lookup_view(contract).functions]
    yield "Any JSON", [*_JSON] if types_view(contract).uses_json else []


def _forms(text: m.Text) -> Iterable[str]:
    return parts_types(text.name, [form.name for form in text.forms])
