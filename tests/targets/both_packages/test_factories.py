"""Codes become failures and warnings: the same in both languages, valid, and typed."""

import importlib
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from checkout import CASES, EVERYTHING, RESPONSE_V2, TESTS
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from judges import factories
from judges.reference import check
from packages.built import imported, write_files
from packages.npm import Consumer, installed
from strategies import facts as random_facts
from strategies.effort import examples
from strategies.facts import Arguments
from strategies.hostile import json_values, strings

from sealwax.contract.model import (
    Catalogue,
    Constant,
    Contract,
    Documentation,
    Envelope,
    ErrorFactory,
    ErrorMapping,
    Json,
    Record,
    WarningFactory,
    WarningMapping,
)
from sealwax.contract.model.output import FOLDER
from sealwax.languages.python import argument, attribute
from sealwax.languages.typescript import INHERITED, function_name
from sealwax.meaning.findings import Finding, RuleId, Weight
from sealwax.naming import camel, plural, snake
from sealwax.pipeline import compile_contracts, load
from sealwax.rendering import Renderer
from sealwax.targets.package_names import python_module
from sealwax.targets.python.names import warnings_module

SOURCES = [RESPONSE_V2, CASES / "factories" / "contract.yaml"]
# One test runs for several contracts, so that what is drawn for one says nothing about the other.
SHARED = settings(
    max_examples=examples(60),
    phases=[Phase.explicit, Phase.generate],
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@dataclass
class Packages:
    """A contract and its two packages: the Python one is imported, the other one runs in Node."""

    contract: Contract
    source: Path
    python: ModuleType
    node: Consumer

    @property
    def error_mapping(self) -> ErrorMapping:
        assert self.contract.error_mapping is not None
        return self.contract.error_mapping

    @property
    def warning_mapping(self) -> WarningMapping:
        assert self.contract.warning_mapping is not None
        return self.contract.warning_mapping

    def in_python(self, module: str, code: str, arguments: dict[str, Json]) -> Json:
        made = getattr(getattr(self.python, module), attribute(code))(**arguments)
        wire: Json = made.to_dict()
        return wire

    def failure_in_python(self, factory: ErrorFactory, arguments: Arguments) -> Json:
        given, first = dict(arguments), [each.name for each in factory.positional]
        facts = {field.name for field in factory.context}
        positional = [given.pop(name, None) for name in first]
        function = getattr(self.python.errors, attribute(factory.name))
        wire: Json = function(*positional, **spelled_for_python(given, facts)).to_dict()
        return wire

    def failure_in_node(self, factory: ErrorFactory, arguments: Arguments) -> Json:
        given = dict(arguments)
        positional = [given.pop(each.name, None) for each in factory.positional]
        return self.in_node(f"errors.{function_name(factory.name)}", *positional, spelled_for_node(given))

    def in_node(self, function: str, *arguments: Json) -> Json:
        # Written as source text, a key `__proto__` would mean something else.
        given = ", ".join(f"JSON.parse({json.dumps(json.dumps(each))})" for each in arguments)
        return self.node.value(f"it.{function}({given})")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Packages]]:
    with ExitStack() as stack:
        found = (stack.enter_context(made_from(source, tmp_path_factory.mktemp("raised"))) for source in SOURCES)
        yield {each.contract.name: each for each in found}


@pytest.fixture(params=["response-v2", "factories"])
def packages(request: pytest.FixtureRequest, made: dict[str, Packages]) -> Packages:
    return made[request.param]


@pytest.fixture
def response_v2(made: dict[str, Packages]) -> Packages:
    return made["response-v2"]


@pytest.fixture
def case(made: dict[str, Packages]) -> Packages:
    """The contract below `cases`, which has every kind of fact."""
    return made["factories"]


@contextmanager
def made_from(source: Path, folder: Path) -> Iterator[Packages]:
    sources = {"contract/any.yaml": source.read_bytes()}
    write_files(compile_contracts(sources, Renderer(), EVERYTHING).files, folder)
    (contract,), _ = load(sources, EVERYTHING)
    base = folder / FOLDER / contract.name
    with (
        imported(python_module(contract), base / "python" / "src") as module,
        installed(base / "typescript", folder / "node", contract.name) as node,
    ):
        yield Packages(contract, base, module, node)


def spelled_for_python(contract_names: Arguments, facts: set[str]) -> dict[str, Json]:
    return {argument(name) if name in facts else attribute(name): value for name, value in contract_names.items()}


