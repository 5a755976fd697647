"""Random projects that try to break sealwax: mutated contracts and settings, costly shapes, odd names and payloads."""

import json
from collections.abc import Callable
from functools import cache
from random import Random

from checkout import TESTS, own_bases, own_contracts
from samples.growing_contracts import SHAPES, contract, extension

from strategies.drawn import drawn_contracts, drawn_extensions
from strategies.hostile import FRAGMENTS

Files = dict[str, bytes]
"""By path below the root of a project."""

MOST_ROWS = 400
POOLS = 60
"""How many pools there are of drawn contracts. Drawing a pool takes longer than trying a project."""
WORDS = (
    "null", "true", "-0", "1e400", "9007199254740993", "0x1F", ".nan", "~", "{}", "[]", "[[[[", "*a", "&a", "!!int x",
    "list of list of string", "map of T", "payload", "json", "T", "string | null", "Reply", "ErrorCode", "Known1", "<<",
    "^(a|a)*$", "^[a-z]{1,999}$", "must", "1.0.0", "../x.yaml", "reply.yaml", "__proto__", "constructor", "class",
    "\\u202e", '"\\ud800"', "'", '"', "---", "...", "%YAML 1.1", "\t", "\ufeff", "\x00", "\x85", "é", "😀",
)  # fmt: skip
BYTES = (b"\xff", b"\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\r", b"\r\n", b"\x00", b"\x1b[31m")
NAMES = ("contract/b.yaml", "contract/é.yaml", "contract/\udcff.yaml", "contract/a b.yaml", "contract/\n.yaml", "x.yml")
SETTINGS = (
    'contracts = ["**/*.yaml"]', 'contracts = ["**/**/*.yaml"]', 'contracts = ["contract/[!a]*.yaml"]', "contracts = 1",
    'output = "out/generated"', 'output = "contract"', 'output = ".git"', 'output = "gén"', 'output = "a\\u0000"',
    'targets = ["python"]', 'targets = ["markdown", "json-schema"]', 'targets = ["no"]',
    "documents = 3", "[packages.reply]\npython = 'json'", "[packages.reply]\npython = 'a--b'", "a = [",
)  # fmt: skip
PAYLOADS = (
    b"{}", b"[" * 600 + b"]" * 600, b"[" * 100_000, b'{"ok": true, "ok": 1}', b"1" * 400, b"1e999", b"NaN",
    b'"\\ud800"', b"\xff", b"\xef\xbb\xbf{}", b"[\n" + b"{}\n" * 2000, b'{"ok": true}\n' * 50, b"", b"\n",
    b'{\n"ok": [\n1]}',
)  # fmt: skip


def drawn_project(random: Random) -> Files:
    """A project, most of them with a contract, and always with the file `payload`."""
    maker: Callable[[Random], Files] = random.choice(MAKERS)
    files = maker(random)
    if random.random() < 0.2:
        files["sealwax.toml"] = "\n".join(random.sample(SETTINGS, random.randint(1, 3))).encode()
    if random.random() < 0.1:
        files[random.choice(NAMES)] = random.choice([*contract(name="other").values(), b"", b"\xff", b"contract: x\n"])
    for more in (_earlier, _released, _accepting, _documented):
        if random.random() < 0.12:
            files = more(files, random) | files
    return files | {"payload": random.choice(PAYLOADS)}


# -- what commands read beside contracts ------------------------------------------------------------------------------


def _contracts(files: Files) -> Files:
    return {path: raw for path, raw in files.items() if path.startswith("contract/") and path.count("/") == 1}


def _changed(raw: bytes, random: Random) -> bytes:
    return random.choice(MUTATIONS)(raw, random) if random.random() < 0.7 else raw


def _earlier(files: Files, random: Random) -> Files:
    """An earlier version of the contracts, in the folder `old`."""
    return {f"old/{path.partition('/')[2]}": _changed(raw, random) for path, raw in _contracts(files).items()}


def _released(files: Files, random: Random) -> Files:
    """Released versions, some of them in the wrong place or broken."""
    names = ("1.0.0", "1.0.0", "0.9.0", "x", "1.0.0-a", "9" * 200)
    found = {}
    for path, raw in _contracts(files).items():
        name = path.partition("/")[2].removesuffix(".yaml")
        found[f"contract/history/{name}/{random.choice(names)}.yaml"] = _changed(raw, random)
    return found


