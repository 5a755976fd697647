"""Keys that were renamed have their old names in TypeScript: in what parsers, builders and functions for codes return.

A program written for the old names still compiles and works, and editors strike the old names through. The JSON has
the present names only.
"""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from checkout import NODE, NODE_MODULES, TSC
from msgspec.structs import replace
from packages.built import Built
from packages.built import built as build
from samples.growing_contracts import SHAPES

from sealwax.contract import model as m
from sealwax.pipeline import load
from sealwax.targets.typescript.parsing import parsing_view

CONTRACT = b"""
contract: shop
version: "2.0.0"
title: Keys with old names
envelope:
  name: Reply
  fields:
    ok: {type: boolean, renamed_from: success}
    data: {type: object, default: {}, renamed_from: result}
    problem: {type: Error | null, default: null, renamed_from: error}
    notes: {type: list of Note, level: may}
  outcomes:
    success: {when: {ok: true}, fields: {data: {type: payload}, problem: {type: "null"}}}
    failure: {when: {ok: false}, fields: {problem: {type: Error}}}
types:
  Error:  # which is Error_ in TypeScript
    fields:
      code: {type: ErrorCode, renamed_from: kind}
      message: {type: string}
      details: {type: object, level: may}
  Note:
    fields:
      code: {type: WarningCode, renamed_from: id}
      message: {type: string}
  Order:
    standalone: true
    fields:
      buyer: {type: Person | null}
      lines: {type: list of Line, renamed_from: rows}
      prices: {type: map of Price, level: may, renamed_from: costs}
      net_weight: {type: number, level: may, renamed_from: netWeight}
  Person: {open: true, fields: {full_name: {type: string, renamed_from: name}}}
  Line: {fields: {article: {type: string, level: may, renamed_from: constructor}}}
  Price: {fields: {amount: {type: number, renamed_from: value}}}
  Plain: {fields: {id: {type: string}}}
error_types: {values: {input: {http: 400, retry: no}}}
error_codes: {values: {BAD: {type: input, message: Bad., doc: Bad.}}}
enums: {Severity: {values: {low: {doc: Low.}}}}
warning_codes:
  severities: Severity
  noted_in: {record: Note, message: message, code: code}
  values: {SLOW: {severity: low, message: Slow., doc: Slow.}}
tools:
  find: {payload: Order}
  peek: {payload: Plain}
builders:
  succeed: {parameters: {data: {into: data}}}
  fail:
    outcome: failure
    parameters: {message: {into: problem.message}, code: {into: problem.code}}
"""
ORDER = {"buyer": {"full_name": "Ada", "x": 1}, "lines": [{"article": "a"}, {}], "prices": {"eur": {"amount": 2}}}
REPLY = {"ok": True, "data": ORDER, "problem": None}
OLD = """\
import { ContractError, ErrorCode, errors, exceptionFor, fail, isValid, notes, parse, parseOrder } from "./index.js";
import { parsePeekReply, safeParseFindReply, succeed } from "./index.js";
import type { Order, FindReply, OrderWithOldNames, Reply } from "./index.js";

export function read(value: unknown): (string | number | undefined)[] {
  const parsed = safeParseFindReply(value);
  if (!parsed.success) return [];
  const reply = parsed.value;
  if (!reply.success) return [reply.error.kind, reply.problem.kind, reply.error.message];
  const order: OrderWithOldNames = reply.result, nothing: null = reply.error;
  return [order.buyer?.name, order.lines[0]?.["constructor"], order.prices?.["eur"]?.value, nothing ?? 0];
}

export function make(): string[] {
  const caught: ContractError = exceptionFor(errors.bad());
  const made = [fail("m", { code: ErrorCode.BAD }).error.kind, errors.bad().error.kind, caught.response.error.kind];
  return [...made, notes.slow().id, String(succeed({ id: "p" }).result.id)];
}

export function change(value: unknown): Order {
  const order = parseOrder(value);
  if (order.buyer) order.buyer.name = "Grace";
  return order;
}

export function replace(value: unknown): unknown[] {
  const failed = fail("m", { code: ErrorCode.BAD }), order = parseOrder(value);
  failed.error = { code: ErrorCode.BAD, message: "n" };
  order.rows = [{ article: "b" }];
  order.costs = { usd: { amount: 3 } };
  order.netWeight = 4;
  const made = [failed.error.kind, order.rows[0]?.["constructor"], order.costs?.["usd"]?.value, order.netWeight];
  return [...made, failed.problem.message, order];
}

export function pass(value: unknown): [Reply, FindReply, string] {
  const reply: Reply = parse(value), same = parsePeekReply(value);
  return [reply, succeed(change(value)), same.success ? same.result.id : same.error.kind];
}

const copy = { ...parseOrder({}).lines[0] };
// @ts-expect-error: a copy has no old names
export const absent: unknown = succeed({}) && ({ ...parse({}) }).error;
export const present: string | undefined = copy.article;
// @ts-expect-error: a value that somebody else made has no old names
export const unread = (value: unknown): unknown => isValid(value) && value.error;
// @ts-expect-error: the old name of a key is never written
export const written: Order = { buyer: null, lines: [{ ["constructor"]: "a" }] };
"""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with build(CONTRACT) as made:
        yield _package(made)