def spelled_for_node(contract_names: Arguments) -> Json:
    keys = {name: camel(name) for name in contract_names}
    return {f"{keys[name]}_" if keys[name] in INHERITED else keys[name]: each for name, each in contract_names.items()}


def equal(left: Json, right: Json) -> bool:
    """The same JSON, as a language sees it that has one kind of numbers; true is none of them."""
    match left, right:
        case dict(), dict():
            return left.keys() == right.keys() and all(equal(value, right[key]) for key, value in left.items())
        case list(), list():
            return len(left) == len(right) and all(map(equal, left, right))
        case (bool(), _) | (_, bool()):
            return left is right
        case int() | float(), int() | float():
            return float(left) == float(right)
        case _:
            return left == right


def complaints(subject: Envelope | Record, value: Json, classified: tuple[str, ...]) -> list[Finding]:
    """What is wrong with a value, and what does not belong together at the place of the code."""
    place = "".join(f"/{step}" for step in classified)
    return [
        finding
        for finding in check(subject, value)
        if finding.level is Weight.ERROR or (finding.rule is RuleId.CLASSIFICATION and finding.pointer == place)
    ]


def type_place(error_mapping: ErrorMapping) -> tuple[str, ...]:
    assert error_mapping.type is not None
    return error_mapping.type.path


# -- failures and warnings --------------------------------------------------------------------------------------------


@st.composite
def calls(draw: st.DrawFn, error_mapping: ErrorMapping) -> tuple[ErrorFactory, Arguments]:
    """A factory with the facts that it needs, and some of the builder's arguments."""
    factory = draw(st.sampled_from(error_mapping.factories))
    arguments = draw(random_facts.facts(factory.context))
    for parameter in error_mapping.builder.parameters:
        if parameter == error_mapping.message and not factory.message:
            arguments[parameter.name] = draw(strings.filter(bool))
        elif parameter not in (error_mapping.code, error_mapping.type) and draw(st.integers(0, 3)) == 0:
            kind = parameter.field.type
            value = st.dictionaries(strings, json_values, max_size=2) if parameter.merged else random_facts.values(kind)
            arguments[parameter.name] = draw(st.none() | value)
    return factory, arguments


@given(data=st.data())
@SHARED
def test_both_languages_make_the_failure_that_the_contract_describes(packages: Packages, data: st.DataObject) -> None:
    factory, arguments = data.draw(calls(packages.error_mapping))
    expected = factories.failure(packages.error_mapping, factory, arguments)
    made = packages.failure_in_python(factory, arguments)
    assert equal(made, expected)
    assert equal(packages.failure_in_node(factory, arguments), expected)
    assert complaints(packages.contract.envelope, made, type_place(packages.error_mapping)) == []


@st.composite
def notes(draw: st.DrawFn, warning_mapping: WarningMapping) -> tuple[WarningFactory, Arguments]:
    factory = draw(st.sampled_from(warning_mapping.factories))
    arguments = draw(random_facts.facts(factory.value.context))
    for field in (warning_mapping.message, *warning_mapping.others):
        if not isinstance(field.type, Constant) and (field.required or draw(st.booleans())):
            arguments[field.name] = draw(random_facts.values(field.type))
    return factory, arguments


@given(data=st.data())
@SHARED
def test_both_languages_make_the_warning_that_the_contract_describes(packages: Packages, data: st.DataObject) -> None:
    factory, arguments = data.draw(notes(packages.warning_mapping))
    code, facts = factory.value.value, {field.name for field in factory.value.context}
    expected = factories.warning(packages.warning_mapping, factory, arguments)
    warnings = plural(packages.warning_mapping.record.name)  # called after the contract's own record
    made = packages.in_python(snake(warnings), code, spelled_for_python(arguments, facts))
    assert equal(made, expected)
    assert equal(packages.in_node(f"{warnings}.{function_name(code)}", spelled_for_node(arguments)), expected)
    assert packages.warning_mapping.severity is not None
    assert complaints(packages.warning_mapping.record, made, (packages.warning_mapping.severity.name,)) == []


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**53) + 1, 2**53 - 1))
@settings(SHARED, max_examples=examples(300))
def test_a_number_in_a_message_is_spelled_alike_everywhere(case: Packages, number: float) -> None:
    text = f"Only {factories.spelled(number)} calls are left"
    assert case.python.notes.nearly_full(left=number, unit="calls").text == text
    made = case.in_node("notes.nearlyFull", {"left": number, "unit": "calls"})
    assert isinstance(made, dict)
    assert made["text"] == text


