"""Contracts that are too much: each has a diagnostic and exit code 2, and a bug is never taken for drift."""

import cProfile
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from samples.growing_contracts import RAISING, chain, contract, diamonds, fields, nested, numbered, raising, types

from sealwax import cli, commands
from sealwax.diagnostics import SHOWN, did_you_mean
from sealwax.pipeline import load
from sealwax.rendering.environment import Environment
from sealwax.verify.json_positions import places_of
from sealwax.verify.payloads import MAX_ITEMS, TooLong, payloads

IN_ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def write(folder: Path, files: dict[str, bytes]) -> None:
    for path, raw in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(raw)


def codes(files: dict[str, bytes]) -> list[str]:
    return [each.code.value for each in load(files)[1]]


def sealwax(*arguments: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    command = (sys.executable, "-m", "sealwax", *arguments)
    return subprocess.run(command, cwd=folder, env={**os.environ, **environment}, capture_output=True, check=False)


# -- limits -----------------------------------------------------------------------------------------------------------


def test_types_can_be_nested_fifty_levels_deep() -> None:
    assert codes(nested(50)) == []
    assert codes(nested(51)) == ["too-deep"]


@pytest.mark.parametrize("order", [1, -1])
def test_two_hundred_nested_types_are_reported_a_few_times_in_any_order(order: int) -> None:
    ((path, raw),) = nested(200).items()
    head, _, rows = raw.partition(b"types:\n")
    ordered = b"".join(rows.splitlines(keepends=True)[::order])
    found = codes({path: head + b"types:\n" + ordered})
    assert set(found) == {"too-deep"}
    assert len(found) < 5


def test_a_type_nests_ten_levels_deep() -> None:
    assert codes(contract("list of " * 9 + "string")) == []
    assert codes(contract("list of " * 10 + "string")) == ["bad-type"]
    assert codes(contract("map of " * 5000 + "string")) == ["bad-type"]
    assert codes(contract("(" * 5000 + "string" + ")" * 5000)) == ["bad-type"]


def test_a_contract_extends_fifty_others() -> None:
    assert codes(chain(51)) == []
    assert codes(chain(52)) == ["too-large"]
    assert codes(chain(400)) == ["too-large"]
    assert codes(diamonds(40)) == ["too-large"]


def test_the_contracts_of_a_project_inherit_a_limited_amount_of_text() -> None:
    base = contract(name="base", body=f"guides: [{{title: Long, points: [{'x' * 2**20}]}}]\n")
    children = {
        f"contract/x{at}.yaml": f'contract: x{at}\nversion: "1.0.0"\ntitle: X\nextends: base.yaml\n'.encode()
        for at in range(40)
    }
    found = load(base | children)[1]
    assert [(each.code.value, each.position.line) for each in found] == [("too-large", 4)]


def test_tools_and_fields_of_the_envelope_multiply() -> None:
    def multiplied(tools: int) -> list[str]:
        ((path, raw),) = contract("payload", "types: {P: {fields: {a: {type: string}}}}\n").items()
        many = "".join(f"    f{at}: {{type: string}}\n" for at in range(98)).encode()
        listed = "".join(f"  tool{at}: {{payload: P}}\n" for at in range(tools))
        return codes({path: raw.replace(b"  outcomes:\n", many + b"  outcomes:\n") + f"tools:\n{listed}".encode()})

    assert multiplied(100) == []
    assert multiplied(101) == ["too-large"]


def shared_payload(tools: int, fields: int, doc: str = "A field.") -> dict[str, bytes]:
    """Tools that share one payload, whose fields each of their schemas repeats."""
    many = ", ".join(f"f{at}: {{type: string, doc: {doc!r}}}" for at in range(fields))
    listed = "".join(f"  tool{at}: {{payload: P}}\n" for at in range(tools))
    return contract("payload", f"types: {{P: {{fields: {{{many}}}}}}}\ntools:\n{listed}")


def test_tools_and_what_their_payloads_contain_multiply() -> None:
    assert codes(shared_payload(200, 200)) == []
    assert codes(shared_payload(400, 400)) == ["too-large"]
    assert codes(shared_payload(400, 1, "long " * 10_000)) == ["too-large"]


DOUBLING = "".join(f"  T{at}: {{fields: {{a: {{type: T{at + 1}}}, b: {{type: T{at + 1}}}}}}}\n" for at in range(45))
PLACES: dict[str, Callable[[str], bytes]] = {
    "a required key": lambda kind: contract(kind)["contract/reply.yaml"].replace(b", level: may", b""),
    "a failure": lambda kind: raising(2)["contract/reply.yaml"].replace(
        b"builders:", b"      x: {type: %s, level: may}\nbuilders:" % kind.encode()
    ),
}


@pytest.mark.parametrize("place", PLACES)
def test_records_that_contain_records_twice_multiply_the_keys_of_a_response(place: str) -> None:
    """Builders, exceptions and servers look at each key, so there are only as many as they can look at."""
    last = b"  T45: {fields: {a: {type: string}}}\n"

    def doubled(levels: int) -> list[str]:
        raw = PLACES[place](f"T{45 - levels}")
        head, _section, rest = raw.partition(b"types:\n")
        found = codes({"contract/reply.yaml": head + b"types:\n" + DOUBLING.encode() + last + rest})
        return [each for each in found if each != "unused-type"]

    assert doubled(10) == []
    assert doubled(12) == ["too-large"]
    assert doubled(45) == ["too-large"]


@pytest.mark.parametrize(("key", "few", "many"), [("standalone: true, ", 100, 500), ("", 100, 700)])
def test_records_and_what_they_contain_multiply(key: str, few: int, many: int) -> None:
    def sharing(size: int) -> list[str]:
        wide = ", ".join(f"f{at}: {{type: string}}" for at in range(size))
        rows = [f"R{at}: {{{key}fields: {{a: {{type: Wide}}}}}}" for at in range(size)]
        found = codes(types([f"Wide: {{fields: {{{wide}}}}}", *rows]))
        return [each for each in found if each != "unused-type"]

    assert sharing(few) == []
    assert sharing(many) == ["too-large"]


def test_examples_and_fields_multiply() -> None:
    def multiplied(examples: int) -> list[str]:
        wide = ", ".join(f"f{at}: {{type: string, level: may}}" for at in range(1998))
        shown = "  - {value: {ok: true}}\n" * examples
        return codes(contract("T", f"types: {{T: {{fields: {{{wide}}}}}}}\nexamples:\n{shown}"))

    assert multiplied(1000) == []
    assert multiplied(1001) == ["too-large"]


def test_error_codes_multiply_only_with_the_keys_of_an_error_response() -> None:
    ((path, raw),) = raising(1000).items()
    wide = "".join(f"      x{at}: {{type: string, level: may}}\n" for at in range(2000)).encode()
    beside = raw.replace(b"types:\n", b"types:\n  Wide:\n    fields:\n" + wide, 1)
    assert codes({path: beside}) == ["unused-type"]
    assert codes({path: raw.replace(b"builders:\n", wide + b"builders:\n")}) == ["too-large"]


def test_error_codes_and_parameters_multiply() -> None:
    def multiplied(parameters: int) -> list[str]:
        ((path, raw),) = raising(100).items()
        added = "".join(f"      x{at}: {{type: string, level: may}}\n" for at in range(parameters - 3))
        taken = "".join(f"      x{at}: {{into: error.x{at}}}\n" for at in range(parameters - 3))
        raw = raw.replace(b"builders:\n", added.encode() + b"builders:\n")
        return codes({path: raw.replace(b"error_types:\n", taken.encode() + b"error_types:\n")})

    assert multiplied(2000) == []
    assert multiplied(2001) == ["too-large"]


LONG = "word " * 4000
SHARED = {
    "default": f"a: {{type: string, default: '{LONG}'}}",
    "object": f"a: {{type: object, default: {{{', '.join(f'k{at}: {at}' for at in range(200))}}}}}",
    "constant": f"a: {{type: string, const: '{LONG}'}}",
    "words of a condition": f"a: {{type: string, level: {{should: '{LONG}', otherwise: may}}}}",
    "values of a condition": "k: {type: string}, a: {type: string, level: "
    f"{{must: {{k: {{one_of: [{', '.join(f'v{at}' for at in range(200))}]}}}}, otherwise: may}}}}",
    "deprecation": "a: {type: string, level: may, deprecated: "
    f"{{since: '1.0.0', removal: '2.0.0', replacement: b, doc: '{LONG}'}}}}",
    "superseded": "a: {type: object, level: may, superseded: "
    f"{{{', '.join(f'k{at}: {{replacement: ok}}' for at in range(200))}}}}}",
}


@pytest.mark.parametrize("name", SHARED)
def test_whatever_a_field_says_is_counted_where_it_is_repeated(name: str) -> None:
    def sharing(size: int) -> list[str]:
        rows = [f"R{at}: {{standalone: true, fields: {{a: {{type: Shared}}}}}}" for at in range(size)]
        return codes(types([f"Shared: {{fields: {{{SHARED[name]}}}}}", *rows]))

    assert sharing(10) == []
    assert sharing(600) == ["too-large"]


@pytest.mark.parametrize("place", [b"  name: Reply\n", b"when: {ok: true}"])
def test_what_an_envelope_says_is_repeated_by_each_tool(place: bytes) -> None:
    def multiplied(tools: int) -> list[str]:
        ((path, raw),) = shared_payload(tools, 1).items()
        says = f"{'  ' if place.startswith(b' ') else ', '}doc: '{LONG}'".encode()
        return codes({path: raw.replace(place, place + says + (b"\n" if place.endswith(b"\n") else b""))})

    assert multiplied(10) == []
    assert multiplied(600) == ["too-large"]


def fields_of_a_tier(size: int) -> dict[str, bytes]:
    many = ", ".join(f"f{at}: {{type: string, tier: stable}}" for at in range(size))
    return contract("T", f"tiers: {{stable: {{promise: '{LONG}'}}}}\ntypes: {{T: {{fields: {{{many}}}}}}}\n")


def records_that_include(size: int) -> dict[str, bytes]:
    includes = [f"R{at}: {{includes: [Shared]}}" for at in range(size)]
    ((path, raw),) = types([f"Shared: {{fields: {{a: {{type: string, doc: '{LONG}'}}}}}}", *includes]).items()
    return {path: raw.replace(b'"object"', b"R0")}


def values_with_columns(size: int) -> dict[str, bytes]:
    values = ", ".join(f"v{at}: {{cells: {{c: x}}}}" for at in range(size))
    return contract("E", f"enums: {{E: {{columns: {{c: '{LONG}'}}, values: {{{values}}}}}}}\n")


def codes_of_a_type(size: int) -> dict[str, bytes]:
    listed = "".join(f"    C{at}: {{type: full, message: m}}\n" for at in range(size))
    kind = f"full: {{retry: {{no: '{LONG}'}}, usual_code: C0}}"
    text = f"{RAISING}error_types: {{values: {{{kind}}}}}\nerror_codes:\n  values:\n{listed}"
    return {"contract/reply.yaml": text.encode()}


def numbers_in_packages(size: int) -> dict[str, bytes]:
    ((path, raw),) = numbered(size // 3, size // 3).items()
    return {path: raw.replace(b"standalone: true, ", b"")}


REPEATED: dict[str, tuple[Callable[[int], dict[str, bytes]], str]] = {
    "the promise of a tier": (fields_of_a_tier, "the promise of a tier is part of each of its fields"),
    "an included field": (records_that_include, "`includes` copies the text of a field to each record"),
    "a heading": (values_with_columns, "each value repeats the headings of all columns"),
    "an error type": (codes_of_a_type, "each error code repeats the text of its error type"),
    "the numbers of codes": (lambda size: numbered(size // 3, size // 3), "schemas of"),
    "the numbers of codes, in packages": (numbers_in_packages, "each field with `number_of` has the numbers of all"),
}


@pytest.mark.parametrize("name", REPEATED)
def test_text_that_is_repeated_has_a_limit(name: str) -> None:
    shape, message = REPEATED[name]
    assert {each.code.value for each in load(shape(10))[1]} <= {"unused-type"}
    (found,) = (each for each in load(shape(500))[1] if each.code.value != "unused-type")
    assert found.code.value == "too-large"
    assert message in found.message


def test_aliases_expand_to_a_limited_amount_of_text() -> None:
    def aliased(count: int, kind: str) -> list[str]:
        value = f"'{LONG}'" if kind == "text" else f"['{LONG}']"
        many = "".join(f"  - {{level: must, {'doc' if kind == 'text' else 'notes'}: *a}}\n" for _ in range(count))
        first = f"  - {{level: must, {'doc' if kind == 'text' else 'notes'}: &a {value}}}\n"
        return codes(contract(body=f"rules:\n{first}{many}"))

    for kind in ("text", "list"):
        assert aliased(50, kind) == []
        assert aliased(60, kind) == ["alias-bomb"]


def test_an_ordered_enum_has_a_hundred_values() -> None:
    def ordered(count: int) -> list[str]:
        values = ", ".join(f"v{at}: {{}}" for at in range(count))
        return codes(contract("E", f"enums: {{E: {{order: highest_first, values: {{{values}}}}}}}\n"))

    assert ordered(100) == []
    assert ordered(101) == ["too-large"]


def test_a_value_without_cells_is_reported_once() -> None:
    columns = ", ".join(f"c{at}: Column {at}" for at in range(50))
    found = load(contract("E", f"enums: {{E: {{columns: {{{columns}}}, values: {{a: {{}}, b: {{}}}}}}}}\n"))[1]
    assert [each.code.value for each in found] == ["missing-key"] * 2
    assert found[0].message == "'a' has no text for the column 'c0', and for 49 more"


# -- exit codes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["lint", "generate", "check"])
@pytest.mark.parametrize("raised", [RecursionError("too deep"), KeyError("x"), MemoryError(), OSError(5, "broken")])
def test_no_exception_exits_with_the_code_of_drift(
    command: str,
    raised: Exception,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(_command: str, _request: object) -> None:
        raise raised

    monkeypatch.setattr(commands, "run", fail)
    assert cli.main([command, "--root", str(tmp_path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("sealwax: ")
    assert "Traceback" not in printed.err


def test_a_lack_of_memory_is_not_the_fault_of_a_template(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_environment: object, _template: str) -> str:
        raise MemoryError

    write(tmp_path, contract())
    monkeypatch.setattr(Environment, "get_template", fail)
    assert cli.main(["generate", "--root", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "sealwax: there is not enough memory\n"


def test_developers_see_where_an_exception_comes_from(tmp_path: Path) -> None:
    write(tmp_path, contract())
    code = "import sys; from sealwax import cli, commands; commands.run = None; sys.exit(cli.main(['lint']))"
    for flags, shown in (("-X", "dev"), b"Traceback"), ((), b"sealwax: this is a bug: TypeError: "):
        command = (sys.executable, *flags, "-c", code)
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith(shown)


@pytest.mark.parametrize("command", ["lint", "generate", "check"])
def test_file_names_are_utf8(command: str, tmp_path: Path) -> None:
    write(tmp_path, contract())
    name = os.fsdecode(b"contract/\xff.yaml")
    write(tmp_path, {name: contract(name="other")["contract/other.yaml"]})
    done = sealwax(command, folder=tmp_path)
    assert done.returncode == 2
    assert b"the file name of a contract must be UTF-8\nhint: rename it\n" in done.stderr
    assert not (tmp_path / "generated").exists()


@pytest.mark.parametrize("command", ["lint", "generate", "check"])
def test_file_names_are_ascii_where_the_system_knows_nothing_else(command: str, tmp_path: Path) -> None:
    write(tmp_path, contract())
    write(tmp_path, {"contract/é.yaml": contract(name="other")["contract/other.yaml"]})
    assert sealwax(command, folder=tmp_path).returncode == (1 if command == "check" else 0)
    done = sealwax(command, folder=tmp_path, **IN_ASCII)
    assert done.returncode == 2
    assert b"hint: rename it, or set PYTHONUTF8=1\n" in done.stderr


@pytest.mark.parametrize("command", ["generate", "check"])
def test_an_output_folder_is_ascii_where_the_system_knows_nothing_else(command: str, tmp_path: Path) -> None:
    write(tmp_path, contract() | {"sealwax.toml": 'output = "gén"\n'.encode()})
    done = sealwax(command, folder=tmp_path, **IN_ASCII)
    assert done.returncode == 2
    assert b"file names must be ASCII\nhint: set PYTHONUTF8=1\n" in done.stderr


# -- many mistakes ----------------------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def mistakes(count: int) -> dict[str, bytes]:
    found = fields(f"f{at}: {{type: Unknown{at}}}" for at in range(count))
    return found | contract("Missing", name="second")


def test_the_first_hundred_mistakes_of_a_file_are_shown(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, mistakes(SHOWN + 7))
    assert cli.main(["lint"]) == 2
    text = capsys.readouterr().out
    assert text.count("error[unknown-type]") == SHOWN + 1
    assert f"\n… and 7 more in contract/reply.yaml\n{SHOWN + 8} errors in 2 files\n" in text
    assert cli.main(["lint", "--format", "json"]) == 2
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["diagnostics"]) == SHOWN + 1
    assert answer["left_out"] == {"contract/reply.yaml": 7}
    assert cli.main(["lint", "--format", "github"]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == SHOWN + 2
    assert lines[-1].endswith("::… and 7 more in this file")


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_a_report_stays_short_however_many_mistakes_there_are(
    form: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lengths = []
    for count in (1000, 2000):
        write(project, mistakes(count))
        cli.main(["lint", "--format", form])
        lengths.append(len(capsys.readouterr().out))
    assert abs(lengths[1] - lengths[0]) < 10


def test_a_name_that_is_too_long_to_compare_has_no_suggestion() -> None:
    assert did_you_mean("strng", ["string"]) == "did you mean 'string'?"
    assert did_you_mean("strng", ["string", *(f"string{at}" for at in range(5000))]) == "did you mean 'string'?"
    assert did_you_mean("x" * 100_000, ["x" * 99_999], "none") == "none"


# -- configuration and payloads ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern", ["**/**/*.yaml", "**/a/**/*.yaml", "/".join(["**"] * 30) + "/*.yaml"])
def test_any_number_of_folders_occurs_once_in_a_path(
    pattern: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, contract() | {"sealwax.toml": f'contracts = ["{pattern}"]\n'.encode()})
    assert cli.main(["lint"]) == 2
    assert "error[bad-path]" in capsys.readouterr().out


def test_at_most_a_hundred_paths_have_wildcards(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    patterns = [f"contract/*{at}.yaml" for at in range(101)]
    write(project, contract() | {"sealwax.toml": f"contracts = {json.dumps(patterns)}\n".encode()})
    assert cli.main(["lint"]) == 2
    assert "error[too-large]" in capsys.readouterr().out


def test_folders_with_the_names_of_wildcards_are_searched_once(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, contract() | {f"contract/{'*' * at}/x.yaml": b"contract: x\n" for at in range(1, 9)})
    assert cli.main(["lint"]) == 0
    assert capsys.readouterr().out.count("note[unread-contract]") == 8


def calls(work: Callable[[], object]) -> int:
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(each.callcount for each in profile.getstats())


def test_twice_as_many_equal_keys_are_twice_the_work() -> None:
    def places(count: int) -> int:
        members = ",\n".join(f'"a": {{"b{at}": [1, 2]}}' for at in range(count))
        pointers = [f"/a/b{at}/1" for at in range(count)]
        return calls(lambda: places_of(f"{{{members}}}", pointers))

    few, some, many = (places(count) for count in (100, 200, 400))
    assert many - some < 2.2 * (some - few)


def test_of_equal_keys_the_last_one_is_located() -> None:
    text = '{"a": {"b": 1,\n"c": 2},\n"a": {\n"c": 3,\n"c": [\n4]}}'
    found = places_of(text, ["", "/a", "/a/b", "/a/c", "/a/c/0"])
    assert [place.line for place in found.values()] == [0, 2, 2, 4, 5]


def peak(text: bytes) -> int:
    """The most memory that reading takes, in bytes."""
    tracemalloc.start()
    try:
        for _payload in payloads(BytesIO(text), only_lines=False):
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("rest", [b"1,\n" * 100_000 + b"1]", b"\n" * 300_000, b"{}\n" * 100_000, b"x\n" * 150_000])
def test_a_document_with_many_lines_takes_little_more_memory_than_its_text(rest: bytes) -> None:
    assert peak(b"[\n" + rest) < 12 * len(rest)


def test_a_value_has_a_limited_number_of_items() -> None:
    def read(text: bytes) -> list[bool]:
        return [each.is_json for each in payloads(BytesIO(text), only_lines=False)]

    too_many = b"[" + b"0," * MAX_ITEMS + b"0]"
    with pytest.raises(TooLong, match="the value on line 1 has more than 2,000,000 items"):
        read(too_many)
    assert read(b'"' + too_many.replace(b'"', b"") + b'"') == [True]
    assert read(b'"' + b'\\",' * MAX_ITEMS) == [False]