def _accepting(_files: Files, random: Random) -> Files:
    """Accepted changes, most of them of nothing."""
    entry = '  - {change: "%012x", reason: "%s", until: "2020-01-3%d"}\n'
    rows = [entry % (random.randrange(2**48), random.choice(WORDS[:20]), random.randrange(9)) for _ in range(5)]
    text = ("accepted:\n" + "".join(rows * random.choice((1, 1, 500)))).encode()
    return {"contract/accepted-changes.yaml": _changed(text, random)}


def _documented(_files: Files, random: Random) -> Files:
    """A Markdown file with regions, and the setting that lists it."""
    pages = ("orders.md", "orders-guide.md", "README.md", "../orders.md", "x")
    sections = ("fields", "t", "error-codes", "examples-of-reply", "e", "", "a b", "-->", "x" * 300)
    contracts = ("demo", "reply", "", "x")
    words = [f"{random.choice(contracts)}/{random.choice(pages)}#{random.choice(sections)}" for _ in range(3)]
    regions = [f"<!-- sealwax:begin {each} -->\n{random.choice(WORDS)}\n<!-- sealwax:end -->\n" for each in words]
    text = "".join(regions * random.choice((1, 1, 300))).encode("utf-8", "surrogatepass")
    listed = random.choice(('"docs/a.md"', '"docs/*.md"', '"docs/a.md", ' * 300, '"docs/b.md"'))
    return {"docs/a.md": _changed(text, random), "sealwax.toml": f"documents = [{listed}]\n".encode()}


# -- contracts --------------------------------------------------------------------------------------------------------


@cache
def _samples() -> list[Files]:
    """Projects that are valid, and some with mistakes."""
    bases = own_bases()
    valid = [
        {f"contract/{name}.yaml": raw, **{f"contract/{file}": text for file, text in bases[name].items()}}
        for name, raw in own_contracts().items()
    ]
    wrong = [{"contract/demo.yaml": path.read_bytes()} for path in sorted(TESTS.glob("invalid/*/contract.yaml"))]
    return [*valid, *wrong]


def _mutated(random: Random) -> Files:
    files = dict(random.choice(_samples()))
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        path = random.choice(list(files))
        files[path] = random.choice(MUTATIONS)(files[path], random)
    return files


def _shaped(random: Random) -> Files:
    size = min(MOST_ROWS, int(2 ** random.uniform(1, 9)))
    return SHAPES[random.choice(list(SHAPES))](size)


def _random(random: Random) -> Files:
    return {"contract/reply.yaml": random.choice(_drawn_contracts(random.randrange(POOLS)))}


def _versions(random: Random) -> Files:
    """Two versions of a contract, most of them valid."""
    if random.random() < 0.5:
        shape, sizes = SHAPES[random.choice(list(SHAPES))], [int(2 ** random.uniform(1, 7)) for _ in range(2)]
        new, old = (shape(size) for size in sizes)
    else:
        new, old = _renamed(_random(random)), _renamed(_random(random))
    earlier = {f"old/{path.partition('/')[2]}": raw for path, raw in old.items()}
    return new | earlier | {"contract/history/reply/1.0.0.yaml": next(iter(old.values()))}


def _renamed(files: Files) -> Files:
    """The same contracts under the name that the others have, so that they can be compared."""
    named = {"contract": "reply", "version": "1.0.0"}
    return {path: json.dumps(json.loads(raw) | named, ensure_ascii=False).encode() for path, raw in files.items()}


@cache
def _drawn_contracts(pool: int) -> list[bytes]:
    return drawn_contracts(pool, 2)


@cache
def _drawn_extensions(pool: int) -> list[tuple[bytes, dict[str, bytes]]]:
    return drawn_extensions(pool, 2)


def _extended(random: Random) -> Files:
    """Contracts that extend each other at random, in circles too; or a drawn pair."""
    if random.random() < 0.5:
        child, bases = random.choice(_drawn_extensions(random.randrange(POOLS)))
        return {"contract/child.yaml": child, **{f"contract/{name}": raw for name, raw in bases.items()}}
    names = [f"c{at}" for at in range(random.randint(2, 12))]
    files = contract(name="c0")
    for name in names[1:]:
        files |= extension(name, random.sample([*names, "missing", "../c0", "c0"], random.randint(1, 3)))
    return files


