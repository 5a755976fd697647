"""The generated Python distribution: built, installed in an empty environment, used and type-checked from there."""

import ast
import sys
from collections.abc import Iterator
from pathlib import PurePath

import pytest
from checkout import EVERYTHING, own_bases, own_contracts
from checkout import read_contract as contract
from checkout.processes import run
from packages.python import Package, installed

from sealwax.contract.model import Builder, BuilderExample, Catalogue, Enum, Json, Record
from sealwax.contract.resolving.generated_names import RESERVED
from sealwax.languages.python import attribute, class_name, member
from sealwax.naming import camel
from sealwax.pipeline import load
from sealwax.rendering import MARK
from sealwax.reserved_names import MODULES
from sealwax.targets.python import pages

VERSION = {"version": "response-v2"}


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    with installed(contract(), tmp_path_factory.mktemp("python")) as package:
        yield package


# -- the modules ------------------------------------------------------------------------------------------------------


def test_no_function_can_have_the_name_of_a_module() -> None:
    """A module is an attribute of its package as soon as it is imported, so it would hide the function."""
    made = [
        load({"contract.yaml": text}, EVERYTHING, own_bases()[name])[0][0] for name, text in own_contracts().items()
    ]
    files = [PurePath(page.path) for each in made for page in pages(each)]
    modules = {camel(file.stem) for file in files if file.suffix == ".py" and not file.stem.startswith("_")}
    modules |= {camel(file.parent.name) for file in files if file.match("src/*/*/__init__.py")}
    own = {"clock", "notes", "partial", "tools"}  # reserved for contracts that have them
    assert modules - {"notes", "warningDetails"} == MODULES
    assert modules <= {*RESERVED, *own}


def test_a_member_is_its_value_wherever_it_goes(package: Package) -> None:
    """Its facts stand on its line, and are no part of its value."""
    code = "it.ErrorCode.NOT_FOUND"
    assert package.value(
        f"({code}.value, str({code}), {code} == 'NOT_FOUND', it.ErrorCode('NOT_FOUND') is {code})"
    ) == [*("NOT_FOUND", "NOT_FOUND", True, True)]
    copies = f"[__import__('pickle').loads(__import__('pickle').dumps({code})), __import__('copy').deepcopy({code})]"
    assert package.value(f"[each is {code} for each in {copies}]") == [True, True]


# -- the builders of response-v2 --------------------------------------------------------------------------------------


def test_a_success_without_arguments_is_the_smallest_envelope(package: Package) -> None:
    smallest = {"success": True, "data": {}, "error": None, "meta": VERSION}
    assert package.value("asdict(it.success_response())") == smallest


def test_other_keyword_arguments_go_into_data_after_data(package: Package) -> None:
    call = "it.success_response(data={'a': 1, 'b': {'c': []}}, a=2, none=None, empty=[], zero=0).data"
    assert package.value(call) == {"a": 2, "b": {"c": []}, "none": None, "empty": [], "zero": 0}


@pytest.mark.parametrize("nothing", ["None", "[]", "{}", "''", "()"])
def test_metadata_that_is_none_or_empty_is_left_out(package: Package, nothing: str) -> None:
    names = [p.name for builder in contract().builders for p in builder.parameters if p.path[:1] == ("meta",)]
    for builder in contract().builders:
        first = "'It failed'" if builder.name == "error_response" else "None"
        known = {parameter.name for parameter in builder.parameters}
        given = ", ".join(f"{name}={nothing}" for name in dict.fromkeys(names) if name in known)
        assert package.value(f"it.{builder.name}({first}, {given}).meta") == VERSION


def test_a_record_without_content_is_left_out_too(package: Package) -> None:
    assert package.value("it.success_response(pagination=it.Pagination(), telemetry=it.Telemetry()).meta") == VERSION


def test_fidelity_states_the_version_of_its_metadata(package: Package) -> None:
    expected = VERSION | {"content_fidelity": "partial", "content_fidelity_schema_version": "1.0"}
    assert package.value("it.success_response(content_fidelity='partial').meta") == expected
    assert package.value("it.success_response(content_fidelity=it.ContentFidelity.PARTIAL).meta") == expected


