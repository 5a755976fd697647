"""The validators and parsers of the npm package: the findings of the model, and an answer for every value there is."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from random import Random

import pytest
from checkout import CASES, CONSUMERS, NODE_MODULES
from checkout import read_contract as contract
from hypothesis import given, settings
from hypothesis import strategies as st
from judges.reference import check
from packages.both import both_packages
from packages.npm import Consumer, generated
from strategies.effort import examples
from strategies.payloads import Maker, Subject, subjects

from sealwax.contract.model import Absent, Envelope, Json
from sealwax.meaning.findings import MESSAGES, RuleId
from sealwax.naming import pascal
from sealwax.patterns import FORMATS

SMALLEST = '{success: true, data: {}, error: null, meta: {version: "response-v2", request_id: "r"}}'


@pytest.fixture(scope="module")
def consumer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    with generated(contract(), tmp_path_factory.mktemp("validation")) as consumer:
        for name in ("@standard-schema", "@t3-oss"):
            shutil.copytree(NODE_MODULES / name, consumer.folder / "node_modules" / name)
        yield consumer


# -- the findings of the model ----------------------------------------------------------------------------------------


def in_javascript(consumer: Consumer, cases: Iterable[tuple[Subject, Json]]) -> list[Json]:
    """The short answer and all findings. The values go through `JSON.parse`, which makes an own key `__proto__`.

    With `undecoded` or without, the answers are the same.
    """
    suffixes = [("" if isinstance(subject, Envelope) else pascal(subject.name), value) for subject, value in cases]
    text = json.dumps(json.dumps(suffixes))
    row = "({ pointer, level, rule, message }) => [pointer, level, rule, message]"
    answers, undecoded = (
        consumer.value(
            f"JSON.parse({text}).map(([suffix, value]) =>"
            f" [it['isValid' + suffix](value), it['validate' + suffix](value{options}).map({row}).sort()])"
        )
        for options in ("", ", { undecoded: true }")
    )
    assert isinstance(answers, list)
    assert answers == undecoded
    return answers


def in_the_model(subject: Subject, value: Json) -> Json:
    found = check(subject, value)
    rows: list[Json] = [[str(each.pointer), each.level.value, each.rule.value, each.message] for each in found]
    return [not any(each.level == "error" for each in found), sorted(rows, key=_as_javascript_sorts)]


def _as_javascript_sorts(row: Json) -> bytes:
    """JavaScript compares lists as text with commas, by the units of UTF-16."""
    assert isinstance(row, list)
    return ",".join(map(str, row)).encode("utf-16-be", "surrogatepass")


def test_every_example_gets_the_findings_of_the_model(consumer: Consumer) -> None:
    examples = [*contract().examples]
    examples += [each for anti in contract().anti_patterns for each in (*anti.bad, *anti.good)]
    cases = [(each.subject, each.value) for each in examples if not isinstance(each.value, Absent)]
    assert len(cases) > 20
    assert in_javascript(consumer, cases) == [in_the_model(*case) for case in cases]


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=examples(30))
def test_broken_values_get_the_findings_of_the_model(consumer: Consumer, seed: int) -> None:
    random = Random(seed)
    maker = Maker(contract(), random)
    chosen = [random.choice(subjects(contract())) for _ in range(20)]
    cases = [(subject, maker.payload(subject)) for subject in chosen]
    assert in_javascript(consumer, cases) == [in_the_model(*case) for case in cases]


def test_a_finding_in_an_odd_place_has_an_escaped_pointer(consumer: Consumer) -> None:
    found = consumer.value(f'it.validate({{...{SMALLEST}, "a/b~c": 1}}).map((finding) => finding.pointer)')
    assert found == ["/a~1b~0c"]


# -- values that are not JSON -----------------------------------------------------------------------------------------

ODD = {
    "undefined": "undefined",
    "not a number": "NaN",
    "infinite": "-Infinity",
    "bigint": "10n",
    "symbol": 'Symbol("s")',
    "function": "() => 1",
    "date": "new Date(0)",
    "map": "new Map()",
    "set": "new Set()",
    "regular expression": "/a/",
    "boxed": "new String('a')",
    "bytes": "new Uint8Array(2)",
    "promise": "Promise.resolve({})",
    "error": "new Error('e')",
    "instance": "new (class Meta { version = 'response-v2' })()",
    "child_class": "new (class extends Object {})()",
    "revoked": "(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })()",
}
# A place of the envelope, and its pointer: typed and free, in objects, lists and maps.
PLACES = {
    "": "({0})",
    "/data": "({{...smallest, data: {0}}})",
    "/error": "({{...smallest, error: {0}}})",
    "/meta": "({{...smallest, meta: {0}}})",
    "/meta/span_id": "within({{ span_id: {0} }})",
    "/meta/own": "within({{ own: {0} }})",
    "/meta/pagination": "within({{ pagination: {0} }})",
    "/meta/warnings/0": "within({{ warnings: [{0}] }})",
    "/meta/content_archive_hashes/a": "within({{ content_archive_hashes: {{ a: {0} }} }})",
}


def in_place(value: str, place: str) -> str:
    """The envelope that holds the value in this place."""
    return f"""(() => {{
        const smallest = {SMALLEST};
        const within = (meta) => ({{...smallest, meta: {{...smallest.meta, ...meta}}}});
        return {PLACES[place].format(value)};
    }})()"""


def answers(consumer: Consumer, value: str, place: str) -> Json:
    """Whether there is no error in a value that may not be JSON, and pointer and rule of each error."""
    return consumer.value(
        f"""(() => {{
            const value = {in_place(value, place)};
            const errors = it.validate(value, {{ undecoded: true }}).filter(({{ level }}) => level === "error");
            return [errors.length === 0, errors.map(({{ pointer, rule }}) => [pointer, rule])];
        }})()"""
    )


@pytest.mark.parametrize("value", ODD.values(), ids=ODD.keys())
def test_values_that_are_not_json_are_reported_at_their_place(consumer: Consumer, value: str) -> None:
    for place in PLACES:
        # A revoked proxy throws on every access, so its place is unknown.
        pointer = "" if value == ODD["revoked"] else place
        assert answers(consumer, value, place) == [False, [[pointer, "json"]]], place


CYCLE = "(() => { const all = { list: [] }; all.list.push({ all }); return all; })()"
WIDE_CYCLE = "(() => { const all = {}; for (let i = 0; i < 50; i++) all[i] = [all, all]; return all; })()"
CYCLE_AND_MORE = "(() => { const all = { list: [] }; all.list.push(all, NaN, all); return all; })()"


def nested(levels: int, inner: str = "1") -> str:
    """So many levels around a value, the outermost an object, by turns lists and objects."""
    return f"""(() => {{
        let value = {inner};
        for (let level = {levels}; level > 0; level--) value = level % 2 ? {{ a: value }} : [value];
        return value;
    }})()"""


def shared(levels: int, inner: str = "{}") -> str:
    return f"(() => {{ let v = {inner}; for (let i = 0; i < {levels}; i++) v = {{ a: v, b: [v] }}; return v; }})()"


SOUND: dict[str, str] = {
    "what is shared on 200 levels": shared(200),
    "many values": "{ rows: Array.from({ length: 30000 }, (_, i) => ({ i })) }",
    "very many values": "{ rows: Array.from({ length: 200000 }, (_, i) => ({ i })) }",
    "no prototype": "Object.assign(Object.create(null), { a: [Object.create(null)] })",
    "a getter": "{ get a() { return 1; } }",
    "a key that symbols hide": "{ [Symbol('hidden')]: () => 1 }",
    "keys of every object": 'JSON.parse(\'{"__proto__": 1, "constructor": 2, "toString": 3}\')',
}
UNSOUND: dict[str, tuple[str, str]] = {
    "many values and one that is none": (
        "{ rows: [...Array.from({ length: 30000 }, () => ({})), NaN] }",
        "/rows/30000",
    ),
    "very many values and one that is none": (
        "{ r: [...Array.from({ length: 200000 }, () => [])], '~/': NaN }",
        "/~0~1",
    ),
    "undefined deep inside": ("{ a: [{ b: undefined }] }", "/a/0/b"),
    "a function deep inside": ("{ a: [{ b() {} }] }", "/a/0/b"),
    "an instance deep inside": ("{ a: [new (class {})()] }", "/a/0"),
    "two that are none": ("{ a: [1, { b: 2, c: [NaN] }], d: NaN }", "/a/1/c/0"),
    "a hole": ("{ a: [1, , 2] }", "/a/1"),
    "nothing but holes": ("{ a: new Array(1e8) }", "/a/0"),
    "one that is none in a cycle": (CYCLE_AND_MORE, "/list/1"),
    "one that is none in what is shared": (shared(100, "[NaN]"), "/a" * 100 + "/0"),
}
TOO_DEEP = {
    "a cycle": CYCLE,
    "a cycle in many places": WIDE_CYCLE,
    "100,000 levels": nested(100_000),
    "600 levels and NaN": nested(600, "NaN"),
    "what is shared on 300 levels": shared(300),
}
FREE = {"/data": 1, "/meta/own": 2}
"""Places of free values, and how many levels below the root they are."""


@pytest.mark.parametrize("value", SOUND.values(), ids=SOUND.keys())
def test_free_values_can_be_any_json(consumer: Consumer, value: str) -> None:
    for place in FREE:
        assert answers(consumer, value, place) == [True, []]


@pytest.mark.parametrize(("value", "pointer"), UNSOUND.values(), ids=UNSOUND.keys())
def test_free_values_are_json_down_to_the_last_leaf(consumer: Consumer, value: str, pointer: str) -> None:
    for place in FREE:
        assert answers(consumer, value, place) == [False, [[f"{place}{pointer}", "json"]]]


@pytest.mark.parametrize("value", TOO_DEEP.values(), ids=TOO_DEEP.keys())
def test_too_many_levels_are_reported_at_the_root(consumer: Consumer, value: str) -> None:
    for place in FREE:
        assert answers(consumer, value, place) == [False, [["", "json"]]]


def test_shared_values_are_walked_once(consumer: Consumer) -> None:
    wide = "(() => { const wide = Array(1e6).fill(0); return { all: Array(1e5).fill(wide) }; })()"
    assert answers(consumer, wide, "/data") == [True, []]


@pytest.mark.parametrize("odd", ["Object.assign(['a'], { keys: 1 })", "new (class extends Array { keys() {} })('a')"])
def test_a_list_is_what_its_items_are(consumer: Consumer, odd: str) -> None:
    assert answers(consumer, f"{{...smallest.meta, request_id: 'r', warnings: {odd}}}", "/meta") == [True, []]


def test_levels_are_counted_from_the_root(consumer: Consumer) -> None:
    for place, above in FREE.items():
        for inner in ("1", "[]"):
            assert answers(consumer, nested(500 - above, inner), place) == [True, []]
            assert answers(consumer, nested(501 - above, inner), place) == [False, [["", "json"]]]
        pointer = place + "/a/0" * ((500 - above) // 2) + "/a" * ((500 - above) % 2)
        assert answers(consumer, nested(500 - above, "NaN"), place) == [False, [[pointer, "json"]]]
        assert answers(consumer, nested(501 - above, "NaN"), place) == [False, [["", "json"]]]


@pytest.mark.parametrize(("holes", "index"), [("[, 'a']", 0), ("['a', , 'b']", 1), ("new Array(1e8)", 0)])
def test_a_list_with_holes_is_no_json(consumer: Consumer, holes: str, index: int) -> None:
    value = f"{{...smallest.meta, warnings: {holes}}}"
    assert answers(consumer, value, "/meta") == [False, [[f"/meta/warnings/{index}", "json"]]]


def test_a_value_that_is_not_json_has_a_single_finding(consumer: Consumer) -> None:
    finding = {"pointer": "/meta/a", "level": "error", "rule": "json", "message": MESSAGES.not_json}
    assert consumer.value("it.validate({success: 1, meta: {a: NaN}, other: {}}, { undecoded: true })") == [finding]


# -- values are taken as decoded JSON ----------------------------------------------------------------------------------


def test_free_values_are_only_checked_if_they_may_not_be_json(consumer: Consumer) -> None:
    value = f"{{...{SMALLEST}, data: {{ when: new Date(0) }}}}"
    for options, expected in (("{ undecoded: true }", False), ("{ undecoded: false }", True), ("{}", True)):
        assert consumer.value(f"it.validate({value}, {options}).length === 0") is expected
        own = "{ version: 'response-v2', request_id: 'r', own: [new Date(0)] }"
        assert consumer.value(f"it.validateMeta({own}, {options}).length === 0") is expected
        assert consumer.value(f"it.isValid({value}, {options})") is True
        assert consumer.value(f"it.safeParse({value}, {options}).success") is True


@pytest.mark.parametrize(
    "options", ["0", "1", "null", "undefined", "'undecoded'", "true", "[true]", "{ undecoded: 1 }"]
)
def test_other_options_have_no_effect(consumer: Consumer, options: str) -> None:
    value = f"{{...{SMALLEST}, data: {{ when: new Date(0) }}}}"
    assert consumer.value(f"it.validate({value}, {options}).length") == 0


ENDLESS = {
    "prototypes": "(() => { const next = () => new Proxy({}, { getPrototypeOf: next }); return next(); })()",
}


@pytest.mark.parametrize("value", [*ODD.values(), *ENDLESS.values()], ids=[*ODD.keys(), *ENDLESS.keys()])
def test_both_ways_to_a_verdict_agree_on_what_no_decoder_makes(consumer: Consumer, value: str) -> None:
    for place in PLACES:
        made = in_place(value, place)
        agree = "it.isValid(value) === it.validate(value).every(({ level }) => level !== 'error')"
        assert consumer.value(f"((value) => {agree})({made})") is True, place


def test_lists_of_values_can_be_filtered_and_mapped(consumer: Consumer) -> None:
    values = f"[{SMALLEST}, {{...{SMALLEST}, data: NaN}}, 7]"
    assert consumer.value(f"{values}.filter(it.isValid).length") == 1
    assert consumer.value(f"{values}.map(it.validate).map((found) => found.length)") == [0, 1, 1]
    assert consumer.value(f"{values}.map(it.safeParse).map(({{ success }}) => success)") == [True, False, False]


# -- objects that inherit, hide or throw ------------------------------------------------------------------------------


THROWS = {
    "getter": "Object.defineProperty({...smallest}, 'data', { enumerable: true, get() { throw new Error('no'); } })",
    "deep getter": "{...smallest, data: { get a() { throw new Error('no'); } }}",
    "proxy": "new Proxy({...smallest}, { ownKeys() { throw new Error('no'); } })",
}


@pytest.mark.parametrize("value", THROWS.values(), ids=THROWS.keys())
def test_a_value_that_throws_when_it_is_read_is_reported(consumer: Consumer, value: str) -> None:
    assert answers(consumer, value, "") == [False, [["", "json"]]]


def test_a_value_that_throws_can_be_parsed_and_given_to_libraries(consumer: Consumer) -> None:
    value = f"{{...{SMALLEST}, get meta() {{ throw new Error('no'); }}}}"
    assert consumer.value(f"it.safeParse({value}).success") is False
    assert consumer.value(f"it.toolResponseSchema['~standard'].validate({value}).issues.length") == 1


def test_objects_of_another_realm_are_objects(consumer: Consumer) -> None:
    vm = "process.getBuiltinModule('node:vm')"
    assert consumer.value(f"it.isValid({vm}.runInNewContext('({SMALLEST})'))") is True
    assert consumer.value(f"it.isValid({vm}.runInNewContext('new Date()'))") is False


@pytest.mark.parametrize("value", [SMALLEST, "{success: true}", "{}"])
def test_both_ways_to_a_verdict_agree_on_objects_that_inherit(consumer: Consumer, value: str) -> None:
    children = f"[Object.create({value}), Object.assign(Object.create({value}), {{error: null}})]"
    errors = "it.validate(child_class).filter(({ level }) => level === 'error')"
    assert consumer.value(f"{children}.map((child_class) => it.isValid(child_class) === ({errors}.length === 0))") == [
        True,
        True,
    ]


@pytest.mark.parametrize("key", ["success", "data", "error", "meta"])
def test_a_key_that_nothing_enumerates_is_read_all_the_same(consumer: Consumer, key: str) -> None:
    hidden = f"Object.defineProperty({{...smallest}}, '{key}', {{ enumerable: false }})"
    assert answers(consumer, hidden, "") == [True, []]
    assert answers(consumer, f"Object.assign({hidden}, {{ other: 1 }})", "") == [False, [["/other", "unknown-key"]]]
    wrong = "Object.defineProperty({...smallest.meta}, 'trace_id', { value: 7, enumerable: false })"
    assert answers(consumer, wrong, "/meta") == [False, [["/meta/trace_id", "type"]]]


def test_a_key_called_proto_is_a_key_like_any_other(consumer: Consumer) -> None:
    parsed = "JSON.parse('{\"__proto__\": 1}')"
    spread = f"Object.defineProperty({{...smallest}}, '__proto__', {{ value: {parsed}, enumerable: true }})"
    assert answers(consumer, spread, "") == [False, [["/__proto__", "unknown-key"]]]
    assert answers(consumer, parsed, "/data") == [True, []]


# -- formats ----------------------------------------------------------------------------------------------------------


def times() -> Iterator[str]:
    """Every day, hour, minute, second and offset that two digits can spell, and times with something else in them."""
    pairs = [f"{number:02}" for number in range(100)]
    yield from (f"2026-{month}-{day}T12:00:00Z" for month in pairs for day in pairs)
    for pair in pairs:
        yield from (f"2026-01-01T{pair}:00:00Z", f"2026-01-01T00:{pair}:00Z", f"2026-01-01T00:00:{pair}Z")
        yield from (f"2026-01-01T00:00:00+{pair}:00", f"2026-01-01T00:00:00-00:{pair}")
    for whole in ("2026-12-31T23:59:59.25+01:30", "0000-02-29T00:00:00Z"):
        for at in range(len(whole) + 1):
            yield from (f"{whole[:at]}{other}{whole[at + 1 :]}" for other in ["", *"0123456789-+:.TtZz \n\u0660"])
            yield from (f"{whole[:at]}{other}{whole[at:]}" for other in "0.:-Z\n")


@pytest.mark.parametrize(("key", "named"), [("day", "date"), ("at", "date-time"), ("utc", "utc-date-time")])
def test_a_date_and_time_is_the_same_in_all_languages(key: str, named: str) -> None:
    texts, found = [text[:10] if named == "date" else text for text in times()], []
    told = f"it.validateLimits({{ {key}: text }}).every((finding) => finding.rule !== 'format')"
    with both_packages(CASES / "constraints" / "contract.yaml") as packages:
        for start in range(0, len(texts), 2000):  # a command line has a limited length
            answers = packages.node(f"return given.map((text) => {told});", [*texts[start : start + 2000]])
            found += answers if isinstance(answers, list) else []
        in_python = [
            all(finding.rule != "format" for finding in packages.python.validate_limits({key: text})) for text in texts
        ]
    assert found == in_python == [FORMATS[named].matches(text) for text in texts]
    assert 400 < sum(in_python) < len(texts) / 2


# -- names that every object seems to have ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    with generated(contract(CONSUMERS / "inherited-names.yaml"), tmp_path_factory.mktemp("hostile")) as consumer:
        yield consumer


@pytest.mark.parametrize(
    "value",
    [
        {"ok": True, "data": {}},
        {"ok": True, "data": {}, "toString": "text"},
        {"ok": True, "data": {}, "toString": 1},
        {"ok": True, "data": {}, "valueOf": 1},
        {"ok": False, "data": {}},
        {"ok": False, "data": {"constructor": "plain"}},
        {"ok": False, "data": {"constructor": "hasOwnProperty", "valueOf": "other"}},
        {"ok": False, "data": {"constructor": "toString", "valueOf": "other"}},
        {"ok": False, "data": {"constructor": {}, "valueOf": "other"}},
        {"ok": False, "data": {"hasOwnProperty": 1}},
        {"ok": False, "data": {"hasOwnProperty": None, "isPrototypeOf": "text"}},
        {"ok": False, "data": {"hasOwnProperty": "text", "isPrototypeOf": 1}},
        {"ok": False, "data": {"__proto__": {"hasOwnProperty": 1}}},
        {"ok": True, "data": {}, "__proto__": {"toString": 1}},
        {"toString": "text"},
    ],
)
def test_names_that_objects_inherit_are_keys_only_when_given(hostile: Consumer, value: Json) -> None:
    case = (contract(CONSUMERS / "inherited-names.yaml").envelope, value)
    assert in_javascript(hostile, [case]) == [in_the_model(*case)]


# -- parsers ----------------------------------------------------------------------------------------------------------


def test_parsing_gives_the_value_itself(consumer: Consumer) -> None:
    made = f"(() => {{ const value = {SMALLEST}; return %s; }})()"
    assert consumer.value(made % "it.parse(value) === value") is True
    assert consumer.value(made % "it.safeParse(value).value === value") is True
    assert consumer.value(made % "it.parseJson(JSON.stringify(value)).meta.request_id") == "r"
    assert consumer.value(made % "it.safeParseJson(JSON.stringify(value)).value.success") is True


def test_the_error_of_a_parser_has_every_finding(consumer: Consumer) -> None:
    broken = '{success: true, data: {}, error: "", meta: {version: "response-v1"}}'
    pointers = "map((finding) => finding.pointer).sort()"
    expected = ["/error", "/meta/request_id", "/meta/version"]
    assert consumer.value(f"it.safeParse({broken}).findings.{pointers}") == expected
    caught = f"(() => {{ try {{ it.parse({broken}); }} catch (error) {{ return %s; }} }})()"
    assert consumer.value(caught % f"error.findings.{pointers}") == expected
    assert consumer.value(caught % "error instanceof it.InvalidResponse && error instanceof Error") is True
    assert consumer.error(f"it.parse({broken})") == [
        "InvalidResponse",
        "/error: expected null; /meta/version: expected `response-v2`",
    ]


def test_a_long_list_of_errors_is_cut_in_the_message_only(consumer: Consumer) -> None:
    broken = "{a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1}"
    assert consumer.value(f"it.safeParse({broken}).findings.length") == 11
    error = consumer.error(f"it.parse({broken})")
    assert isinstance(error, list)
    assert str(error[1]).endswith("/a: this key is not part of the contract; and 6 more")
    assert consumer.error("it.parse(7)") == ["InvalidResponse", "the value: expected an object"]


@pytest.mark.parametrize("number", ["1e400", "-1e400"])
def test_a_number_out_of_range_is_reported_when_a_text_is_parsed(consumer: Consumer, number: str) -> None:
    whole = f'{{"success": true, "data": {{"n": [{number}]}}, "error": null, "meta": {{"version": "response-v2"}}}}'
    found = consumer.value(
        f"it.safeParseJson({json.dumps(whole)}).findings.map(({{ pointer, rule }}) => [pointer, rule])"
    )
    assert found == [["/data/n/0", "json"]]


@pytest.mark.parametrize("text", ["", "{", "nul", "[1,]", "{'a': 1}", "NaN", "1 2", "\ufeff{}"])
def test_a_text_that_is_no_json_is_one_finding(consumer: Consumer, text: str) -> None:
    finding = {"pointer": "", "level": "error", "rule": RuleId.JSON.value, "message": MESSAGES.not_json_text}
    result = consumer.value(f"it.safeParseJson({json.dumps(text)})")
    assert result == {"success": False, "findings": [finding]}
    assert consumer.error(f"it.parseJson({json.dumps(text)})") == [
        "InvalidResponse",
        f"the value: {MESSAGES.not_json_text}",
    ]


def test_a_very_deep_text_is_one_finding(consumer: Consumer) -> None:
    text = '\'{"success": true, "error": null, "meta": {"version": "response-v2"}, "data": {"a":\' + "[".repeat(1e5)'
    found = consumer.value(f"it.safeParseJson({text} + ']'.repeat(1e5) + '}}}}').findings.map((each) => each.message)")
    assert found == [MESSAGES.not_json_text]


def test_a_text_is_held_to_the_same_levels_as_a_value(consumer: Consumer) -> None:
    # The data is one level below the root, and the text is longer than any that is surely not too deep.
    text = "JSON.stringify({...%s, data: { a: JSON.parse('['.repeat(%d) + ']'.repeat(%d)) }})"
    assert consumer.value(f"it.safeParseJson({text % (SMALLEST, 499, 499)}).success") is True
    assert consumer.value(f"it.safeParseJson({text % (SMALLEST, 500, 500)}).success") is False


# -- Standard Schema --------------------------------------------------------------------------------------------------


def test_every_named_type_is_a_standard_schema(consumer: Consumer) -> None:
    made = "Object.entries(it).filter(([name]) => name.endsWith('Schema')).map(([, schema]) => schema['~standard'])"
    facts = consumer.value(f"{made}.map((each) => [each.version, each.vendor, typeof each.validate])")
    assert facts == [[1, "sealwax", "function"]] * len(subjects(contract()))


def test_a_schema_reports_errors_with_their_path_and_no_advice(consumer: Consumer) -> None:
    validate = "it.toolResponseSchema['~standard'].validate"
    advised = '{success: false, data: {}, error: "e", meta: {version: "response-v2"}}'
    assert consumer.value(f"Object.keys({validate}({advised}))") == ["value"]
    broken = '{success: true, data: {}, error: "", meta: {version: "response-v2", warnings: ["a", 1]}}'
    assert consumer.value(f"{validate}({broken}).issues.map(({{ message, path }}) => [message, path])") == [
        ["expected null", ["error"]],
        ["expected a string", ["meta", "warnings", 1]],
    ]
    free = '{success: true, data: {}, error: null, meta: {version: "response-v2", own: [{"/": NaN}]}}'
    assert consumer.value(f"Object.keys({validate}({free}))") == ["value"]
    odd = '{success: true, data: {}, error: null, meta: {version: "response-v2"}, "a/b~c": 1, "0": 1}'
    assert consumer.value(f"{validate}({odd}).issues.map(({{ path }}) => path)") == [["0"], ["a/b~c"]]


def test_a_library_that_takes_any_validator_takes_ours(consumer: Consumer) -> None:
    script = """
        import { createEnv } from "@t3-oss/env-core";
        import { locatorSchema, severitySchema } from "response-v2";
        const server = { PLACE: locatorSchema, SEVERITY: severitySchema };
        const read = (runtimeEnv) => {
          const wrong = [];
          const onValidationError = (issues) => { wrong.push(...issues.map(({ path }) => path[0])); throw 0; };
          try {
            const { PLACE, SEVERITY } = createEnv({ server, runtimeEnv, onValidationError });
            return [PLACE, SEVERITY];
          } catch {
            return wrong;
          }
        };
        console.log(JSON.stringify([
          read({ PLACE: "char:1-2", SEVERITY: "info" }),
          read({ PLACE: "chars", SEVERITY: "bad" }),
        ]));
    """
    (consumer.folder / "environment.mjs").write_text(script, encoding="utf-8")
    done = subprocess.run(
        ["node", "environment.mjs"], cwd=consumer.folder, capture_output=True, encoding="utf-8", check=False
    )
    assert json.loads(done.stdout or done.stderr) == [["char:1-2", "info"], ["PLACE", "SEVERITY"]]


# -- types and code ---------------------------------------------------------------------------------------------------


def test_no_code_is_made_at_run_time(consumer: Consumer) -> None:
    package = consumer.folder / "node_modules" / contract().name
    for path in package.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert "eval(" not in text
        assert "new Function" not in text
    flag = "--disallow-code-generation-from-strings"
    script = f'const it = await import("{contract().name}"); if (!it.isValid({SMALLEST})) throw 0'
    subprocess.run(["node", flag, "--input-type=module", "-e", script], cwd=consumer.folder, check=True)
