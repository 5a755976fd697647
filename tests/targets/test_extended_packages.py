"""The packages of a contract that extends another: installed beside those of the other, used and type-checked there.

The contract is that of the example. Type checkers have to see what is wrong with each marked line.
"""

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from checkout import CASES, CONSUMERS, ROOT, TSC
from checkout.processes import run
from hypothesis import given, settings
from hypothesis import strategies as st
from judges.reference import check as findings
from packages.built import write_python_modules
from packages.python import build_wheel, install
from strategies.payloads import payloads, subjects

from sealwax.contract.model import Contract, Json
from sealwax.diagnostics import errors
from sealwax.meaning.findings import Weight
from sealwax.pipeline import compile_contracts, load
from sealwax.project.workspace import read_bases, read_contracts
from sealwax.rendering import Renderer

EXAMPLE = ROOT / "examples" / "harbour"
BELOW = ROOT / "generated" / "response-v2"
OWN = EXAMPLE / "generated" / "harbour-office"
OPTIONS = {
    "strict": True,
    "noEmit": True,
    "target": "es2022",
    "module": "nodenext",
    "exactOptionalPropertyTypes": True,
    "noUncheckedIndexedAccess": True,
    "types": [],
}


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an environment that has the two packages and nothing else, and programs that use them."""
    folder = tmp_path_factory.mktemp("extended")
    install(folder, *(built(source, folder / name) for name, source in {"below": BELOW, "own": OWN}.items()))
    for program in (CONSUMERS / "extended.py", CONSUMERS / "extended_wrongly.py", EXAMPLE / "book_a_berth.py"):
        shutil.copy(program, folder)
    shutil.copytree(OWN / "python" / "src", folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    settings_ = {"typeCheckingMode": "strict", "reportUnusedExpression": False, "exclude": ["own", "below", "empty"]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings_))
    return folder


def built(generated: Path, place: Path) -> Path:
    shutil.copytree(generated / "python", place, ignore=shutil.ignore_patterns("__pycache__"))
    return build_wheel(place)


def python(folder: Path) -> Path:
    return folder / "empty" / "bin" / "python"


def marked() -> set[int]:
    lines = (CONSUMERS / "extended_wrongly.py").read_text().split("\n")
    return {at for at, line in enumerate(lines, 1) if line.endswith("# wrong")}


# -- Python -----------------------------------------------------------------------------------------------------------


def test_objects_of_the_contract_do_where_those_below_are_expected(workplace: Path) -> None:
    assert run(python(workplace), "-I", "extended.py", folder=workplace) == "done\n"


def test_the_program_of_the_example_runs(workplace: Path) -> None:
    told = run(python(workplace), "-I", "book_a_berth.py", folder=workplace).splitlines()
    assert told == [
        "WK-12: 10.6 m of room at the berth",
        "PILOT_REQUIRED: Ships of 100 m and more need a pilot (not like this)",
        "BERTH_OCCUPIED: The berth WK-13 is taken until 2026-11-19T04:00:00Z (not like this)",
        "WK-12 is held for Zeearend, for 4182.49",
        "req-0001 ok",
        "req-0002 regulation",
        "req-0003 conflict",
        "req-0004 ok",
        "req-0005",
    ]


def test_mypy_agrees(workplace: Path) -> None:
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python(workplace))]
    run(*mypy, "source/harbour_office", folder=workplace)
    run(*mypy, "extended.py", "book_a_berth.py", folder=workplace)
    wrong = [*mypy, "extended_wrongly.py"]
    found = subprocess.run(wrong, cwd=workplace, capture_output=True, encoding="utf-8", check=False).stdout
    assert {int(line) for line in re.findall(r"^extended_wrongly\.py:(\d+): error", found, re.MULTILINE)} == marked()


def test_pyright_agrees(workplace: Path) -> None:
    pyright = [sys.executable, "-m", "pyright", "--pythonpath", str(python(workplace)), "--outputjson"]
    done = subprocess.run(pyright, cwd=workplace, capture_output=True, encoding="utf-8", check=False)
    found = json.loads(done.stdout)["generalDiagnostics"]
    places = {(Path(each["file"]).name, each["range"]["start"]["line"] + 1) for each in found}
    assert places == {("extended_wrongly.py", line) for line in marked()}


def test_linters_and_the_formatter_have_nothing_to_say() -> None:
    ruff = [sys.executable, "-m", "ruff"]
    run(*ruff, "check", "--no-cache", "--isolated", "--extend-select", "I,UP,RUF022", "src", folder=OWN / "python")
    run(*ruff, "format", "--no-cache", "--isolated", "--check", "src", folder=OWN / "python")


def test_the_package_asks_for_the_one_below(workplace: Path) -> None:
    needed = "[each for each in requires('harbour-office') if 'extra ==' not in each]"
    show = f"from importlib.metadata import requires; print({needed})"
    assert run(python(workplace), "-I", "-c", show, folder=workplace) == "['response-v2>=2.0.0,<3']\n"


def test_the_package_can_be_extended_where_it_is_installed(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its contract was written with a path, which leads nowhere there."""
    show = "import sysconfig; print(sysconfig.get_path('purelib'))"
    monkeypatch.syspath_prepend(run(python(workplace), "-I", "-c", show, folder=workplace).strip())
    head = 'contract: pilots\nversion: "1.0.0"\ntitle: The pilots of a harbour\nextends: harbour-office\n'
    texts = {"contract/pilots.yaml": head.encode()}
    bases = read_bases(workplace, texts)
    assert sorted(bases) == ["<harbour_office>/contract.yaml", "<response_v2>/contract.yaml"]
    (contract,), diagnostics = load(texts, bases=bases)
    assert diagnostics == ()
    assert contract.envelope == example().envelope