@pytest.mark.parametrize(
    ("arguments", "code", "kind"),
    [
        ("", "INTERNAL_ERROR", "internal"),
        ("error_code=None, error_type=None", "INTERNAL_ERROR", "internal"),
        ("error_code='NOT_FOUND'", "NOT_FOUND", "not_found"),
        ("error_code=it.ErrorCode.CONFLICT", "CONFLICT", "conflict"),
        ("error_code='OUR_OWN'", "OUR_OWN", "internal"),
        ("error_code='OUR_OWN', error_type='rate_limit'", "OUR_OWN", "rate_limit"),
        ("error_code='NOT_FOUND', error_type=it.ErrorType.NOT_FOUND", "NOT_FOUND", "not_found"),
        ("data={'error_code': 'FORBIDDEN'}", "FORBIDDEN", "authorization"),
        ("data=it.ErrorData(error_code=it.ErrorCode.FORBIDDEN)", "FORBIDDEN", "authorization"),
    ],
)
def test_an_error_has_a_code_and_the_type_of_that_code(package: Package, arguments: str, code: str, kind: str) -> None:
    response = package.value(f"asdict(it.error_response('It failed', remediation='Stop.', {arguments}))")
    data: Json = {"error_code": code, "error_type": kind, "remediation": "Stop."}
    assert response == {"success": False, "data": data, "error": "It failed", "meta": VERSION}


LOGGING = """
import logging
said = []
handler = logging.Handler()
handler.emit = lambda record: said.append(record.getMessage())
logging.getLogger().addHandler(handler)
"""


@pytest.mark.parametrize(
    "arguments",
    [
        "error_code='NOT_FOUND', error_type='validation'",
        "error_code='NOT_FOUND', error_type=it.ErrorType.CONFLICT",
        "error_code='NOT_FOUND', data={'error_type': 'validation'}",
        "error_code='CONFLICT', error_type='conflict', data={'error_code': 'NOT_FOUND'}",
    ],
)
def test_a_type_that_contradicts_the_code_is_written_and_logged(package: Package, arguments: str) -> None:
    program = (
        f"{LOGGING}kind = it.error_response('It failed', {arguments}).data['error_type']\nresult = [str(kind), *said]"
    )
    assert package.result(program) in [
        [kind, f"data.error_type is 'not_found' for this code, not '{kind}'"] for kind in ("validation", "conflict")
    ]


def test_a_type_without_a_code_gets_the_usual_code_of_that_type(package: Package) -> None:
    """As servers call a builder that they had before."""
    assert package.value("it.error_response('x', error_type=it.ErrorType.NOT_FOUND).data") == {
        "error_code": "NOT_FOUND",
        "error_type": "not_found",
    }
    assert package.value("it.error_response('x', error_type='validation').data['error_code']") == "VALIDATION_ERROR"
    assert package.value("it.error_response('x', error_type='teapot').data") == {"error_type": "teapot"}


def test_a_value_that_a_closed_list_does_not_have_is_refused(package: Package) -> None:
    caught = package.error("it.success_response(content_fidelity='blurred')")
    assert caught == ("ValueError", "'blurred' is not a valid ContentFidelity")


def test_members_of_any_enum_are_written_as_their_values(package: Package) -> None:
    program = """
from enum import Enum
class Old(str, Enum):
    NOT_FOUND = "NOT_FOUND"
    MISSING = "not_found"
    OURS = "OUR_OWN"
    PARTIAL = "partial"
one = it.error_response("x", error_code=Old.NOT_FOUND, error_type=Old.MISSING)
two = it.error_response("x", error_code=Old.OURS)
three = it.error_response("", error_code=Old.NOT_FOUND)
result = [one.data, two.data, three.error, it.success_response(content_fidelity=Old.PARTIAL).meta["content_fidelity"]]
"""
    assert package.result(program) == [
        {"error_code": "NOT_FOUND", "error_type": "not_found"},
        {"error_code": "OUR_OWN", "error_type": "internal"},
        "There is no such resource.",
        "partial",
    ]


