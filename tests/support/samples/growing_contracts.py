"""Contracts of any size, each shape with one thing that grows: for tests of what a contract can cost."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

Shape: TypeAlias = Callable[[int], dict[str, bytes]]
"""By size: the files of a project, by path."""

HEAD = 'contract: {name}\nversion: "1.0.0"\ntitle: A reply\n'
ENVELOPE = """\
envelope:
  name: Reply
  fields:
    ok: {{type: boolean}}
    data: {{type: "{data}", level: may}}
  outcomes:
    success: {{when: {{ok: true}}}}
    failure: {{when: {{ok: false}}}}
"""


def contract(data: str = "object", body: str = "", name: str = "reply") -> dict[str, bytes]:
    return {f"contract/{name}.yaml": (HEAD.format(name=name) + ENVELOPE.format(data=data) + body).encode()}


def extension(name: str, bases: Iterable[str], body: str = "") -> dict[str, bytes]:
    extends = ", ".join(f"{base}.yaml" for base in bases)
    return {f"contract/{name}.yaml": (HEAD.format(name=name) + f"extends: [{extends}]\n" + body).encode()}


def types(rows: Iterable[str], data: str = "object") -> dict[str, bytes]:
    return contract(data, "types:\n" + "".join(f"  {row}\n" for row in rows))


def fields(rows: Iterable[str], more: str = "") -> dict[str, bytes]:
    return contract("T", "types:\n  T:\n    fields:\n" + "".join(f"      {row}\n" for row in rows) + more)


def standalone(name: str, field: str = "a: {type: string}") -> str:
    return f"{name}: {{standalone: true, fields: {{{field}}}}}"


# -- contracts that extend each other ---------------------------------------------------------------------------------


def chain(size: int) -> dict[str, bytes]:
    found = contract(name="c0")
    for at in range(1, size):
        found |= extension(f"c{at}", [f"c{at - 1}"])
    return found


def chain_that_grows(size: int) -> dict[str, bytes]:
    """Each contract adds ten fields to the record of the one before."""
    found = contract("T", "types: {T: {open: true, fields: {a: {type: string}}}}\n", name="c0")
    for at in range(1, size):
        added = ", ".join(f"f{at}x{each}: {{type: string, level: may}}" for each in range(10))
        found |= extension(f"c{at}", [f"c{at - 1}"], f"types: {{T: {{fields: {{{added}}}}}}}\n")
    return found


def narrowed(size: int) -> dict[str, bytes]:
    """A contract that requires every key of its base."""
    base = "".join(f"      f{at}: {{type: string, level: may}}\n" for at in range(size))
    child = "".join(f"      f{at}: {{level: must}}\n" for at in range(size))
    found = contract("T", f"types:\n  T:\n    fields:\n{base}")
    return found | extension("child", ["reply"], f"types:\n  T:\n    fields:\n{child}")


def diamonds(size: int) -> dict[str, bytes]:
    found, last = contract(name="d0"), "d0"
    for at in range(size):
        found |= extension(f"l{at}", [last]) | extension(f"r{at}", [last])
        found |= extension(last := f"m{at}", [f"l{at}", f"r{at}"])
    return found


def extended_by_one(shape: Shape) -> Shape:
    def grown(size: int) -> dict[str, bytes]:
        return shape(size) | extension("child", ["reply"])

    return grown


# -- one contract -----------------------------------------------------------------------------------------------------


def nested(size: int) -> dict[str, bytes]:
    rows = [f"T{at}: {{fields: {{a: {{type: T{at + 1}}}}}}}" for at in range(size - 1)]
    return types([*rows, f"T{size - 1}: {{fields: {{a: {{type: string}}}}}}"], "T0")


def doubling(size: int, kind: str = "") -> dict[str, bytes]:
    """Each type contains the next one twice, so the smallest value of the first has 2 ** size parts."""
    rows = [
        f"T{at}: {{fields: {{a: {{type: {kind}T{at + 1}}}, b: {{type: {kind}T{at + 1}}}}}}}" for at in range(size - 1)
    ]
    return types([*rows, f"T{size - 1}: {{fields: {{a: {{type: string}}}}}}"], "T0")


def doubling_lists(size: int) -> dict[str, bytes]:
    return doubling(size, "list of ")


def payload(shape: Shape) -> Shape:
    """The same types, of which the first one is the payload of a tool."""

    def grown(size: int) -> dict[str, bytes]:
        ((path, raw),) = shape(size).items()
        return {path: raw.replace(b'type: "T0"', b'type: "payload"') + b"tools: {find: {payload: T0}}\n"}

    return grown


def growing(row: str) -> Shape:
    """A record with many such fields."""
    return lambda size: fields(row.format(at=at, size=size) for at in range(size))


def listed(start: str, row: str, data: str = "object", more: str = "") -> Shape:
    """A section with many such rows."""
    return lambda size: contract(data, start + "".join(f"{row.format(at=at)}\n" for at in range(size)) + more)


def wide_envelope(size: int) -> dict[str, bytes]:
    ((path, raw),) = contract().items()
    added = "".join(f"    f{at}: {{type: string, level: may}}\n" for at in range(size))
    return {path: raw.replace(b"  outcomes:\n", f"{added}  outcomes:\n".encode())}


RAISING = """\
contract: reply
version: "1.0.0"
title: A reply
envelope:
  name: Reply
  fields: {ok: {type: boolean}, error: {type: Problem, only: failure}}
  outcomes: {success: {when: {ok: true}}, failure: {when: {ok: false}}}