# -- the packages of small contracts ----------------------------------------------------------------------------------

LEVELS = """
import both, left, right, shop, book_shop


def on_meta(meta: shop.Meta) -> str | None:
    return meta.request_id


def on_left(meta: left.Meta) -> str | None:
    return meta.left


def on_right(meta: right.Meta) -> str | None:
    return meta.right


def on_wire(reply: shop.ReplyDict) -> bool:
    return reply["ok"]


def on_right_wire(reply: right.ReplyDict) -> str | None:
    return reply["meta"].get("right")


meta = both.Meta(left="l", right="r", hints=[both.Hint(text="x", right="y")], page=both.Page(cursor=None))
on_meta(meta)
on_left(meta)
on_right(meta)
reply: both.ReplyDict = {"ok": True, "data": {}, "meta": {"left": "l", "right": "r"}}
on_wire(reply)
on_right_wire(reply)
parsed = both.parse(reply)
assert isinstance(parsed, left.ParsedReplySuccess), type(parsed).__mro__
assert isinstance(parsed, right.ParsedReplySuccess), type(parsed).__mro__
assert parsed.meta.right == "r" and isinstance(parsed.meta, both.Meta)
assert both.UNSET is shop.UNSET and both.ErrorCode is left.ErrorCode and both.Page is shop.Page
assert both.Hint is right.Hint and issubclass(both.ConflictError, left.ConflictError | right.ConflictError)
assert meta.to_dict() == {
    "page": {"cursor": None}, "hints": [{"text": "x", "right": "y"}], "left": "l", "right": "r"
}
error = both.ConflictError("Gone.", code=both.ErrorCode.LEFT)
caught: shop.ContractError = error
assert error.response.to_dict()["data"] == {"code": "LEFT", "message": "Gone."}
book = book_shop.parse_get_book_reply(
    {"ok": True, "data": {"title": "T", "price": 1, "currency": "EUR"}, "meta": {"request_id": "abcd"}}
)
assert isinstance(book, book_shop.ParsedReplySuccessOf) and book.data.currency is book_shop.Currency.EUR
plain = book_shop.parse(book.to_dict())
assert isinstance(plain, shop.ParsedReplySuccess) and plain.data["title"] == "T"
print("done")
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python packages of the cases below `cases`: a chain, and two contracts that come together again."""
    folder = tmp_path_factory.mktemp("levels")
    for case in sorted(CASES.glob("extends*")):
        compiled = compile_contracts(
            {f"contract/{path.name}": path.read_bytes() for path in case.glob("*.yaml")}, Renderer()
        )
        assert errors(compiled.diagnostics) == ()
        write_python_modules(compiled.files, folder)
    (folder / "levels.py").write_text(LEVELS)
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict", "reportUnnecessaryIsInstance": false}')
    return folder


