"""Whatever a builder is asked for: Python, TypeScript and the reference meaning make the same envelope of it."""

import importlib
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest
from checkout import CONSUMERS, NODE
from checkout.processes import LineServer, line_server
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from judges.reference import check
from packages.built import Built, built
from strategies.arguments import arguments
from strategies.builders import built_contracts
from strategies.contracts import as_yaml
from strategies.effort import examples
from strategies.fields import Block

from sealwax.contract.model import Builder, BuilderExample, Json, Readings
from sealwax.languages.python import attribute
from sealwax.meaning.builders.interpreter import answer, build
from sealwax.meaning.builders.parameters import must_be_given
from sealwax.meaning.builders.plan import Missing
from sealwax.meaning.builders.planning import plan
from sealwax.meaning.checks.interpreter import is_valid
from sealwax.meaning.findings import RuleId, Weight
from sealwax.targets.typescript.builder_bodies import builder_name
from sealwax.targets.typescript.builders import call_arguments

CALLS = 12
UNDEFINED = "undefined!"
"""An argument that is left out, in `calls.mjs`."""
CONTRADICTIONS = "must not be empty|is not a valid|is always|for this code, not|must be given, because"
READINGS = Readings("2024-02-26T10:30:45.123Z", 245)


@pytest.fixture(scope="module")
def node() -> Iterator[LineServer]:
    with line_server("node", CONSUMERS / "calls.mjs", folder=NODE) as server:
        yield server


@contextmanager
def packages(block: Block) -> Iterator[tuple[Built, str]]:
    """A contract with its packages, and the name of the imported Python package."""
    with built(as_yaml(block)) as made, made.imported() as package:
        yield made, package.__name__


def in_python(package: str, builder: Builder, given: dict[str, Json]) -> Json:
    names = {parameter.name: attribute(parameter.name) for parameter in builder.parameters}
    function = getattr(importlib.import_module(f"{package}.builders"), attribute(builder.name))
    keywords = {names.get(name, name): value for name, value in given.items()}
    is_first_given = bool(builder.parameters) and builder.parameters[0].name in given
    first = [keywords.pop(names[builder.parameters[0].name])] if is_first_given else []
    made: Json = function(*first, **keywords, **clock_arguments(package, builder)).to_dict()
    return made


def clock_arguments(package: str, builder: Builder) -> dict[str, object]:
    """A clock that stands still, and a start before that."""
    if builder.clock is None:
        return {}
    module = importlib.import_module(f"{package}.clock")
    members = {"now": lambda _: datetime.fromisoformat(READINGS.now), "monotonic": lambda _: READINGS.elapsed / 1000}
    clock = type("StillClock", (module.Clock,), members)()
    return {"clock": clock, **({"started": 0.0} if builder.clock.elapsed else {})}


def javascript_arguments(builder: Builder, given: dict[str, Json]) -> Json:
    positional, options = call_arguments(builder, BuilderExample("", "", given, None))
    return [*(positional or [UNDEFINED]), dict(options)] if builder.parameters else []


def in_javascript(
    node: LineServer, made: Built, calls: list[dict[str, Json]], clock: Json = None
) -> list[dict[str, Json]]:
    """The answer to each call of the first builder: a value or an error."""
    builder = made.contract.builders[0]
    question = {
        "module": str(made.path("typescript/builders.js")),
        "name": builder_name(builder),
        "calls": [javascript_arguments(builder, call) for call in calls],
        "clock": clock,
    }
    answers: list[dict[str, Json]] = node.ask(question)
    return answers


@contextmanager
def logged() -> Iterator[list[str]]:
    """The warnings that are logged in Python."""
    found: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: found.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    try:
        yield found
    finally:
        logging.getLogger().removeHandler(handler)


def texts(value: Json | None) -> list[Json]:
    return value if isinstance(value, list) else []


def same(value: Json) -> str:
    """A text that is equal for equal JSON values: 1.0 is 1, but true is not."""
    return json.dumps(json.loads(json.dumps(value), parse_float=lambda text: _whole(float(text))), sort_keys=True)


def _whole(value: float) -> float:
    return int(value) if value.is_integer() else value


def is_whole(builder: Builder, call: dict[str, Json]) -> bool:
    """Whether every argument is valid by itself, and there are no keywords besides."""
    parameters = {parameter.name: parameter for parameter in builder.parameters}
    return all(
        name in parameters
        and (is_valid(parameters[name].field.type, value) or (value is None and not must_be_given(parameters[name])))
        for name, value in call.items()
    )