def test_enum_members_are_stored_as_plain_strings(package: Package) -> None:
    program = """
failed = it.error_response("x", error_code=it.ErrorCode.NOT_FOUND, error_type=it.ErrorType.NOT_FOUND)
detail = it.WarningDetail(code=it.WarningCode.STALE_CACHE, severity=it.Severity.WARNING, message="Old.")
made = it.success_response(content_fidelity=it.ContentFidelity.SUMMARY, warning_details=[detail])
stored = [*failed.data.values(), made.meta["content_fidelity"], *made.meta["warning_details"][0].values()]
result = sorted({type(value).__name__ for value in stored})
"""
    assert package.result(program) == ["str"]


def test_keys_of_data_win_over_what_the_builder_fills_in(package: Package) -> None:
    call = """it.error_response("x", error_code="CONFLICT", remediation="Ours.", details={"a": 1},
        data={"error_type": "conflict", "remediation": "Theirs.", "details": {}, "feature": "f"}).data"""
    expected = {
        "error_code": "CONFLICT",
        "error_type": "conflict",
        "remediation": "Theirs.",
        "details": {},
        "feature": "f",
    }
    assert package.value(call) == expected


def test_meta_is_merged_last(package: Package) -> None:
    call = "it.success_response(request_id='ours', meta={'request_id': 'theirs', 'shard': 1, 'warnings': []}).meta"
    assert package.value(call) == VERSION | {"request_id": "theirs", "shard": 1, "warnings": []}
    assert package.value("it.success_response(meta=it.Meta(trace_id='t')).meta") == VERSION | {"trace_id": "t"}
    assert package.value("it.success_response(meta={'version': 'response-v2'}).meta") == VERSION


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("", "Something went wrong on the server"),
        ("error_code='CONFLICT'", "The current state does not allow the operation."),
        ("error_code='OUR_OWN'", "OUR_OWN"),
    ],
)
def test_an_empty_message_is_replaced_by_the_words_of_the_catalogue(
    package: Package, arguments: str, words: str
) -> None:
    assert package.value(f"it.error_response(str(ValueError()), {arguments}).error") == words


def test_another_version_is_refused_for_a_success_and_logged_for_an_error(package: Package) -> None:
    words = "meta.version is always 'response-v2', not 'response-v3'"
    assert package.error("it.success_response(meta={'version': 'response-v3'})") == ("ValueError", words)
    program = f"{LOGGING}made = it.error_response('x', meta={{'version': 'response-v3'}})\nresult = [made.meta, said]"
    assert package.result(program) == [{"version": "response-v3"}, [words]]


def test_an_envelope_can_be_built_directly(package: Package) -> None:
    failed = {"success": False, "data": {"a": 1}, "error": "x", "meta": VERSION}
    assert package.value("asdict(it.ToolResponse(success=False, data={'a': 1}, error='x'))") == failed
    assert package.value("asdict(it.ToolResponse(False, {'a': 1}, 'x'))") == failed
    assert package.value("asdict(it.ToolResponse(True))") == package.value("asdict(it.success_response())")
    assert package.value("list(asdict(it.ToolResponse(True)))") == ["success", "data", "error", "meta"]
    program = """
one, other = it.ToolResponse(True), it.ToolResponse(True)
one.data["a"], one.meta["b"] = 1, 2
result = [type(one.data).__name__, type(one.meta).__name__, one.data, other.data, other.meta]
"""
    assert package.result(program) == ["dict", "dict", {"a": 1}, {}, VERSION]


def test_arguments_are_copied_and_never_changed(package: Package) -> None:
    program = """
given = {
    "data": {"a": [1]}, "warnings": ["w"], "pagination": {"cursor": "c"}, "meta": {"shard": 1},
    "dropped_content_ids": ["i"], "content_archive_hashes": {"k": "v"},
}
before = json.dumps(given)
made = it.success_response(**given, b=2)
made.data["c"] = made.meta["d"] = 1
made.meta["warnings"].append("x")
made.meta["pagination"]["e"] = made.meta["content_archive_hashes"]["f"] = 1
made.meta["dropped_content_ids"].append("g")
error = {"data": {"a": 1}, "details": {"b": 1}, "meta": {"c": 1}}
before_error = json.dumps(error)
failed = it.error_response("x", **error)
failed.data["z"] = failed.data["details"]["z"] = failed.meta["z"] = 1
result = json.dumps(given) == before and json.dumps(error) == before_error
"""
    assert package.result(program) is True