def test_several_levels_and_several_bases_work_together(shelf: Path) -> None:
    assert run(sys.executable, "-c", f"import sys; sys.path.insert(0, '.'){LEVELS}", folder=shelf) == "done\n"


def test_type_checkers_take_several_levels_and_several_bases(shelf: Path) -> None:
    packages = ("shop", "book_shop", "left", "right", "both")
    run(sys.executable, "-m", "mypy", "--strict", "levels.py", *packages, folder=shelf)
    run(sys.executable, "-m", "pyright", folder=shelf)
    run(sys.executable, "-m", "ruff", "check", "--isolated", "--extend-select", "I,UP,RUF022", *packages, folder=shelf)
    run(sys.executable, "-m", "ruff", "format", "--isolated", "--check", *packages, folder=shelf)


ENVELOPE_WITH_PAYLOAD = b"""
contract: below
version: "1.0.0"
title: A response with a payload of any type
envelope:
  name: Reply
  fields: {ok: {type: boolean}, data: {type: object}, about: {type: About, level: may}}
  outcomes:
    success: {when: {ok: true}, fields: {data: {type: payload}}}
    failure: {when: {ok: false}}
types:
  About: {open: true, fields: {host: {type: string, level: may}}}
  Thing: {fields: {a: {type: integer}}}
tools: {find: {payload: Thing}}
builders: {found: {outcome: success, parameters: {data: {into: data, level: must}}}}
"""
ABOVE = b"""
contract: above
version: "1.0.0"
title: A record with one more key
extends: below.yaml
types: {About: {fields: {node: {type: string, level: may}}}}
"""


def test_a_response_with_a_payload_can_be_extended(tmp_path: Path) -> None:
    sources = {"contract/below.yaml": ENVELOPE_WITH_PAYLOAD, "contract/above.yaml": ABOVE}
    compiled = compile_contracts(sources, Renderer())
    assert errors(compiled.diagnostics) == ()
    write_python_modules(compiled.files, tmp_path)
    program = """
import sys; sys.path.insert(0, ".")
import above, below

parsed = above.parse({"ok": True, "data": {"a": 1}, "about": {"node": "n"}})
print(isinstance(parsed, below.ParsedReplySuccess), parsed.about.node, parsed.to_dict()["data"])
print(issubclass(above.ParsedReplySuccess, below.ParsedReplySuccess), below.ParsedReplySuccess.__parameters__)
"""
    assert run(sys.executable, "-c", program, folder=tmp_path) == "True n {'a': 1}\nTrue (~PayloadT,)\n"


BASIC = b"""
contract: basic
version: "1.0.0"
title: The base
envelope:
  name: Reply
  fields:
    ok: {type: boolean}
    data: {type: object, default: {}}
  outcomes:
    success: {when: {ok: true}}
    failure: {when: {ok: false}, fields: {data: {type: Problem}}}
types:
  Problem: {open: true, fields: {code: {type: ErrorCode}, message: {type: string}}}
error_types: {values: {conflict: {}}}
error_codes:
  values:
    TAKEN:
      type: conflict
      message: Somebody has it
      context: {owner: {type: string | null, level: may}}
builders:
  fail:
    outcome: failure
    parameters: {message: {into: data.message}, code: {into: data.code}, data: {into: data, level: may}}
"""
CHILDISH = b'{contract: childish, version: "1.0.0", title: The child, extends: basic.yaml}'


def test_packages_share_unset_even_if_only_arguments_need_it(tmp_path: Path) -> None:
    compiled = compile_contracts({"contract/basic.yaml": BASIC, "contract/childish.yaml": CHILDISH}, Renderer())
    assert errors(compiled.diagnostics) == ()
    write_python_modules(compiled.files, tmp_path)
    program = """
import sys; sys.path.insert(0, ".")
import basic, childish
assert childish.UNSET is basic.UNSET
for owner, written in ((basic.UNSET, {}), (None, {"owner": None})):
    made = childish.errors.taken(owner=owner).to_dict()["data"]
    assert made == {"code": "TAKEN", "message": "Somebody has it", **written}
"""
    run(sys.executable, "-c", program, folder=tmp_path)


