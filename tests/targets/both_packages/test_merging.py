"""Whatever is merged into a response: both packages do what the contract means, and touch nothing else."""

import importlib
import inspect
import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType, ModuleType
from typing import Any

import pytest
from checkout import CASES, CONSUMERS, NODE
from checkout.processes import LineServer, line_server, run
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from packages.built import Built, built
from strategies.contracts import as_yaml
from strategies.effort import examples
from strategies.fields import Block, Known
from strategies.tiers import tiered

from sealwax.contract.model import ABSENT, Json, Merging
from sealwax.languages import typescript
from sealwax.meaning.merging import LeftOut, Merged, merge, message
from sealwax.targets.python.merging import function_name

CASE = CASES / "tiers" / "contract.yaml"


@pytest.fixture(scope="module")
def node() -> Iterator[LineServer]:
    with line_server("node", CONSUMERS / "merges.mjs", folder=NODE) as server:
        yield server


class Made:
    """A contract with merging, and its two packages."""

    def __init__(self, built: Built, package: ModuleType) -> None:
        self.contract = built.contract
        self.package = package
        self.script = built.path("typescript/merging.js")

    @property
    def merging(self) -> Merging:
        assert self.contract.merging is not None
        return self.contract.merging

    @property
    def in_python(self) -> Callable[..., dict[str, Any]]:
        found: Callable[..., dict[str, Any]] = getattr(self.module("merging"), function_name(self.merging))
        return found

    def in_javascript(self, node: LineServer, calls: list[Block]) -> list[dict[str, Any]]:
        question = {"module": str(self.script), "name": typescript.function_name(self.merging.name), "merges": calls}
        answers: list[dict[str, Any]] = node.ask(question)
        return answers

    def module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package.__name__}.{name}")


@contextmanager
def made_from(source: bytes) -> Iterator[Made]:
    with built(source) as files, files.imported() as package:
        yield Made(files, package)


@pytest.fixture(scope="module")
def case() -> Iterator[Made]:
    with made_from(CASE.read_bytes()) as made:
        yield made


# -- random merges ----------------------------------------------------------------------------------------------------

HOSTILE_KEYS = ["__proto__", "constructor", "toString", "", "x_", "_exp_", "__class__", "x_\n", "x_\u202e", "a\ud800"]
VALUES: st.SearchStrategy[Json] = st.sampled_from([None, True, 0, 1, "", "text", [], [1], {}, {"a": {"__proto__": 1}}])
PLUGINS = st.sampled_from(["weather", "__proto__", "constructor", "a\nb", "é", ""])


@st.composite
def merges(draw: st.DrawFn, made: Made) -> Block:
    """A response, what is given, plugins and gates; most keys are those that the contract has an opinion on."""
    contract, merging = made.contract, made.merging
    known = [field.name for field in merging.record.fields] + [old.name for old in merging.field.superseded]
    marked = [f"{tier.prefix}{end}" for tier in contract.tiers for end in ("mine", "yours", "__proto__")]
    keys = st.sampled_from([*known, *known, *marked, *HOSTILE_KEYS])
    objects: st.SearchStrategy[Json] = st.dictionaries(keys, VALUES, max_size=6).map(dict)
    others: st.SearchStrategy[Json] = st.sampled_from([None, [], [1], "text", 0, False])
    anything = objects | objects | objects | others
    payload = st.dictionaries(st.sampled_from(["data", "__proto__", "constructor", "ok"]), VALUES, max_size=3)
    response: Block = draw(payload)
    if draw(st.booleans()):
        response = {merging.field.name: draw(anything)} | response
    gates = [gate.name for gate in contract.gates]
    return {
        "response": response,
        "given": draw(anything),
        "plugins": draw(st.dictionaries(PLUGINS, anything, max_size=3)),
        "gates": [*draw(st.sets(st.sampled_from([*gates, "unheard_of"])))],
    }


@st.composite
def merging_contracts(draw: st.DrawFn) -> bytes:
    block: Block = {
        "contract": "merged",
        "version": "1.0.0",
        "title": "Merged",
        "envelope": {
            "name": "Reply",
            "fields": {"ok": {"type": "boolean"}, "data": {"type": "object", "level": "may"}},
            "outcomes": {"success": {"when": {"ok": True}}, "failure": {"when": {"ok": False}}},
        },
    }
    made = draw(tiered(block, Known(), {"Reply", "ReplySuccess", "ReplyFailure"}))
    merging, envelope = made["merging"], made["envelope"]
    assert isinstance(merging, dict)
    assert isinstance(envelope, dict)
    assert isinstance(envelope["fields"], dict)
    field = envelope["fields"][str(merging["into"])]
    assert isinstance(field, dict)
    # A field that must be there is never absent, not even when it is empty.
    field["level"] = draw(st.sampled_from(["must", "may"]))
    return as_yaml(made)