def test_the_first_argument_goes_by_position_and_the_others_by_name(package: Package) -> None:
    assert package.value("it.success_response({'a': 1}).data") == {"a": 1}
    assert package.error("it.success_response({}, ['w'])")[0] == "TypeError"
    assert package.error("it.error_response()")[0] == "TypeError"


def test_records_and_mappings_make_the_same_response(package: Package) -> None:
    program = """
details = {"code": "STALE_CACHE", "severity": "warning", "message": "Old.", "context": {"age": 9}}
limit = {"limit": 10, "remaining": 0, "retry_after_seconds": None}
as_mappings = it.success_response(warning_details=[details], rate_limit=limit, telemetry={"db_queries": 0})
as_records = it.success_response(
    warning_details=[it.WarningDetail(code=it.WarningCode.STALE_CACHE, severity=it.Severity.WARNING,
                                      message="Old.", context={"age": 9})],
    rate_limit=it.RateLimit(limit=10, remaining=0, retry_after_seconds=None),
    telemetry=it.Telemetry(db_queries=0),
)
result = [as_mappings == as_records, as_records.meta["rate_limit"]]
"""
    assert package.result(program) == [True, {"limit": 10, "remaining": 0, "retry_after_seconds": None}]


def spelled(builder: Builder, example: BuilderExample) -> str:
    """The arguments of an example, under the names that Python gives them."""
    parameters = {parameter.name for parameter in builder.parameters}
    names = {name: attribute(name) if name in parameters else name for name in example.arguments}
    return repr({names[name]: value for name, value in example.arguments.items()})


@pytest.mark.parametrize(
    ("builder", "example"),
    [pytest.param(b, e, id=f"{b.name}: {e.title}") for b in contract().builders for e in b.examples],
)
def test_the_contracts_examples_of_builders_hold(package: Package, builder: Builder, example: BuilderExample) -> None:
    program = f"made = it.{attribute(builder.name)}(**{spelled(builder, example)})\n"
    assert package.result(f"{program}result = asdict(made)") == example.result
    assert package.result(f"{program}result = made.to_dict()") == example.result
    assert package.result(f"{program}result = json.loads(json.dumps(made.to_dict())) == asdict(made)") is True


# -- records and enums ------------------------------------------------------------------------------------------------


def test_a_key_that_was_not_given_is_absent_and_null_is_null(package: Package) -> None:
    assert package.value("it.Pagination().to_dict()") == {}
    assert package.value("it.Pagination(cursor=None, has_more=False).to_dict()") == {"cursor": None, "has_more": False}
    assert package.value("it.Pagination(cursor=it.UNSET, total_count=0).to_dict()") == {"total_count": 0}


def test_constructors_fill_in_constants(package: Package) -> None:
    assert package.value("it.Meta().to_dict()") == VERSION
    program = """
snippet = it.EvidenceSnippet(text="t", locator="char:0-1", relevance_score=0.5)
result = it.DigestPayload(query_hash="abcdef01", summary="s", key_points=["k"], evidence_snippets=[snippet],
                          original_chars=10, digest_chars=5, compression_ratio=0.5, source_text_hash="h").to_dict()
"""
    made = package.result(program)
    assert isinstance(made, dict)
    assert list(made) == [field.name for field in record("DigestPayload").fields]
    assert (made["version"], made["content_type"]) == ("1.0", "digest/v1")
    assert made["evidence_snippets"] == [{"text": "t", "locator": "char:0-1", "relevance_score": 0.5}]


def test_open_records_write_further_keys_last(package: Package) -> None:
    expected = VERSION | {"trace_id": "t", "shard": 1}
    assert package.value("it.Meta(trace_id='t', extra={'shard': 1}).to_dict()") == expected