def hides_codes(builder: Builder) -> bool:
    """Whether a required key follows a code in an object that can be replaced with one around it, unchecked."""
    checked = {check.path for check in plan(builder).checks if isinstance(check, Missing)}
    return not plan(builder).undetermined <= checked


def has_counterpart(builder: Builder, call: dict[str, Json]) -> bool:
    """Whether JavaScript can say the same: keywords that are no parameter have to belong to an argument there."""
    is_taken = any(parameter.path == (builder.extra_keywords,) for parameter in builder.parameters)
    return is_taken or not call.keys() - {parameter.name for parameter in builder.parameters}


@given(built_contracts(), st.data())
@settings(max_examples=examples(90), phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_both_languages_make_what_the_contract_means(node: LineServer, block: Block, data: st.DataObject) -> None:
    with packages(block) as (made, package):
        builder = made.contract.builders[0]
        calls = data.draw(st.lists(arguments(builder), min_size=1, max_size=CALLS))
        clock: Json = {"now": READINGS.now, "monotonic": READINGS.elapsed} if builder.clock is not None else None
        answers = in_javascript(node, made, calls, clock)
        for call, given in zip(calls, answers, strict=True):
            expected, contradictions = answer(builder, call, READINGS)
            if contradictions and plan(builder).refuses:
                with pytest.raises(ValueError, match=CONTRADICTIONS):  # names one of several
                    in_python(package, builder, call)
                if has_counterpart(builder, call):
                    assert str(given.get("error")).startswith("RangeError: "), (call, given)
                continue
            with logged() as warnings:
                assert same(in_python(package, builder, call)) == same(expected), call
            assert len(warnings) == len(contradictions), (call, warnings, contradictions)
            if has_counterpart(builder, call):
                assert "value" in given, given
                assert same(given["value"]) == same(expected), call
                assert len(texts(given.get("logged"))) == len(contradictions), (call, given, contradictions)
            if is_whole(builder, call) and not contradictions and not hides_codes(builder):
                findings = check(made.contract.envelope, expected)
                assert [each for each in findings if each.level is Weight.ERROR] == [], call


MAKE: Block = {
    "outcome": "failure",
    "parameters": {name: {"into": name, "level": "must"} for name in ("why", "who", "parts", "note")},
}
REFUSING: Block = {
    "contract": "refusing",
    "version": "1.0.0",
    "title": "What must not be empty",
    "envelope": {
        "name": "Reply",
        "fields": {
            "ok": {"type": "boolean"},
            "why": {"type": "string", "min_length": 1},
            "who": {"type": "Name"},
            "parts": {"type": "list of string", "min_items": 2},
            "note": {"type": "string"},
        },
        "outcomes": {"success": {"when": {"ok": True}}, "failure": {"when": {"ok": False}}},
    },
    "types": {"Name": {"type": "string", "min_length": 1}},
    "builders": {"make": MAKE},
}
SOUND: dict[str, Json] = {"why": "x", "who": "y", "parts": ["a", "b"], "note": ""}


@pytest.mark.parametrize(("name", "empty"), [("why", ""), ("who", ""), ("parts", [])])
def test_a_success_is_never_made_of_an_empty_argument_where_the_contract_wants_more(
    node: LineServer, name: str, empty: Json
) -> None:
    call = SOUND | {name: empty}
    with packages(REFUSING | {"builders": {"make": MAKE | {"outcome": "success"}}}) as (made, package):
        builder = made.contract.builders[0]
        (answer,) = in_javascript(node, made, [call])
        assert answer.get("error") == f"RangeError: {name} must not be empty"
        with pytest.raises(ValueError, match=f"^{name} must not be empty$"):
            in_python(package, builder, call)
        with pytest.raises(ValueError, match=f"^{name} must not be empty$"):
            build(builder, call)
        assert in_python(package, builder, SOUND) == build(builder, SOUND) == {"ok": True} | SOUND


def test_an_error_builder_writes_an_empty_argument_and_logs_it(node: LineServer) -> None:
    call = SOUND | {"why": ""}
    with packages(REFUSING) as (made, package), logged() as warnings:
        builder, expected, says = made.contract.builders[0], {"ok": False} | call, ["why must not be empty"]
        (given,) = in_javascript(node, made, [call])
        assert answer(builder, call) == (expected, says)
        assert (in_python(package, builder, call), warnings) == (expected, says)
        assert (given["value"], given["logged"]) == (expected, says)


CONTRADICTED: Block = {
    "contract": "contradicted",
    "version": "1.0.0",
    "title": "Constants",
    "envelope": {
        "name": "Reply",
        "fields": {"ok": {"type": "boolean"}, "about": {"type": "About"}},
        "outcomes": {"success": {"when": {"ok": True}}, "failure": {"when": {"ok": False}}},
    },
    "types": {
        "About": {
            "fields": {
                "one": {"type": "integer", "const": 1},
                "sure": {"type": "boolean", "const": True, "level": "may"},
                "inner": {"type": "Inner", "level": "may"},
            }
        },
        "Inner": {"fields": {"kind": {"type": "string", "const": "hard"}, "top": {"type": "integer", "level": "may"}}},
    },
    "builders": {
        "make": {
            "outcome": "success",
            "parameters": {
                "about": {"into": "about"},
                "inner": {"into": "about.inner"},
                "top": {"into": "about.inner.top"},
            },
        }
    },
}


@pytest.mark.parametrize(
    "call",
    [
        {"about": {"one": 2}},
        {"about": {"one": True}},
        {"about": {"sure": None}},
        {"inner": {"kind": "soft"}},
        {"inner": {"kind": None, "top": 1}},
        {"top": 1, "inner": {"kind": ""}},
    ],
)
def test_all_refuse_what_contradicts_a_constant(node: LineServer, call: dict[str, Json]) -> None:
    with packages(CONTRADICTED) as (made, package):
        builder = made.contract.builders[0]
        (answer,) = in_javascript(node, made, [call])
        assert str(answer.get("error")).startswith("RangeError: about.")
        with pytest.raises(ValueError, match=r"about\..* is always"):
            in_python(package, builder, call)
        with pytest.raises(ValueError, match=r"about\..* is always"):
            build(builder, call)


CODED: Block = {
    "contract": "coded",
    "version": "1.0.0",
    "title": "Codes",
    "envelope": {
        "name": "Reply",
        "fields": {
            "ok": {"type": "boolean"},
            "code": {"type": "ErrorCode", "level": "may"},
            "kind": {"type": "ErrorType", "follows": "code"},
            "fault": {"type": "Fault", "level": "may"},
        },
        "outcomes": {"success": {"when": {"ok": True}}, "failure": {"when": {"ok": False}}},
    },
    "types": {
        "Fault": {
            "fields": {
                "code": {"type": "ErrorCode", "level": "may"},
                "kind": {"type": "ErrorType", "follows": "code", "level": "may"},
            }
        }
    },
    "error_types": {"open": True, "values": {"ours": {}, "theirs": {}}},
    "error_codes": {"values": {"E1": {"type": "ours"}, "E2": {"type": "theirs"}}},
    "builders": {
        "make": {
            "outcome": "failure",
            "parameters": {
                "kind": {"into": "kind", "level": "must"},
                "fault_code": {"into": "fault.code", "level": "may"},
                "fault": {"into": "fault", "level": "may"},
            },
        }
    },
}


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ({"kind": ""}, {"kind": None}),
        ({"kind": "x", "fault_code": "E1"}, {"kind": "x", "fault": {"code": "E1", "kind": "ours"}}),
        (
            {"kind": "x", "fault_code": "E1", "fault": {"code": "E2"}},
            {"kind": "x", "fault": {"code": "E2", "kind": "theirs"}},
        ),
    ],
)
def test_what_follows_a_code_follows_the_one_in_the_response(
    node: LineServer, call: dict[str, Json], expected: dict[str, Json]
) -> None:
    with packages(CODED) as (made, package):
        builder, expected = made.contract.builders[0], {"ok": False} | expected
        (given,) = in_javascript(node, made, [call])
        assert build(builder, call) == in_python(package, builder, call) == given["value"] == expected