@pytest.mark.parametrize("wrong", [None, "5"])
def test_what_is_no_number_is_not_spelled_as_one(case: Packages, wrong: object) -> None:
    with pytest.raises(TypeError, match="expected a number, not "):
        case.python.notes.nearly_full(left=wrong, unit="calls")


@pytest.mark.parametrize(
    ("number", "text"),
    [(1.0, "1"), (-0.0, "0"), (1e-05, "0.00001"), (1e-07, "1e-7"), (1e16, "10000000000000000"), (1e21, "1e+21"),
     (0.1, "0.1"), (-2.50, "-2.5"), (7, "7")],
)  # fmt: skip
def test_the_spelling_of_a_number_is_that_of_json(number: float, text: str) -> None:
    assert factories.spelled(number) == text


def test_a_code_without_a_message_has_no_function(packages: Packages) -> None:
    made = {factory.name.lower() for factory in packages.error_mapping.factories}
    silent = [value.value for value in packages.error_mapping.codes.values if value.value.lower() not in made]
    assert not any(value.message for value in packages.error_mapping.codes.values if value.value in silent)
    assert [code for code in silent if hasattr(packages.python.errors, attribute(code))] == []
    known = packages.node.value("Object.keys(it.errors)")
    assert known == sorted(function_name(factory.name) for factory in packages.error_mapping.factories)


def test_what_is_given_wins_over_what_the_code_says(response_v2: Packages) -> None:
    made = response_v2.in_python(
        "errors",
        "RATE_LIMIT_EXCEEDED",
        {
            "limit": 100, "period": "minute", "retry_after_seconds": 45,
            "message": "Slow down", "remediation": "Have a tea.", "error_type": "rate_limit",
            "data": {"retry_after_seconds": 60}, "rate_limit": {"remaining": 0},
        },
    )  # fmt: skip
    assert made == {
        "success": False,
        "data": {
            "error_code": "RATE_LIMIT_EXCEEDED", "error_type": "rate_limit", "remediation": "Have a tea.",
            "retry_after_seconds": 60,
        },
        "error": "Slow down",
        "meta": {"version": "response-v2", "rate_limit": {"limit": 100, "remaining": 0}},
    }  # fmt: skip


LIMITED: Arguments = {
    "limit": 100, "period": "minute", "retry_after_seconds": 45, "reset_at": "2025-11-26T12:00:00Z",
}  # fmt: skip


@pytest.mark.parametrize(
    ("title", "arguments"),
    [
        ("A required field is missing", {"field": "spec_id", "request_id": "req_abc123"}),
        ("A specification does not exist", {"spec_id": "billing", "request_id": "req_abc123"}),
        ("A feature is switched off", {"feature": "bulk-export"}),
        ("Too many requests", LIMITED),
    ],
)
def test_a_function_writes_what_the_example_of_the_guide_shows(
    response_v2: Packages, title: str, arguments: Arguments
) -> None:
    builder = response_v2.error_mapping.builder
    (example,) = (each for each in builder.examples if each.title == title)
    code = str(example.arguments["error_code"])
    assert response_v2.in_python("errors", code, arguments) == example.result
    given = {camel(name): value for name, value in arguments.items()}
    assert response_v2.in_node(f"errors.{function_name(code)}", given) == example.result


@pytest.mark.parametrize("wrong", ["error_code", "requst_id"])
def test_an_unknown_argument_is_an_error(response_v2: Packages, wrong: str) -> None:
    with pytest.raises(TypeError, match=wrong):
        response_v2.python.errors.unauthorized(**{wrong: "FORBIDDEN"})


def test_a_warning_fits_the_builders(response_v2: Packages) -> None:
    it = response_v2.python
    made = it.success_response({}, warning_details=[it.warning_details.stale_cache(cache_age_seconds=7200)]).to_dict()
    assert check(
        response_v2.contract.envelope,
        made,
    ) == [each for each in check(response_v2.contract.envelope, made) if each.rule is RuleId.SHOULD]
    assert made["meta"]["warning_details"] == [
        {
            "code": "STALE_CACHE",
            "severity": "warning",
            "message": "The cached data is 7200 seconds old",
            "context": {"cache_age_seconds": 7200},
        }
    ]


# -- exceptions -------------------------------------------------------------------------------------------------------