def test_classes_have_no_slots(package: Package) -> None:
    """One SDK drops the output schema of a class with slots without a word."""
    assert package.value("all(hasattr(made, '__dict__') for made in (it.ToolResponse(True), it.Meta()))") is True


def record(name: str) -> Record:
    return next(record for record in contract().records if record.name == name)


@pytest.mark.parametrize("enum", contract().enums, ids=lambda enum: enum.name)
def test_enums_carry_their_catalogue(package: Package, enum: Enum) -> None:
    facts = [str(attribute(column.key)) for column in enum.columns]
    match enum.catalogue:
        case Catalogue.ERROR_TYPES:
            facts += ["http_status", "retry"]
        case Catalogue.ERROR_CODES:
            facts += ["error_type"]
        case Catalogue.WARNING_CODES:
            facts += ["severity"]
        case Catalogue.PLAIN:
            pass
    wanted = [
        {
            "name": member(value.value),
            "value": value.value,
            "description": value.docs.doc,
            **dict(zip(facts, value.cells, strict=False)),
            **({"http_status": value.http} if "http_status" in facts else {}),
            **({"retry": [value.retry.decision, value.retry.hint]} if value.retry else {}),
            **({facts[-1]: value.classified_as} if value.classified_as else {}),
        }
        for value in enum.values
    ]
    listed = ", ".join(f"'{name}': value.{name}" for name in ["name", "value", "description", *facts])
    assert package.value(f"[{{{listed}}} for value in it.{class_name(enum.name)}]") == wanted


def test_ordered_enums_compare(package: Package) -> None:
    enum = next(enum for enum in contract().enums if enum.order)
    name = class_name(enum.name)
    for value in enum.values:
        others = f"for other in it.{name} if other"
        for word in ("below", "above"):
            ranked = package.value(f"[other {others}.is_{word}(it.{name}('{value.value}'))]")
            assert ranked == list(enum.ranked(word, value.value))


# -- any contract -----------------------------------------------------------------------------------------------------


OTHER = """
contract: other-shapes
version: "0.1.0"
title: Shapes that response-v2 does not have
envelope:
  name: Answer
  fields:
    kind: {type: string}
    result: {type: object, level: may}
    problem: {type: Problem | null, level: may}
    info: {type: Info}
    count: {type: integer, level: may}
    note: {type: string | null, level: may}
    mode: {type: Colour, default: red}
    tries: {type: integer, default: 1}
  outcomes:
    success: {when: {kind: ok}, fields: {result: {type: payload}, tries: {default: 2.0}}}
    failure: {when: {kind: bad}, fields: {problem: {type: Problem}}}
enums:
  Colour: {values: {red: {}, blue: {}}}
types:
  Place:
    fields:
      host: {type: string}
      port: {type: integer, level: may}
  Shape:
    fields:
      colours: {type: list of Colour, default: [red, blue]}
      home: {type: Place, default: {host: local}}
      grid: {type: list of (list of (Colour | null)), level: may}
      any: {type: json, level: may}
      list: {type: json, default: []}
      size: {type: integer | null, level: may, default: 4}
      class: {type: map of Place | null}
  Problem:
    open: true
    fields:
      code: {type: ErrorCode, level: should}
      type: {type: ErrorType, level: should, follows: code}
      one: {type: integer, const: 1}
      sure: {type: boolean, const: true, level: may}
  Info:
    fields:
      place: {type: Place}
      flag: {type: boolean, level: may}
      amount: {type: number, level: may}
      colours: {type: list of Colour, level: may}
      shapes: {type: map of Shape, level: may}
      size: {type: integer, default: 7}
error_types: {values: {ours: {}, theirs: {}}}
error_codes: {open: true, values: {E1: {type: ours}, E2: {type: theirs}}}
builders:
  good:
    outcome: success
    extra_keywords: result
    parameters:
      result: {into: result}
      import: {into: info.place.host, level: must}
      port: {into: info.place.port}
      flag: {into: info.flag, sets: {count: 3, info.size: 9}}
      amount: {into: info.amount, default: 2}
      colours: {into: info.colours, default: [red]}
      shapes: {into: info.shapes}
      note: {into: note}
      mode: {into: mode, level: may, default: blue}
  bad:
    outcome: failure
    extra_keywords: problem
    parameters:
      host: {into: info.place.host, level: must}
      code: {into: problem.code}
      type: {into: problem.type}
      problem: {into: problem}
    examples:
      - title: Keys that are no names in Python
        arguments: {host: h, class: 1, a-b: [2]}
        result:
          {kind: bad, problem: {one: 1, class: 1, a-b: [2]}, info: {place: {host: h}, size: 7}, mode: red, tries: 1}
"""


