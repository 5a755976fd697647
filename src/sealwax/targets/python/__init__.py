"""Python: one installable distribution per contract."""

from collections.abc import Callable, Iterator, Mapping

from sealwax.contract.model import Contract
from sealwax.languages import json_line, markdown, python
from sealwax.languages.python.types import wire_name
from sealwax.meaning.checks import NODES
from sealwax.meaning.checks.enforcement import CHECKABLE, Enforcement, RuleKind
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.serving.http import HttpPlan
from sealwax.rendering import HeaderView, Page, Target
from sealwax.targets.package_names import package_folder
from sealwax.targets.python import (
    builders,
    checks,
    conditions,
    dataclasses,
    errors,
    exceptions,
    parsing,
    texts,
    validation,
    warning_details,
)
from sealwax.targets.python.enums import enums_view
from sealwax.targets.python.head import first_line
from sealwax.targets.python.merging import merging_view
from sealwax.targets.python.names import suffix, warnings_module, wire_types
from sealwax.targets.python.package_files import project_view, readme_view, toml_string
from sealwax.targets.python.partial import partial_view
from sealwax.targets.python.records import records_view
from sealwax.targets.python.runtime import runtime_view
from sealwax.targets.python.serving import (
    call_arguments,
    component_pages,
    fastapi_view,
    http_view,
    mcp_view,
    schema_function,
    schema_pages,
    sdk_view,
)
from sealwax.targets.python.surface import Exports, exports, init_view
from sealwax.targets.python.wire import generic_envelopes, tools_view, wire_view
from sealwax.targets.served import contains_schemas, served_over_http, serves_mcp

_TYPED = frozenset({RuleKind.TYPE, RuleKind.REQUIRED, RuleKind.UNKNOWN_KEY, RuleKind.ENUM})
_PARTLY_TYPED = {
    RuleKind.NUMBER: "integers have no fraction, but `True` counts as 1",
    RuleKind.CONSTANT: "constants have their value, except for numbers with a fraction",
}
ENFORCES = (
    Enforcement("Python validators", CHECKABLE, {}),
    Enforcement("Python TypedDicts", _TYPED | {RuleKind.OUTCOME, RuleKind.UNDECLARED}, _PARTLY_TYPED),
    Enforcement("Python dataclasses", _TYPED, _PARTLY_TYPED),
)


_EXPORTED: Mapping[str, Callable[[Contract], object]] = {
    "builders": builders.builders_view,
    "clock": builders.clock_view,
    "enums": enums_view,
    "parts": texts.parts_view,
    "texts": texts.texts_view,
    "tools": tools_view,
}
"""The views of the modules that a package has if it exports anything from them."""


def pages(contract: Contract) -> Iterator[Page]:
    exported, http = exports(contract), served_over_http(contract)
    root, package = f"{contract.name}/python", package_folder(contract, "python")
    yield Page(f"{package}/__init__.py", "python/init.py.j2", init_view(contract, exported))
    for module, view in _modules(contract, exported, http):
        yield Page(f"{package}/{module}.py", f"python/{module}.py.j2", view)
    if (warnings := contract.warning_mapping) is not None and warnings.factories:
        path = f"{package}/{warnings_module(warnings.record)}.py"
        yield Page(path, "python/warning_details.py.j2", warning_details.warning_details_view(contract, warnings))
    if contains_schemas(contract):
        yield from schema_pages(contract, package)
    if http is not None:
        yield from component_pages(contract, package)
    if "python" in contract.output.embedded:
        return
    yield Page(f"{package}/py.typed", "python/py.typed.j2", HeaderView(first_line(contract.name)))
    yield Page(f"{root}/pyproject.toml", "python/pyproject.toml.j2", project_view(contract))
    yield Page(f"{root}/README.md", "python/README.md.j2", readme_view(contract, exported, http))