def test_a_handler_raises_and_one_place_answers(response_v2: Packages) -> None:
    it = response_v2.python

    def find(spec_id: str) -> Any:
        if spec_id == "busy":
            raise it.ContractError.from_response(it.errors.unavailable(service="The index", retry_after_seconds=5))
        if spec_id != "billing":
            raise it.NotFoundError(f"There is no spec '{spec_id}'", error_code="SPEC_NOT_FOUND", request_id="r1")
        return it.success_response({"spec_id": spec_id})

    def answer(handler: Callable[[str], Any], argument: str) -> Json:
        try:
            response = handler(argument)
        except it.ContractError as error:
            response = error.response
        wire: Json = response.to_dict()
        return wire

    assert answer(find, "billing") == it.success_response({"spec_id": "billing"}).to_dict()
    assert answer(find, "busy") == it.errors.unavailable(service="The index", retry_after_seconds=5).to_dict()
    assert answer(find, "login") == {
        "success": False,
        "data": {
            "error_code": "SPEC_NOT_FOUND",
            "error_type": "not_found",
            "remediation": 'Look the spec up with spec(action="list").',
        },
        "error": "There is no spec 'login'",
        "meta": {"version": "response-v2", "request_id": "r1"},
    }


def exception_classes(packages: Packages) -> dict[str, Any]:
    module = importlib.import_module(f"{packages.python.__name__}.exceptions")
    errors: list[Any] = [
        each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Exception)
    ]
    return {str(each._error_type): each for each in errors if each is not packages.python.ContractError}


def test_every_error_type_has_an_exception_whose_response_is_sound(packages: Packages) -> None:
    found = exception_classes(packages)
    assert set(found) == {value.value for value in packages.error_mapping.types.values}
    for kind in found.values():
        error = kind("It failed")
        assert issubclass(kind, packages.python.ContractError)
        assert str(error) == "It failed"
        place = type_place(packages.error_mapping)
        assert complaints(packages.contract.envelope, error.response.to_dict(), place) == []


def test_an_exception_has_the_usual_code_of_its_type(packages: Packages) -> None:
    codes = {value.value: value.usual_code for value in packages.error_mapping.types.values}
    for name, kind in exception_classes(packages).items():
        wire = kind("It failed").response.to_dict()
        for step in packages.error_mapping.code.path:
            wire = wire[step]
        assert (wire, kind.usual_code) == (codes[name], codes[name])


def test_an_exception_refuses_a_known_code_of_another_type(response_v2: Packages) -> None:
    it = response_v2.python
    with pytest.raises(ValueError, match="RATE_LIMIT_EXCEEDED is one of the type rate_limit, not not_found"):
        it.NotFoundError("Gone", error_code="RATE_LIMIT_EXCEEDED")
    own = it.NotFoundError("Gone", error_code="OUR_OWN").response.to_dict()
    assert own["data"] == {"error_code": "OUR_OWN", "error_type": "not_found"}
    assert it.ContractError("Slow", error_code="RATE_LIMIT_EXCEEDED").response.data["error_type"] == "rate_limit"


def test_an_exception_of_a_type_without_codes_has_to_be_given_one(tmp_path: Path) -> None:
    source = TESTS / "invalid" / "bad-factory-usual-code-added" / "base.yaml"
    with made_from(source, tmp_path) as packages:
        it = packages.python
        assert it.BusyError("No.").response.data == {"code": "BUSY"}
        with pytest.raises(TypeError, match="code"):
            it.LostError("What the builder fills in is a code of another type.")
        with pytest.raises(ValueError, match="the code BUSY is one of the type busy, not lost"):
            it.LostError("No.", code="BUSY")
        assert it.LostError("No.", code="OUR_OWN").response.data == {"code": "OUR_OWN"}


def test_the_readme_shows_failures_that_work(packages: Packages) -> None:
    blocks = (packages.source / "python" / "README.md").read_text(encoding="utf-8").split("```")
    programs = [block.removeprefix("python\n") for block in blocks if block.startswith("python\n")]
    shown = [block for block in programs if "ContractError" in block]
    assert len(shown) == 2
    for code in shown:
        names: dict[str, Any] = {}
        exec(code.replace("\nraise ", "\nerror = "), names)  # noqa: S102
        assert (
            complaints(packages.contract.envelope, names["response"].to_dict(), type_place(packages.error_mapping))
            == []
        )
    assert "errors." in (packages.source / "typescript" / "README.md").read_text(encoding="utf-8")