@pytest.fixture(scope="session")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    folder = tmp_path_factory.mktemp("other")
    source = folder / "other-shapes.yaml"
    source.write_text(OTHER)
    with installed(contract(source), folder) as package:
        yield package


def test_builders_fill_what_the_contract_settles_and_leave_the_rest_out(other: Package) -> None:
    expected = {
        "kind": "ok",
        "info": {"place": {"host": "h"}, "size": 7, "amount": 2, "colours": ["red"]},
        "mode": "blue",
        "tries": 2,
    }
    assert other.value("it.good(import_='h').to_dict()") == expected
    assert other.value("type(it.good(import_='h').tries).__name__") == "int"


def test_zero_and_false_are_values(other: Package) -> None:
    made = other.value("it.good(import_='h', port=0, flag=False, amount=0, note='n', mode='red').to_dict()")
    assert isinstance(made, dict)
    assert made["info"] == {
        "place": {"host": "h", "port": 0},
        "size": 9,
        "flag": False,
        "amount": 0,
        "colours": ["red"],
    }
    assert (made["count"], made["note"], made["mode"]) == (3, "n", "red")


def test_an_empty_text_leaves_no_key_behind(other: Package) -> None:
    made = other.value("it.good(import_='', colours=[]).to_dict()")
    assert isinstance(made, dict)
    assert "note" not in made
    assert made["info"] == {"place": {"host": ""}, "size": 7, "amount": 2, "colours": ["red"]}


def test_lists_and_maps_of_members_and_records_become_plain(other: Package) -> None:
    program = """
shape = it.Shape(grid=[[it.Colour.RED, None]], class_={"a": it.Place(host="x")})
made = it.good(import_="h", colours=(it.Colour.BLUE,), shapes={"s": shape, "t": {"class": None}})
result = json.loads(json.dumps(made.info))
"""
    made = other.result(program)
    assert isinstance(made, dict)
    assert made["colours"] == ["blue"]
    shape = {
        "colours": ["red", "blue"],
        "home": {"host": "local"},
        "grid": [["red", None]],
        "list": [],
        "size": 4,
        "class": {"a": {"host": "x"}},
    }
    assert made["shapes"] == {"s": shape, "t": {"class": None}}


def test_defaults_are_made_anew_for_every_record(other: Package) -> None:
    program = """
one, two = it.Shape(class_=None), it.Shape(class_=None, any=None, size=it.UNSET)
one.colours.append(it.Colour.RED)
one.home.port = 1
result = [two.to_dict(), type(two.home).__name__, type(two.colours[0]).__name__]
"""
    plain = {"colours": ["red", "blue"], "home": {"host": "local"}, "any": None, "list": [], "class": None}
    assert other.result(program) == [plain, "Place", "Colour"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("code='E2'", {"code": "E2", "type": "theirs"}),
        ("code='E9'", {"code": "E9"}),
        ("code='E2', type='theirs'", {"code": "E2", "type": "theirs"}),
        ("code='E9', type='ours'", {"code": "E9", "type": "ours"}),
        ("problem={'code': 'E1'}", {"code": "E1", "type": "ours"}),
        ("sure=True, more=1", {"sure": True, "more": 1}),
    ],
)
def test_a_type_without_a_default_is_known_or_absent(other: Package, arguments: str, expected: dict[str, Json]) -> None:
    assert other.value(f"it.bad('h', {arguments}).problem") == {"one": 1} | expected