def _configured(random: Random) -> Files:
    """A small contract with a configuration that is mutated, deep or long."""
    text = "\n".join(random.sample(SETTINGS, random.randint(1, 5))).encode()
    for _ in range(random.choice((0, 1, 3))):
        text = random.choice(MUTATIONS)(text, random)
    if random.random() < 0.5:
        text = random.choice(COSTLY_SETTINGS)(int(2 ** random.uniform(1, 14))).encode() + b"\n" + text
    if random.random() < 0.4:
        return contract() | {"pyproject.toml": b"[tool.sealwax]\n" + text}
    return contract() | {"sealwax.toml": text}


COSTLY_SETTINGS: tuple[Callable[[int], str], ...] = (
    lambda size: "x" + ".a" * size + " = 1",
    lambda size: "[" + "'a'." * size + "a]",
    lambda size: f"x = {'[' * size}",
    lambda size: f"x = {'{a = ' * size}1{'}' * size}",
    lambda size: f"x = {'1' * size}",
    lambda size: f"contracts = [{', '.join(f'{chr(34)}c/x{at}.yaml{chr(34)}' for at in range(size))}]\noutput = 5",
    lambda size: "".join(f"[packages.a{at}]\npython = 'p{at}'\n" for at in range(size)),
    lambda size: "".join(f"key{at} = {at}\n" for at in range(size)),
    lambda size: "[[x]]\n" * size,
    lambda size: f'output = "{"a/" * size}b"',
)


# -- mutations of text ------------------------------------------------------------------------------------------------


def _lines(raw: bytes, random: Random) -> tuple[list[bytes], int]:
    lines = raw.split(b"\n")
    return lines, random.randrange(len(lines))


def _without_line(raw: bytes, random: Random) -> bytes:
    lines, at = _lines(raw, random)
    return b"\n".join([*lines[:at], *lines[at + random.randint(1, 3) :]])


def _with_repeated_line(raw: bytes, random: Random) -> bytes:
    lines, at = _lines(raw, random)
    count = random.choice((1, 2, 50, 1000))
    repeated = [lines[at].replace(b":", f"{number}:".encode(), 1) for number in range(count)]
    return b"\n".join([*lines[:at], *(repeated if random.random() < 0.7 else lines[at : at + 1] * count), *lines[at:]])


def _with_moved_line(raw: bytes, random: Random) -> bytes:
    lines, at = _lines(raw, random)
    line = lines.pop(at)
    lines.insert(random.randint(0, len(lines)), line)
    return b"\n".join(lines)


def _with_other_indentation(raw: bytes, random: Random) -> bytes:
    lines, at = _lines(raw, random)
    lines[at] = random.choice((b" ", b"    ", b"\t", b"")) + lines[at].lstrip(random.choice((b"", b" ")))
    return b"\n".join(lines)


def _with_other_word(raw: bytes, random: Random) -> bytes:
    """A word of the text, or something hostile, in place of another word."""
    words = raw.split(b" ")
    at = random.randrange(len(words))
    hostile = random.choice((*WORDS, *FRAGMENTS, json.dumps(random.choice(FRAGMENTS)), "a" * 5000, "1" * 400))
    words[at] = random.choice((words[random.randrange(len(words))], hostile.encode("utf-8", "surrogatepass")))
    return b" ".join(words)


def _with_other_bytes(raw: bytes, random: Random) -> bytes:
    at = random.randint(0, len(raw))
    return raw[:at] + random.choice(BYTES) * random.choice((1, 1, 100)) + raw[at + random.randint(0, 2) :]


def _with_nesting(raw: bytes, random: Random) -> bytes:
    at, depth = random.randint(0, len(raw)), random.choice((3, 70, 5000))
    start, end = random.choice(((b"[", b"]"), (b"{a: ", b"}"), (b"list of ", b""), (b"(", b")"), (b"- ", b"")))
    return raw[:at] + start * depth + end * depth + raw[at:]


def _cut_off(raw: bytes, random: Random) -> bytes:
    return raw[: random.randint(0, len(raw))]


MUTATIONS = (
    _without_line,
    _with_repeated_line,
    _with_moved_line,
    _with_other_indentation,
    _with_other_word,
    _with_other_word,
    _with_other_word,
    _with_other_bytes,
    _with_nesting,
    _cut_off,
)
MAKERS = (*(_mutated,) * 8, *(_shaped,) * 3, _random, *(_extended,) * 2, *(_configured,) * 3, *(_versions,) * 6)
"""The makers of projects, each as often as it is drawn."""