def _package(made: Built, use: str = OLD) -> Path:
    folder = made.path("typescript")
    (folder / "node_modules").symlink_to(NODE_MODULES)
    options = {"strict": True, "module": "nodenext", "target": "es2022", "types": [], "outDir": "out"}
    options |= {"exactOptionalPropertyTypes": True, "noPropertyAccessFromIndexSignature": True}
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["use.ts"]}))
    (folder / "use.ts").write_text(use)
    return folder


def run(folder: Path, script: str) -> Any:
    """What a script prints, in which `it` is the package."""
    script = f'import * as it from "./index.js";\nconst given = {json.dumps(REPLY)};\n{script}'
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, encoding="utf-8")
    assert done.stderr == ""
    return json.loads(done.stdout)


def compiled(folder: Path) -> str:
    """What the compiler says about the program."""
    return subprocess.run(["node", str(TSC), "-p", "."], cwd=folder, check=False, capture_output=True, text=True).stdout


def test_a_program_with_old_names_compiles_and_works(folder: Path) -> None:
    assert compiled(folder) == ""
    use = (folder / "out" / "use.js").read_text(encoding="utf-8").partition("const copy")[0]
    (folder / "used.js").write_text(use)
    replaced = {"buyer": None, "lines": [{"article": "b"}], "prices": {"usd": {"amount": 3}}, "net_weight": 4}
    calls = "used.read(given), used.read(it.errors.bad()), used.make(), used.change(given.data).buyer"
    calls += ", used.replace({ buyer: null, lines: [] })"
    found = run(folder, f'const used = await import("./used.js"); console.log(JSON.stringify([{calls}]))')
    assert found == [
        ["Ada", "a", 2, 0], ["BAD", "BAD", "Bad."], ["BAD", "BAD", "BAD", "SLOW", "p"], {"full_name": "Grace", "x": 1},
        ["BAD", "b", 3, 4, "n", replaced],
    ]  # fmt: skip


def test_editors_strike_old_names_through(folder: Path) -> None:
    command = ["node", str(NODE / "deprecated.mjs")]
    listed = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    assert json.loads(listed.stdout) == [
        '"constructor"', "costs", "error", "id", "kind", "name", "netWeight", "result", "rows", "success", "value",
    ]  # fmt: skip


def test_the_json_has_the_present_names_only(folder: Path) -> None:
    script = """
const reply = it.parseFindReply(given), copy = { ...reply.data.lines[0] }, frozen = Object.freeze({ ...given });
console.log(JSON.stringify([
  reply, it.parse(frozen).error, Object.keys(reply), it.validateFindReply(reply, { undecoded: true }),
  structuredClone(reply), Object.hasOwn(copy, "constructor"), Object.hasOwn(given, "error"),
  it.fail("m", { code: "BAD" }),
]));"""
    failure = {"ok": False, "data": {}, "problem": {"code": "BAD", "message": "m"}}
    assert run(folder, script) == [REPLY, None, ["ok", "data", "problem"], [], REPLY, False, False, failure]