def test_constants_of_an_object_come_with_what_is_written_into_it(other: Package) -> None:
    assert other.value("'problem' in it.bad('h').to_dict()") is False
    assert other.value("it.bad('h', more=[]).problem") == {"one": 1, "more": []}


@pytest.mark.parametrize("arguments", ["problem={'one': 2}", "one=True", "one='1'", "sure=1", "sure=None"])
def test_another_value_than_a_constant_is_logged(other: Package, arguments: str) -> None:
    assert other.result(f"{LOGGING}it.bad('h', {arguments})\nresult = [' is always ' in each for each in said]") == [
        True
    ]


def test_the_readme_shows_calls_that_work(other: Package) -> None:
    blocks = (other.source / "README.md").read_text(encoding="utf-8").split("```python\n")[1:]
    call, raised, _reading, _serving, schema = [block.partition("```")[0] for block in blocks]
    made = other.result(f"{call}result = response.problem")
    assert made == {"one": 1, "class": 1, "a-b": [2]}
    carried = other.result(f"{raised}result = response.problem")
    assert isinstance(carried, dict)
    assert carried["one"] == 1
    assert "E1" in carried.values()
    *imports, shown = schema.strip().splitlines()
    assert other.result("\n".join([*imports, f"result = {shown}['type']"])) == "object"


def test_any_package_passes_linters_and_type_checkers(other: Package) -> None:
    test_linters_and_the_formatter_have_nothing_to_say(other)
    run(sys.executable, "-m", "mypy", "--strict", "src/other_shapes", folder=other.source)


# -- the package ------------------------------------------------------------------------------------------------------


def test_the_distribution_is_typed_and_needs_nothing(package: Package) -> None:
    program = """
from importlib import metadata, resources
found = metadata.distribution("response-v2")
result = [found.version, found.requires, found.metadata["Requires-Python"], found.metadata["Summary"],
          found.metadata["License-Expression"],
          resources.files(it).joinpath("py.typed").is_file()]
"""
    found = package.result(program)
    assert isinstance(found, list)
    version, requires, *others = found
    assert isinstance(requires, list)
    assert 'mcp>=1.23,<3 ; extra == "mcp"' in requires
    assert all("extra ==" in str(each) for each in requires)
    assert (version, *others) == (contract().version, ">=3.11", contract().title, contract().license, True)


def test_the_package_exports_everything_that_its_modules_declare(package: Package) -> None:
    by_module_name = {"errors", "warning_details"}
    not_exported = {"fastapi", "http", "mcp"}  # few programs need them, and some need a framework or an SDK
    declared = {"Finding", *by_module_name}  # it stands in the run-time module
    for module in (package.source / "src" / "response_v2").glob("[!_]*.py"):
        for node in ast.parse(module.read_text()).body if module.stem not in by_module_name | not_exported else ():
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                    declared.add(name)
                case _:
                    pass
    exported = package.value("it.__all__")
    assert isinstance(exported, list)
    assert set(map(str, exported)) == {name for name in declared if not name.startswith("_")}
    assert package.value("[name for name in it.__all__ if not hasattr(it, name)]") == []


def test_typed_dicts_know_which_keys_are_required(package: Package) -> None:
    for described in contract().records:
        keys = package.value(f"sorted(it.{class_name(described.name)}Dict.__required_keys__)")
        assert keys == sorted(field.name for field in described.fields if field.required)


def test_every_module_says_where_it_comes_from(package: Package) -> None:
    files = [path for path in package.source.rglob("*") if path.suffix in {".py", ".toml", ".md"}]
    assert len(files) > 5
    assert [path for path in files if MARK not in path.read_text().split("\n")[0]] == []


def test_linters_and_the_formatter_have_nothing_to_say(package: Package) -> None:
    ruff = [sys.executable, "-m", "ruff"]
    run(*ruff, "check", "--isolated", "--extend-select", "I,UP,RUF022", "src", folder=package.source)
    run(*ruff, "format", "--isolated", "--check", "src", folder=package.source)