def test_what_two_bases_have_comes_from_the_first_that_fits(tmp_path: Path) -> None:
    """`first` has nothing new, and the error codes of `second` have one more error type."""
    base = BASIC.replace(b"error_types: {values", b"error_types: {open: true, values")
    base = base.replace(b"error_codes:\n  values", b"error_codes:\n  open: true\n  values")
    extension = '{{contract: {0}, version: "1.0.0", title: One above, extends: {1}{2}}}'
    sources = {
        "contract/basic.yaml": base,
        "contract/first.yaml": extension.format("first", "basic.yaml", "").encode(),
        "contract/second.yaml": extension.format(
            "second", "basic.yaml", ", error_types: {values: {closed: {}}}"
        ).encode(),
        "contract/both.yaml": extension.format("both", "[first.yaml, second.yaml]", "").encode(),
    }
    compiled = compile_contracts(sources, Renderer())
    assert errors(compiled.diagnostics) == ()
    for module in ("envelope", "records", "wire"):
        text = compiled.files[f"generated/both/python/src/both/{module}.py"].decode()
        assert f"from first.{module} import" in text
        assert "from second" not in text
    write_python_modules(compiled.files, tmp_path)
    program = """
import sys; sys.path.insert(0, ".")
import both, second
assert both.ErrorType is second.ErrorType
assert type(both.ErrorCode.TAKEN.error_type) is both.ErrorType
"""
    run(sys.executable, "-c", program, folder=tmp_path)


# -- TypeScript -------------------------------------------------------------------------------------------------------


def test_the_typescript_compiler_agrees(tmp_path: Path) -> None:
    for name, generated in {"response-v2": BELOW, "harbour-office": OWN}.items():
        shutil.copytree(generated / "typescript", tmp_path / "node_modules" / name)
    shutil.copy(CONSUMERS / "extended.ts", tmp_path)
    (tmp_path / "package.json").write_text('{"private": true, "type": "module"}')
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": OPTIONS, "files": ["extended.ts"]}))
    run("node", str(TSC), "-p", "tsconfig.json", folder=tmp_path)


# -- values -----------------------------------------------------------------------------------------------------------


@cache
def example() -> Contract:
    texts = read_contracts(EXAMPLE)
    contracts, diagnostics = load(texts, bases=read_bases(EXAMPLE, texts, ["../../contract"]))
    assert diagnostics == ()
    return contracts[0]


def pairs() -> list[str]:
    """The types that both contracts have."""
    own, below = subjects(example()), {subject.name for subject in subjects(example().bases[0])}
    return [subject.name for subject in own if subject.name in below]


def faults(contract: Contract, name: str, value: Json) -> list[str]:
    subject = next(subject for subject in subjects(contract) if subject.name == name)
    return [found.message for found in findings(subject, value) if found.level is Weight.ERROR]


@pytest.mark.parametrize("name", pairs())
@given(data=st.data())
@settings(max_examples=30)
def test_what_is_valid_here_is_valid_below(name: str, data: st.DataObject) -> None:
    subject = next(subject for subject in subjects(example()) if subject.name == name)
    value = data.draw(payloads(example(), subject))
    if not faults(example(), name, value):
        assert faults(example().bases[0], name, value) == []


def test_the_conformance_values_that_are_valid_here_are_valid_below(workplace: Path) -> None:
    """By the validators that are installed, and for answers of tools as well."""
    program = """
import json
from importlib.resources import files
import harbour_office, response_v2

cases = json.loads(files(harbour_office).joinpath("conformance.json").read_text(encoding="utf-8"))["cases"]
answers = [case["value"] for case in cases if case["type"].endswith("ToolResponse")]
valid = [value for value in answers if harbour_office.is_valid(value)]
print(len(valid) > 30, all(map(response_v2.is_valid, valid)), len(valid) < len(answers))
"""
    assert run(python(workplace), "-I", "-c", program, folder=workplace) == "True True True\n"


def test_the_example_has_what_a_service_adds() -> None:
    own, base = example(), example().bases[0]
    added = {enum.name: len(enum.values) for enum in own.enums}
    for enum in base.enums:
        added[enum.name] -= len(enum.values)
    assert added["ErrorCode"] >= 20
    assert added["ErrorType"] == 2
    assert added["WarningCode"] >= 2
    assert len(own.tools) >= 3