types:
  Problem:
    fields:
      message: {type: string}
      code: {type: ErrorCode}
      type: {type: ErrorType, follows: code}
      details: {type: object, level: may}
builders:
  failed:
    outcome: failure
    parameters:
      message: {into: error.message}
      code: {into: error.code}
      details: {into: error.details}
"""


def raising(size: int) -> dict[str, bytes]:
    """Error types, each with a code that has a message and a fact of its own."""
    types = "".join(f"    t{at}: {{http: 409, retry: 'no'}}\n" for at in range(size))
    codes = "".join(
        f"    C{at}: {{type: t{at}, message: 'No {{a{at}}}', context: {{a{at}: {{type: string}}}}}}\n"
        for at in range(size)
    )
    return {
        "contract/reply.yaml": f"{RAISING}error_types:\n  values:\n{types}error_codes:\n  values:\n{codes}".encode()
    }


def superseded(size: int) -> dict[str, bytes]:
    ((path, raw),) = contract().items()
    old = ", ".join(f"o{at}: {{replacement: ok}}" for at in range(size))
    return {path: raw.replace(b'"object", level: may', f"object, level: may, superseded: {{{old}}}".encode())}


def enum_in_fields(size: int) -> dict[str, bytes]:
    values = "".join(f"      v{at}: {{}}\n" for at in range(size))
    return fields((f"f{at}: {{type: E}}" for at in range(size)), f"enums:\n  E:\n    values:\n{values}")


def numbered(size: int, records: int = 1) -> dict[str, bytes]:
    """Error codes with numbers, and records with the number of a code."""
    kinds = "".join(f"    t{at}: {{jsonrpc: {at + 1}}}\n" for at in range(size))
    codes = "".join(f"    C{at}: {{type: t{at}}}\n" for at in range(size))
    fields = "{code: {type: ErrorCode}, number: {type: integer, number_of: code}}"
    rows = [f"T{at}: {{standalone: true, fields: {fields}}}" for at in range(records)]
    ((path, raw),) = types(rows).items()
    return {path: raw + f"error_types:\n  values:\n{kinds}error_codes:\n  values:\n{codes}".encode()}


def tiered(size: int) -> dict[str, bytes]:
    """Tiers and gates, each with a key and a code."""
    tiers = "".join(f"  t{at}: {{promise: p, prefix: p{at}q_}}\n" for at in range(size))
    gates = "".join(f"  g{at}: {{}}\n" for at in range(size))
    keys = "".join(f"      p{at}q_f: {{type: string, level: may, tier: t{at}, gate: g{at}}}\n" for at in range(size))
    values = "".join(f"      v{at}: {{tier: t{at}}}\n" for at in range(size))
    record = f"types:\n  T:\n    open: true\n    tiered: true\n    fields:\n{keys}"
    return contract("T", f"tiers:\n{tiers}gates:\n{gates}{record}enums:\n  E:\n    values:\n{values}")


ERROR_TYPES = "error_types: {values: {conflict: {http: 409, retry: no}}}\n"
KNOWN = "".join(f"  {standalone(f'Known{at}')}\n" for at in range(100))

SHAPES: dict[str, Shape] = {
    "chain": chain,
    "diamonds": diamonds,
    "doubling": doubling,
    "doubling lists": doubling_lists,
    "doubling lists, extended": extended_by_one(doubling_lists),
    "nested": nested,
    "nested payload": payload(nested),
    "doubling payload": payload(doubling),
    "tools": listed("types: {P: {fields: {a: {type: string}}}}\ntools:\n", "  tool{at}: {{payload: P}}", "payload"),
    "fields": growing("f{at}: {{type: string, max_length: 5}}"),
    "fields, extended": extended_by_one(growing("f{at}: {{type: string, max_length: 5}}")),
    "optional fields": growing("f{at}: {{type: integer, level: may, min: {at}}}"),
    "conditions": lambda size: fields(
        [
            "k: {type: string}",
            *(f"f{at}: {{type: string, level: {{must: {{k: v{at}}}, otherwise: may}}}}" for at in range(size)),
        ]
    ),
    "records": listed("types:\n", "  T{at}: {{standalone: true, fields: {{a: {{type: string}}}}}}"),
    "records in a record": lambda size: types(
        [
            *(f"R{at}: {{fields: {{a: {{type: string}}}}}}" for at in range(size)),
            f"T: {{fields: {{{', '.join(f'f{at}: {{type: R{at}}}' for at in range(size))}}}}}",
        ],
        "T",
    ),
    "fields of the envelope": wide_envelope,
    "fields of the envelope, extended": extended_by_one(wide_envelope),
    "values of an enum": listed("enums:\n  E:\n    values:\n", "      v{at}: {{doc: A value.}}", "E"),
    "error codes": listed(ERROR_TYPES + "error_codes:\n  values:\n", "    CODE_{at}: {{type: conflict}}"),
    "error codes with messages": raising,
    "superseded keys": superseded,
    "an enum in many fields": enum_in_fields,
    "renamed values": listed("enums:\n  E:\n    values:\n", "      v{at}: {{renamed_from: w{at}}}", "E"),
    "unused types": listed("types:\n", "  T{at}: {{fields: {{a: {{type: string}}}}}}"),
    "examples": listed("examples:\n", "  - {{title: Example {at}, value: {{ok: true, data: {{n: {at}}}}}}}"),
    "unknown types": lambda size: fields((f"f{at}: {{type: Unknown{at}}}" for at in range(size)), KNOWN),
    "unknown keys": growing("f{at}: {{typ: string}}"),
    "duplicate keys": listed("types:\n", "  T: {{fields: {{}}}}"),
}
