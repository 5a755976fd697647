"""The helpers of a server that moves to a contract: the same calls and the same responses as before."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from checkout import CONSUMERS, RESPONSE_V2
from judges.reference import check
from packages.built import Built, built
from packages.npm import Consumer, installed

from sealwax.contract.model import Contract, Json
from sealwax.diagnostics import Code, Diagnostic
from sealwax.meaning.builders.interpreter import build
from sealwax.meaning.findings import Weight
from sealwax.naming import camel
from sealwax.pipeline import load

SOURCE = (CONSUMERS / "task-server.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made() -> Iterator[Built]:
    with built(SOURCE.encode(), {"response-v2.yaml": RESPONSE_V2.read_bytes()}) as package:
        yield package


@pytest.fixture(scope="module")
def python(made: Built) -> Iterator[ModuleType]:
    with made.imported() as package:
        yield package


@pytest.fixture(scope="module")
def node(made: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    folder = tmp_path_factory.mktemp("migrated") / "node"
    with installed(made.path("typescript"), folder, made.contract.name) as consumer:
        yield consumer


def failure(message: str, data: dict[str, Json], **meta: Json) -> Json:
    return {"success": False, "data": data, "error": message, "meta": {"version": "response-v2", **meta}}


CALLS: dict[str, tuple[str, str, Json]] = {
    "another message and context": (
        "not_found('Task', 't-1')",
        "notFound('Task', 't-1')",
        failure(
            "Task 't-1' not found",
            {
                "error_code": "NOT_FOUND", "error_type": "not_found", "resource_type": "Task", "resource_id": "t-1",
                "remediation": "Verify that the Task exists.",
            },
        ),
    ),
    "a list in an optional part": (
        "not_found('Task', 't-1', candidates=['t-2', 't-3'], request_id='r1')",
        "notFound('Task', 't-1', { candidates: ['t-2', 't-3'], requestId: 'r1' })",
        failure(
            "Task 't-1' not found",
            {
                "error_code": "NOT_FOUND", "error_type": "not_found", "resource_type": "Task", "resource_id": "t-1",
                "remediation": "Verify that the Task exists. Did you mean t-2, t-3?",
            },
            request_id="r1",
        ),
    ),
    "an empty list counts as none": (
        "not_found('Task', 't-1', candidates=[])",
        "notFound('Task', 't-1', { candidates: [] })",
        failure(
            "Task 't-1' not found",
            {
                "error_code": "NOT_FOUND", "error_type": "not_found", "resource_type": "Task", "resource_id": "t-1",
                "remediation": "Verify that the Task exists.",
            },
        ),
    ),
    "another function for the same code": (
        "file_not_found('a.md', folder='docs')",
        "fileNotFound('a.md', { folder: 'docs' })",
        failure(
            "File 'a.md' not found in docs",
            {
                "error_code": "NOT_FOUND", "error_type": "not_found",
                "details": {"path": "a.md", "folder": "docs"},
            },
        ),
    ),
    "an optional fact that is empty is left out": (
        "file_not_found('a.md', folder='')",
        "fileNotFound('a.md', { folder: '' })",
        failure(
            "File 'a.md' not found",
            {"error_code": "NOT_FOUND", "error_type": "not_found", "details": {"path": "a.md"}},
        ),
    ),
    "the caller's own words": (
        "validation_error('The title is too long', field='title')",
        "validationError('The title is too long', { field: 'title' })",
        failure(
            "The title is too long",
            {
                "error_code": "VALIDATION_ERROR", "error_type": "validation", "details": {"field": "title"},
                "remediation": "Check the field title. Then send the request again.",
            },
        ),
    ),
    "one fact in two places": (
        "rate_limit_error(100, 'minute', 45)",
        "rateLimitError(100, 'minute', 45)",
        failure(
            "Rate limit exceeded: 100 requests per minute",
            {"error_code": "RATE_LIMIT_EXCEEDED", "error_type": "rate_limit", "retry_after_seconds": 45},
            rate_limit={"limit": 100, "period": "minute", "retry_after": 45},
        ),
    ),
    "a message that can be left out": (
        "unauthorized()",
        "unauthorized()",
        failure(
            "Authentication required",
            {
                "error_code": "UNAUTHORIZED", "error_type": "authentication",
                "remediation": "Authenticate again, then repeat the request.",
            },
        ),
    ),
    "or be given": (
        "unauthorized('Who are you?')",
        "unauthorized('Who are you?')",
        failure(
            "Who are you?",
            {
                "error_code": "UNAUTHORIZED", "error_type": "authentication",
                "remediation": "Authenticate again, then repeat the request.",
            },
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_a_helper_writes_what_it_wrote_before(call: str, made: Built, python: ModuleType, node: Consumer) -> None:
    in_python, in_node, expected = CALLS[call]
    response: Any = eval(f"errors.{in_python}", {"errors": python.errors})  # noqa: S307
    assert response.to_dict() == expected
    assert node.value(f"it.errors.{in_node}") == expected
    (base,) = made.contract.bases
    for contract in (made.contract, base):
        assert [each for each in check(contract.envelope, expected) if each.level is Weight.ERROR] == []


REMEDIATIONS: dict[str, tuple[dict[str, Json], str | None]] = {
    "that of a code without a message": ({"error_code": "QUEUE_FULL"}, "Wait until a task has finished."),
    "that of the default code": ({}, "Try again later, with growing delays."),
    "the caller's own": ({"error_code": "QUEUE_FULL", "remediation": "Come back."}, "Come back."),
    "an empty one counts as none": ({"error_code": "QUEUE_FULL", "remediation": ""}, "Wait until a task has finished."),
    "none if it needs facts": ({"error_code": "TASK_NOT_FOUND"}, None),
    "none for an unknown code": ({"error_code": "OUR_OWN"}, None),
    "that of a code in the whole object": ({"data": {"error_code": "QUEUE_FULL"}}, "Wait until a task has finished."),
    "the one in the whole object": ({"error_code": "QUEUE_FULL", "data": {"remediation": "Come back."}}, "Come back."),
}


@pytest.mark.parametrize("case", REMEDIATIONS)
def test_a_builder_fills_in_the_remediation_of_the_code(
    case: str, made: Built, python: ModuleType, node: Consumer
) -> None:
    arguments, expected = REMEDIATIONS[case]
    found = python.error_response("No.", **arguments).to_dict()
    assert found["data"].get("remediation") == expected
    (builder,) = (each for each in made.contract.builders if each.name == "error_response")
    assert found == build(builder, {"message": "No.", **arguments})
    options: dict[str, Json] = {camel(name): value for name, value in arguments.items()}
    assert found == node.call("errorResponse", "No.", options)


def test_an_exception_has_the_remediation_of_its_code(python: ModuleType, node: Consumer) -> None:
    error = python.UnavailableError("No.", error_code="QUEUE_FULL")
    assert error.response.data["remediation"] == "Wait until a task has finished."
    thrown = node.value("new it.UnavailableError('No.', { errorCode: 'QUEUE_FULL' }).response")
    assert thrown == error.response.to_dict()


# -- what type checkers say -------------------------------------------------------------------------------------------


# -- what a contract may replace --------------------------------------------------------------------------------------


def loaded(child: str) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    header = 'contract: child\nversion: "1.0.0"\ntitle: Child\nextends: response-v2.yaml\n'
    texts = {"contract/response-v2.yaml": RESPONSE_V2.read_bytes(), "contract/child.yaml": (header + child).encode()}
    contracts, diagnostics = load(texts)
    return next((each for each in contracts if each.name == "child"), None), diagnostics


def test_a_context_that_is_replaced_takes_its_places_along() -> None:
    contract, diagnostics = loaded(
        "error_codes: {values: {RATE_LIMIT_EXCEEDED: {message: Too many, remediation: Wait, "
        "context: {seconds: {type: integer}}}}}"
    )
    assert diagnostics == ()
    assert contract is not None
    assert contract.error_mapping is not None
    (factory,) = (each for each in contract.error_mapping.factories if each.name == "RATE_LIMIT_EXCEEDED")
    assert [(place.parameter.name, [*place.fields]) for place in factory.placements] == [("data", ["seconds"])]


def test_an_inherited_text_has_to_fit_the_new_context() -> None:
    _contract, diagnostics = loaded("error_codes: {values: {FORBIDDEN: {context: {right: {type: string}}}}}")
    assert {(each.code, each.position.file, each.message) for each in diagnostics} == {
        (
            Code.BAD_TEMPLATE,
            "contract/child.yaml",
            f"the inherited {text} mentions 'action', which this context does not have",
        )
        for text in ("message", "remediation")
    }


def test_a_key_of_the_context_keeps_its_type() -> None:
    _contract, diagnostics = loaded(
        "error_codes: {values: {NOT_FOUND: {context: {resource: {type: integer}, resource_id: {type: string}}}}}"
    )
    assert [each.code for each in diagnostics] == [Code.LOOSENED]
    _contract, diagnostics = loaded(
        "error_codes: {values: {NOT_FOUND: {message: Gone, remediation: Go, "
        "context: {resource: {type: string, level: may}}}}}"
    )
    assert diagnostics == ()