NESTED: Block = {
    "contract": "nested",
    "version": "1.0.0",
    "title": "Codes",
    "envelope": {
        "name": "Reply",
        "fields": {"ok": {"type": "boolean"}, "outer": {"type": "Outer", "level": "may"}},
        "outcomes": {"success": {"when": {"ok": True}}, "failure": {"when": {"ok": False}}},
    },
    "types": {
        "Outer": {"fields": {"inner": {"type": "Inner"}}},
        "Inner": {
            "fields": {
                "code": {"type": "ErrorCode", "level": "may"},
                "kind": {"type": "ErrorType", "follows": "code"},
            }
        },
    },
    "error_types": {"open": True, "values": {"ours": {}}},
    "error_codes": {"open": True, "values": {"E1": {"type": "ours"}}},
    "builders": {
        "make": {
            "outcome": "failure",
            "parameters": {name: {"into": f"outer.inner.{name}", "level": "may"} for name in ("code", "kind")},
        }
    },
}


def test_nothing_is_missing_in_an_object_that_is_not_made(node: LineServer) -> None:
    with packages(NESTED) as (made, package), logged() as warnings:
        builder, unlisted = made.contract.builders[0], {"ok": False, "outer": {"inner": {"code": "E9"}}}
        empty, followed, incomplete = in_javascript(node, made, [{}, {"code": "E1"}, {"code": "E9"}])
        assert build(builder, {}) == in_python(package, builder, {}) == empty["value"] == {"ok": False}
        assert followed["value"] == {"ok": False, "outer": {"inner": {"kind": "ours", "code": "E1"}}}
        assert warnings == []
        assert build(builder, {"code": "E9"}) == in_python(package, builder, {"code": "E9"}) == unlisted
        assert incomplete["value"] == unlisted
        assert warnings == incomplete["logged"]
        assert "outer.inner.kind must be given, because no code in the catalogue determines it" in warnings