def test_a_failure_becomes_the_exception_of_its_type(packages: Packages) -> None:
    by_type = exception_classes(packages)
    base = packages.python.ContractError
    for factory in packages.error_mapping.factories:
        facts = {field.name: EXAMPLES[type(field.type).__name__] for field in factory.context if field.is_needed}
        message = {} if factory.message else {packages.error_mapping.message.name: "No"}
        made = getattr(packages.python.errors, attribute(factory.name))(**facts, **message)
        error = base.from_response(made)
        assert type(error) is by_type[factory.value.classified_as]
        assert (error.response, str(error)) == (made, made.error)


EXAMPLES: dict[str, Any] = {
    "String": "a", "Integer": 1, "Number": 0.5, "Boolean": True, "Reference": "calls", "Nullable": None,
}  # fmt: skip


def test_a_failure_of_an_unknown_type_is_the_error_above_all(response_v2: Packages) -> None:
    it = response_v2.python
    own = it.error_response("Odd", error_code="OUR_OWN", error_type="our_own")
    assert type(it.ContractError.from_response(own)) is it.ContractError
    assert type(it.NotFoundError.from_response(own)) is it.NotFoundError
    bare = it.ToolResponse(success=False, data={"error_code": "FORBIDDEN"}, error="No")
    assert type(it.ContractError.from_response(bare)) is it.AuthorizationError
    assert type(it.ContractError.from_response(it.ToolResponse(success=False, data={}, error="No"))) is it.ContractError


def test_no_exception_hides_one_of_python(case: Packages) -> None:
    assert case.python.TimeoutError_("Late").error_type == "timeout"
    assert not hasattr(case.python, "TimeoutError")


# -- look-ups ---------------------------------------------------------------------------------------------------------


def names_to_look_up(contract: Contract) -> list[str | None]:
    catalogues = (Catalogue.ERROR_CODES, Catalogue.ERROR_TYPES, Catalogue.WARNING_CODES)
    enums = [enum for each in catalogues if (enum := contract.catalogue(each)) is not None]
    known = [value.value for enum in enums for value in enum.values]
    return [*known, None, "OUR_OWN", "", "constructor", "__proto__", "toString"]


def test_both_languages_know_the_same_about_a_code(packages: Packages) -> None:
    types = [None, *(value.value for value in packages.error_mapping.types.values), "our_own", "constructor"]
    for name in names_to_look_up(packages.contract):
        for kind in types:
            for function in ("is_retryable", "http_status", "describe"):
                known = getattr(packages.python, function)(name, kind)
                assert packages.in_node(camel(function), name, kind) == known


def test_a_look_up_falls_back_to_the_type_and_then_to_none(response_v2: Packages) -> None:
    it = response_v2.python
    assert [it.is_retryable(each) for each in ("NOT_FOUND", "UNAVAILABLE", "conflict", "OUR_OWN")] == [
        False, True, None, None,
    ]  # fmt: skip
    assert it.is_retryable("OUR_OWN", "rate_limit") is True
    assert it.is_retryable("NOT_FOUND", "rate_limit") is False
    assert (it.is_retryable(None, "rate_limit"), it.describe(None), it.http_status(None, None)) == (True, None, None)
    assert [it.http_status(*each) for each in (("FORBIDDEN",), ("OUR_OWN", "internal"), ("OUR_OWN", "ours"))] == [
        403, 500, None,
    ]  # fmt: skip
    assert it.describe("STALE_CACHE") == "The data comes from a cache and may be out of date."
    assert it.describe("OUR_OWN", "rate_limit") == "There were too many requests."
    assert it.describe("OUR_OWN") is None
    assert it.http_status(it.ErrorCode.RATE_LIMIT_EXCEEDED) == 429


# -- type checkers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "module"), [("Note", "notes"), ("A", "as_"), ("Record", "records_")])
def test_the_module_of_warnings_is_neither_a_keyword_nor_another_module(name: str, module: str) -> None:
    record = Record(name, name, Documentation(), open=True, standalone=False, fields=())
    assert warnings_module(record) == module


def test_a_field_with_the_name_of_its_value_is_no_variable() -> None:
    text, code = (CASES / "factories" / "contract.yaml").read_bytes(), b"      code: {type: WarningCode}\n"
    more = text.replace(code, code + b'      "true": {type: boolean, default: true}\n')
    files = compile_contracts({"contract/factories.yaml": more}, Renderer()).files
    module = files[f"{FOLDER}/factories/typescript/notes.js"].decode()
    assert '    code: "PLAIN",\n    true: true,\n' in module