def _modules(contract: Contract, exported: Exports, http: HttpPlan | None) -> Iterator[tuple[str, object]]:
    """The modules that are named after their templates, and their views: those that the contract has something for."""
    line = first_line(contract.name)
    yield "_runtime", runtime_view(line, _called(contract))
    yield (
        "validation",
        validation.validation_view(lower(contract), line, wire_types(contract), generic_envelopes(contract)),
    )
    yield "parsing", parsing.parsing_view(contract)
    yield "wire", wire_view(contract, serves_http=http is not None)
    yield "records", records_view(contract, has_unset="UNSET" in exported["records"])
    yield from ((module, view(contract)) for module, view in _EXPORTED.items() if module in exported)
    if contract.error_mapping is not None:
        yield "exceptions", exceptions.exceptions_view(contract, contract.error_mapping)
        if contract.error_mapping.factories:
            yield "errors", errors.errors_view(contract, contract.error_mapping)
    if http is not None:
        fastapi = fastapi_view(contract, http)
        yield from (("http", http_view(contract, http)), ("fastapi", fastapi), ("_openapi", fastapi))
    if contract.merging is not None:
        yield "merging", merging_view(contract, contract.merging)
    if contract.partial is not None:
        yield "partial", partial_view(contract, contract.partial)
    if serves_mcp(contract):
        yield "_tools", sdk_view(contract)
        yield "mcp", mcp_view(contract)


def _called(contract: Contract) -> Iterator[str]:
    """The functions of the run-time module that other modules call."""
    yield from validation.called(lower(contract))
    yield from parsing.called(contract)
    yield from builders.called(contract)
    if contract.error_mapping is not None:
        yield from exceptions.called(contract.error_mapping)
        yield from errors.called(contract.error_mapping)
    if contract.warning_mapping is not None:
        yield from warning_details.called(contract.warning_mapping)
    if serves_mcp(contract) or served_over_http(contract):
        yield "type_of"


TARGET = Target(
    "python",
    pages,
    {
        "document": json_line,  # for the copies of JSON Schemas: the readable ones are those of the target json-schema
        "docstring": python.docstring,
        "comment": python.comment,
        "string": python.string,
        "literal": python.literal,
        "dotted": python.dotted,
        "member": python.member,
        "attribute": python.attribute,
        "class_name": python.class_name,
        "suffix": suffix,
        "wire_name": wire_name,
        "exception": python.exception_name,
        "builder": builders.builder_name,
        "call_arguments": call_arguments,
        "read": dataclasses.read,
        "members_name": dataclasses.members_name,
        "schema_function": schema_function,
        "tuple": conditions.choices,
        "raw_string": validation.raw_string,
        "check_name": checks.check_name,
        "envelope_verdict": checks.envelope_verdict,
        "function_of": checks.function_of,
        "payload_function": checks.payload_function,
        "pointer": checks.pointer,
        "at_key": checks.at_key,
        "at_index": checks.at_index,
        "at_any_key": checks.at_any_key,
        "within": checks.within,
        "passes": checks.row_passes,
        "needs_value": checks.needs_value,
        "in_braces": checks.in_braces,
        "compact": checks.compact,
        "is_null_if_absent": checks.is_null_if_absent,
        "get": checks.get,
        "reads_once": checks.reads_once,
        "in_one_condition": checks.in_one_condition,
        "asks_presence": checks.asks_presence,
        "has_one_test": checks.has_one_test,
        "holds_any": checks.holds_any,
        "size": checks.size,
        "sparse": checks.sparse,
        "table_name": conditions.table_name,
        "keys_name": conditions.keys_name,
        "verdict_name": conditions.verdict_name,
        "variable": conditions.variable,
        "item_of": conditions.item_of,
        "wrong": conditions.wrong,
        "missed": conditions.missed,
        "fails": conditions.fails,
        "is_right": conditions.is_right,
        "all_hold": conditions.all_hold,
        "one_fails": conditions.one_fails,
        "selects": conditions.selects,
        "selects_none": conditions.selects_none,
        "selects_no_case": conditions.selects_no_case,
        "differs": conditions.differs,
        "is_other_sum": conditions.is_other_sum,
        "toml_string": toml_string,
        "text": markdown.text,
        "paragraphs": markdown.paragraphs,
        "code": markdown.code,
        "block": markdown.text_block,
        "remark": markdown.comment,
        **NODES,
    },
    ENFORCES,
)