def test_an_unlisted_code_is_logged_even_if_the_whole_object_has_another_one(node: LineServer) -> None:
    call: dict[str, Json] = {"kind": "x", "fault_code": "OTHER", "fault": {"code": "E1"}}
    with packages(CODED) as (made, package), logged() as warnings:
        builder = made.contract.builders[0]
        (given,) = in_javascript(node, made, [call])
        assert build(builder, call) == in_python(package, builder, call) == given["value"]
        assert warnings == ["'OTHER' is not a valid ErrorCode"]
        assert given["logged"] == ['"OTHER" is not a valid ErrorCode']


DEMANDING: Block = {
    "contract": "demanding",
    "version": "1.0.0",
    "title": "Codes that make other fields a must",
    "envelope": {
        "name": "Reply",
        "fields": {"ok": {"type": "boolean"}, "fault": {"type": "Fault", "level": "may"}},
        "outcomes": {"success": {"when": {"ok": True}}, "failure": {"when": {"ok": False}}},
    },
    "types": {
        "Fault": {
            "fields": {
                "code": {"type": "ErrorCode", "level": "may"},
                "kind": {"type": "ErrorType", "follows": "code", "level": "may"},
                "room": {"type": "string", "level": {"must": {"code": {"one_of": ["E1", "E3"]}}, "otherwise": "may"}},
                "until": {"type": "integer | null", "level": {"must": {"kind": "theirs"}, "otherwise": "may"}},
                "only_given_whole": {"type": "boolean", "level": {"must": {"code": "E3"}, "otherwise": "may"}},
            }
        }
    },
    "error_types": {"open": True, "values": {"ours": {}, "theirs": {}}},
    "error_codes": {"open": True, "values": {"E1": {"type": "ours"}, "E2": {"type": "theirs"}, "E3": {"type": "ours"}}},
    "builders": {
        "make": {
            "outcome": "failure",
            "parameters": {
                **{name: {"into": f"fault.{name}", "level": "may"} for name in ("code", "kind", "room", "until")},
                "fault": {"into": "fault", "level": "may"},
            },
        }
    },
}


@given(st.data())
@settings(max_examples=examples(40), phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_every_builder_logs_what_a_code_or_an_error_type_demands(node: LineServer, data: st.DataObject) -> None:
    with packages(DEMANDING) as (made, package):
        builder = made.contract.builders[0]
        calls = data.draw(st.lists(arguments(builder), min_size=CALLS, max_size=CALLS))
        for call, given in zip(calls, in_javascript(node, made, calls), strict=True):
            expected, contradictions = answer(builder, call)
            with logged() as warnings:
                assert in_python(package, builder, call) == given["value"] == expected, call
            assert len(warnings) == len(texts(given.get("logged"))) == len(contradictions), call
            missing = [each for each in check(made.contract.envelope, expected) if each.rule is RuleId.REQUIRED]
            assert len(missing) == sum("must be given for" in each for each in contradictions), call


def test_keywords_are_part_of_a_required_argument() -> None:
    fields: Block = {"ok": {"type": "boolean"}, "data": {"type": "object"}}
    outcomes: Block = {"success": {"when": {"ok": True}}, "failure": {"when": {"ok": False}}}
    make: Block = {"outcome": "success", "parameters": {"data": {"into": "data", "level": "must"}}}
    block: Block = {"contract": "keywords", "version": "1.0.0", "title": "Keywords"}
    block |= {"envelope": {"name": "Reply", "fields": fields, "outcomes": outcomes}}
    call: dict[str, Json] = {"data": {"a": 1}, "b": 2}
    with packages(block | {"builders": {"make": make | {"extra_keywords": "data"}}}) as (made, package):
        builder = made.contract.builders[0]
        assert in_python(package, builder, call) == build(builder, call) == {"ok": True, "data": {"a": 1, "b": 2}}