def test_a_key_that_is_really_there_takes_precedence_over_an_old_name(folder: Path) -> None:
    """An open record accepts other keys, also those that writers of the old version send."""
    script = """
given.data.buyer.name = "old";
const { buyer } = it.parseOrder(given.data);
console.log(JSON.stringify([buyer.name, buyer]));"""
    assert run(folder, script) == ["old", {"full_name": "Ada", "x": 1, "name": "old"}]


def test_the_readme_has_the_types_that_parsers_return(folder: Path) -> None:
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert "// Here result.value is a ReplyWithOldNames." in readme
    assert "| `find` | `parseFindReply` | `FindReplyWithOldNames` |" in readme


class Counted(tuple[m.Tool, ...]):
    """Tools that count how often they are gone through."""

    __slots__ = ()
    times = 0

    def __iter__(self) -> Iterator[m.Tool]:
        Counted.times += 1
        return super().__iter__()


def test_more_tools_do_not_make_each_of_them_slower() -> None:
    found = []
    for size in (5, 50):
        ((contract,), _diagnostics) = load(SHAPES["tools"](size))
        Counted.times = 0
        parsing_view(replace(contract, tools=Counted(contract.tools)))
        found.append(Counted.times)
    assert found[0] == found[1]


def test_what_has_no_old_names_is_the_value_itself() -> None:
    source = b"""
contract: two
version: "1.0.0"
title: Two records
envelope: {name: Reply, fields: {id: {type: string}}}
types:
  Old: {standalone: true, fields: {present: {type: string, renamed_from: former}}}
  New: {standalone: true, fields: {present: {type: string}}}
"""
    script = """
const value = { id: "a", present: "b" }, old = { present: "b" };
console.log(JSON.stringify([it.parseNew(old) === old, it.parseOld(old) === old, it.parseOld(old).former]));"""
    with build(source) as made:
        assert run(made.path("typescript"), script) == [True, False, "b"]
    with build(source.replace(b", renamed_from: former", b"")) as made:
        assert not made.path("typescript/old-names.js").exists()


NAMES = """
contract: names
version: "1.0.0"
title: Names like those of generated code
envelope: {{name: {envelope}, fields: {{data: {{type: payload, renamed_from: result}}}}}}
types:
  Holder: {{standalone: true, fields: {{job: {{type: Job, renamed_from: task}}}}}}
{types}
tools: {{job: {{payload: Job}}}}
builders: {{with_old_names: {{parameters: {{with_old_names: {{into: data}}}}}}}}
"""
USE = """\
import { parseHolder, withOldNames } from "./index.js";
const made = parseHolder({ job: { a: "x" } });
made.task = { a: "y" };
export const found: string[] = [made.task.b, String(withOldNames({ a: "z" }).result["a"])];
"""
FORMS = "job: {template: a, example: a}, task: {template: b, example: b}"
RENAMED = "fields: {a: {type: string, renamed_from: b}}"


def records(*names: str) -> list[str]:
    return [f"{name}: {{{RENAMED}}}" for name in names]


@pytest.mark.parametrize(
    ("types", "envelope"),
    [
        (records("With", "ReadWith", "Wrap", "Parser", "Accessor"), "Reply"),
        ([f"{name}: {{standalone: true, {RENAMED}}}" for name in ("SafeParse", "OldNames")], "Reply"),
        (records("JobWith", "JobOldNames"), "Reply"),
        (records("JobWITHOldNames", "JobWith"), "Reply"),
        (records("JobWith"), "WithOldNames"),  # that of the tool is JobWithOldNames
        ([f"Other: {{renamed_from: JobWithOldNames, {RENAMED}}}"], "Reply"),
        ([f"WithOldNames: {{type: string, forms: {{{FORMS}}}}}"], "Reply"),  # its parts are JobWithOldNames
    ],
)
def test_types_can_have_names_like_those_of_generated_code(types: list[str], envelope: str) -> None:
    rows = "\n".join(f"  {row}" for row in (*records("Job"), *types))
    with build(NAMES.format(types=rows, envelope=envelope).encode()) as made:
        folder = _package(made, USE)
        assert compiled(folder) == ""
        (folder / "used.js").write_text((folder / "out" / "use.js").read_text(encoding="utf-8"))
        assert run(folder, 'console.log(JSON.stringify((await import("./used.js")).found))') == ["y", "z"]