class Heard(logging.Handler):
    """What a package logs."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


def heard(made: Made, *arguments: Any, **keywords: Any) -> tuple[dict[str, Any], list[tuple[int, str]]]:
    """What the Python function gives, and what it logs."""
    log, listener = logging.getLogger(made.contract.name.replace("-", "_")), Heard()
    log.addHandler(listener)
    log.setLevel(logging.DEBUG)
    log.propagate = False
    try:
        result = made.in_python(*arguments, **keywords)
    finally:
        log.removeHandler(listener)
    return result, [(record.levelno, record.getMessage()) for record in listener.records]


def meant(made: Made, call: Mapping[str, Any]) -> Merged:
    return merge(made.merging, call["response"], call["given"], call["plugins"], call["gates"])


def report_of(made: Made, left_out: LeftOut) -> tuple[int, str]:
    return logging.DEBUG if left_out.quiet else logging.WARNING, message(made.merging, left_out)


def agree(made: Made, calls: list[Block], node: LineServer) -> None:
    answers = made.in_javascript(node, calls)
    for call, answer in zip(calls, answers, strict=True):
        expected = meant(made, call)
        before = json.dumps(call)
        response, log = heard(made, call["response"], call["given"], plugins=call["plugins"], gates=call["gates"])
        assert list(response.items()) == list(expected.response.items()), call
        assert log == [report_of(made, each) for each in expected.left_out], call
        assert json.dumps(call) == before
        assert answer["entries"] == [list(pair) for pair in expected.response.items()], call
        levels = ["debug" if each.quiet else "warn" for each in expected.left_out]
        told_so = [message(made.merging, each) for each in expected.left_out]
        assert answer["log"] == [list(pair) for pair in zip(levels, told_so, strict=True)], call
        assert (answer["isChanged"], answer["isKept"], answer["isOwn"]) == (False, True, True), call


@given(st.data())
@settings(max_examples=examples(150), phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_both_languages_merge_as_the_contract_means(node: LineServer, case: Made, data: st.DataObject) -> None:
    agree(case, [data.draw(merges(case))], node)


@given(merging_contracts(), st.data())
@settings(max_examples=examples(40), phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_both_languages_merge_by_any_tiers(node: LineServer, source: bytes, data: st.DataObject) -> None:
    with made_from(source) as made:
        agree(made, data.draw(st.lists(merges(made), min_size=1, max_size=10)), node)


@pytest.mark.parametrize("key", ["constructor", "toString"])
def test_what_every_object_inherits_is_no_key_of_the_response(node: LineServer, key: str) -> None:
    source = CASE.read_text(encoding="utf-8").partition("  examples:")[0]
    renamed = re.sub(r"\bmeta(?=:|\.|$)", key, source, flags=re.MULTILINE).encode()
    responses: list[Block] = [{}, {key: [1]}, {key: {"x_a": 1}}]
    with made_from(renamed) as made:
        assert made.merging.field.name == key
        agree(made, [{"response": each, "given": None, "plugins": {}, "gates": []} for each in responses], node)


def test_the_examples_of_the_contract_hold(node: LineServer, case: Made) -> None:
    for example in case.merging.examples:
        given = None if example.given is ABSENT else example.given
        call: Block = {
            "response": example.response,
            "given": given,
            "plugins": example.plugins,
            "gates": list(example.gates),
        }
        agree(case, [call], node)
        assert meant(case, call).response == example.result


# -- statements -------------------------------------------------------------------------------------------------------


def test_the_payload_is_neither_copied_nor_changed(case: Made) -> None:
    rows, own, added = [1], {"version": "1"}, ["x"]
    response = MappingProxyType({"meta": own, "data": rows, "ok": True})
    made, _ = heard(case, response, {"x_list": added})
    assert list(made) == ["data", "ok", "meta"]
    assert made["data"] is rows
    assert made["meta"]["x_list"] is added
    assert own == {"version": "1"}


def test_a_record_can_be_merged_as_it_is(case: Made) -> None:
    meta = case.module("records").Meta(version="2", exp_cache_hit=True, extra={"x_a": 1, "odd": 2})
    made, log = heard(case, {"ok": True}, meta, gates={"cache"})
    assert made == {"ok": True, "meta": {"version": "2", "_exp_cache_hit": True, "x_a": 1}}
    assert [level for level, _ in log] == [logging.WARNING]


def test_keys_that_are_no_strings_stay_out(case: Made) -> None:
    made, log = heard(case, {"ok": True}, {1: "one", None: "none", "x_a": 1}, plugins={"p": {2: "two"}})
    assert made == {"ok": True, "meta": {"x_a": 1}}
    assert log == [
        (logging.WARNING, "meta: a key is left out: it is not a string"),
        (logging.WARNING, "meta: a key is left out: it is not a string"),
        (logging.WARNING, 'meta: a key of the plugin "p" is left out: it is not a string'),
    ]


@pytest.mark.parametrize(
    ("plugins", "meta", "warnings"),
    [
        (
            {"a": {"x_one": 1}, "b": {"x_one": 2}},
            {"x_one": 1},
            ['"x_one" of the plugin "b" is left out: another source has already set it'],
        ),
        ({"a": {"version": "9"}}, {}, ['"version" of the plugin "a" is left out: the contract declares this key']),
        ({"a": {"x_region": "here"}}, {}, ['"x_region" of the plugin "a" is left out: the contract declares this key']),
        (
            {"a": {"_exp_new": 1}},
            {},
            ['"_exp_new" of the plugin "a" is left out: keys of plugins must start with `x_`'],
        ),
        ({"a\nb": {"new": 1}}, {}, ['"new" of the plugin "a\\nb" is left out: keys of plugins must start with `x_`']),
    ],
    ids=["another plugin", "declared", "declared, with the prefix", "another prefix", "no prefix"],
)
def test_plugins_keep_to_their_own_keys(case: Made, plugins: Json, meta: Block, warnings: list[str]) -> None:
    made, log = heard(case, {"ok": True}, plugins=plugins)
    assert made == {"ok": True} | ({"meta": meta} if meta else {})
    assert [
        text.removeprefix("meta: ")[: len(warning)] for (_, text), warning in zip(log, warnings, strict=True)
    ] == warnings


def test_what_was_promoted_is_told_by_its_new_name(case: Made) -> None:
    _, log = heard(case, {"meta": {"_exp_trace": "t", "_exp_other": 1}})
    assert log == [
        (logging.WARNING, 'meta: "_exp_trace" is left out: it is superseded by `meta.trace`'),
        (logging.WARNING, 'meta: "_exp_other" is left out: the tier `experimental` has no such key'),
    ]


def test_values_that_break_the_contract_stay_out(case: Made) -> None:
    given: Block = {"version": 2, "trace": "t", "x_free": {"any": [None]}}
    made, log = heard(case, {"meta": {"_exp_cache_hit": "yes"}}, given, gates=["cache"])
    assert made == {"meta": {"trace": "t", "x_free": {"any": [None]}}}
    assert log == [
        (logging.WARNING, 'meta: "version" is left out: it has an invalid value at /version: expected a string'),
        (
            logging.WARNING,
            'meta: "_exp_cache_hit" is left out: it has an invalid value at /_exp_cache_hit: expected true or false',
        ),
    ]


def test_values_are_checked_as_they_are_sent(case: Made) -> None:
    mood = case.module("enums").Mood.GOOD
    made, log = heard(case, {}, {"_exp_mood": mood, "version": object()}, gates=["dark"])
    assert made == {"meta": {"_exp_mood": mood}}
    assert [text for _, text in log] == [
        'meta: "version" is left out: it has an invalid value at /version: expected a string'
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("cache,dark", ["cache", "dark"]), (" cache, odd ,", ["cache"]), ("", []), (None, [])],
)
def test_the_environment_lists_the_gates(case: Made, text: str | None, expected: list[str]) -> None:
    variables = {} if text is None else {"TIERS_GATES": text}
    script = f"import {{ gatesFromEnvironment }} from {json.dumps(str(case.script))}"
    script += f"; Object.assign(process.env, {json.dumps(variables)}); console.log(gatesFromEnvironment().join())"
    printed = run("node", "--input-type=module", "--eval", script, folder=NODE)
    assert printed.strip() == ",".join(expected)
    function = case.module("merging").gates_from_environment
    assert list(function(variables)) == expected
    assert str(inspect.signature(function)).startswith("(variables: collections.abc.Mapping[str, str] | None = None)")


def test_a_gate_in_the_environment_that_the_contract_does_not_have_is_logged(
    case: Made, caplog: pytest.LogCaptureFixture
) -> None:
    assert case.module("merging").gates_from_environment({"TIERS_GATES": "odd"}) == ()
    assert [record.message for record in caplog.records] == [
        'meta: the gate "odd" is left out: the contract has no such gate'
    ]


def test_a_gate_is_closed_without_a_warning(case: Made) -> None:
    given: Block = {"_exp_cache_hit": True, "_exp_mood": "good"}
    closed, log = heard(case, {}, given)
    assert (closed, [level for level, _ in log]) == ({}, [logging.DEBUG, logging.DEBUG])
    opened, log = heard(case, {}, given, gates=["cache", "dark"])
    assert (opened, log) == ({"meta": given}, [])


def test_a_gate_that_nobody_knows_is_told(case: Made) -> None:
    opened, log = heard(case, {}, {"_exp_cache_hit": True}, gates=["cache", "cash"])
    assert opened == {"meta": {"_exp_cache_hit": True}}
    assert log == [(logging.WARNING, 'meta: the gate "cash" is left out: the contract has no such gate')]


def test_one_gate_is_not_taken_for_its_letters(case: Made) -> None:
    with pytest.raises(TypeError, match="gates: a list of names is expected, not the text 'cache'"):
        case.in_python({}, gates="cache")


def test_what_is_no_object_is_told_by_where_it_came_from(case: Made) -> None:
    made, log = heard(case, {"meta": 5}, 7, plugins={"p": 9})
    assert made == {}
    assert [text for _, text in log] == [
        "meta: the value in the response is left out: it is not an object",
        "meta: the given value is left out: it is not an object",
        'meta: everything of the plugin "p" is left out: it is not an object',
    ]
