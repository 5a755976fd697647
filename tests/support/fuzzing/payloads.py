"""Hostile JSON texts, to which every reader must give the same answer, and patterns, whose bound no text may exceed."""

import json
import time
from collections import Counter
from io import BytesIO
from random import Random, choice, choices, randint, random, randrange
from tempfile import NamedTemporaryFile

from checkout import ROOT
from judges.backtracking import steps_to_fail
from packages.both import Packages, both_packages
from strategies.patterns import CLASSES, COUNTS, SPELLINGS, fitting

from sealwax.meaning.checks.lowering import lower
from sealwax.patterns import PatternError
from sealwax.patterns.automaton import automaton
from sealwax.patterns.cost import MAX_RATE, MAX_STEPS, Subsets, cost, growth
from sealwax.patterns.syntax import PatternParser
from sealwax.verify.compiled import Validate, compile_validator
from sealwax.verify.payloads import payloads

SOURCE = ROOT / "tests" / "consumers" / "hostile-payloads.yaml"
KEYS = [
    "whole", "least", "most", "both", "ratio", "one", "code", "groups", "lines", "kind", "place", "free", "__proto__",
    "",
]  # fmt: skip
NUMBERS = [
    "0", "-0", "-0.0", "1", "1.0", "0.5", "1e0", "9007199254740991", "9007199254740992", "9007199254740993", "1E400",
    "-9007199254740993", "1e308", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "-1e309", "1e-400", "00",
    "18446744073709551616", "123456789012345678901234567890", "1.", ".5", "+1", "0x10", "1e", "NaN", "-Infinity",
]  # fmt: skip
STRINGS = [
    "", "a", "A", "usual", "\\n", "\\u0000", "\\ud800", "\\udc00\\ud800", "\\ud83d\\ude00", "😀", "\u2028", "\x7f",
    "\x01", "\\x", "é", "b" * 70, "\\/", "a_b",
]  # fmt: skip
INSERTED = ["\ufeff", "\u00a0", "\x0b", ",", "]", "}", '"', "\\", "0", "-", "e", "\x00", "//", " \n\t\r"]


def run(seconds: float) -> None:
    deadline, counts = time.time() + seconds, Counter[str]()
    with both_packages(SOURCE) as packages:
        plan = lower(packages.contract)
        validate = compile_validator(plan, plan.envelope)
        while time.time() < deadline or not counts:
            _try_texts(packages, validate, [_text() for _ in range(400)], counts)
            for _ in range(400):
                _try_pattern(_pattern(3), counts)
    print(", ".join(f"{count:,} {what}" for what, count in sorted(counts.items())))


# -- texts ------------------------------------------------------------------------------------------------------------


def _text() -> str:
    text = _object() if random() < 0.95 else _value(3)
    for _ in range(choice([0, 0, 0, 1, 2])):
        at = randrange(len(text) + 1)
        text = text[:at] + choice([choice(INSERTED), ""]) + text[at + randint(0, 1) :]
    return text


def _object() -> str:
    members = (f"{_string(choice(KEYS))}: {_value(2)}" for _ in range(randint(0, 4)))
    return "{" + ", ".join(members) + "}"


def _value(depth: int) -> str:
    kind = random()
    if kind < 0.35:
        return _number()
    if kind < 0.6 or depth == 0:
        return _string(choice(STRINGS) * choice([1, 1, 1, 3, 70]))
    if kind < 0.65:
        levels = choice([3, 497, 498, 499, 500, 501, 900])
        return "[" * levels + "]" * levels
    if kind < 0.7:
        return choice(["null", "true", "false", "True", "undefined"])
    if kind < 0.85:
        return "[" + ", ".join(_value(depth - 1) for _ in range(randint(0, 3))) + "]"
    return "{" + ", ".join(f"{_string(choice([*KEYS, 'a']))}: {_value(depth - 1)}" for _ in range(randint(0, 3))) + "}"


def _string(text: str) -> str:
    return f'"{text}"'


def _number() -> str:
    if random() < 0.6:
        return choice(NUMBERS)
    digits = "".join(choices("0123456789", k=choice([1, 16, 17, 19, 20, 307, 308, 309, 310, 640, 4300, 4301, 5000])))
    return choice(["", "-"]) + digits.lstrip("0") + choice(["", "", ".5", "e5", "e-300"])


def _try_texts(packages: Packages, validate: Validate, texts: list[str], counts: Counter[str]) -> None:
    body = """
        const texts = JSON.parse(process.getBuiltinModule("node:fs").readFileSync(given, "utf8"));
        const row = ({ pointer, level, rule }) => [pointer, level, rule];
        return texts.map((text) => (it.safeParseJson(text).findings ?? []).map(row));
    """
    with NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(texts, file)
        file.flush()
        found = packages.node(body, file.name)
    assert isinstance(found, list)
    for text, javascript in zip(texts, found, strict=True):
        expected = sorted(map(tuple, javascript))  # type: ignore[arg-type]
        answers = {"parse_json": _from_text(packages, text)}
        if "\ufeff" not in text:
            answers["parse_json, bytes"] = _from_text(packages, text.encode())
        if not {"\ufeff", "\n", "\r"} & {*text}:
            answers["verify"] = _from_verify(validate, text.encode())
        counts["texts"] += 1
        counts["valid texts"] += not expected
        for reader, answer in answers.items():
            assert answer == expected, (
                f"{reader} differs on {text[:500]!a} … {text[-500:]!a}: {answer[:5]}, JavaScript: {expected[:5]}"
            )


Row = tuple[str, str, str]


def _from_text(packages: Packages, text: str | bytes) -> list[Row]:
    try:
        packages.python.parse_json(text)
    except packages.python.InvalidResponse as error:
        return sorted((each.pointer, each.level, each.rule) for each in error.findings)
    return []


def _from_verify(validate: Validate, raw: bytes) -> list[Row]:
    """The findings of the command about a line. It reads no text as no value."""
    values = list(payloads(BytesIO(raw), only_lines=True))
    if len(values) != 1 or not values[0].is_json:
        return [("", "error", "json")]
    findings = validate(values[0].value, values[0].undecoded)
    found = sorted((each.pointer, each.level.value, each.rule.value) for each in findings)
    return found if any(level == "error" for _, level, _ in found) else []


# -- patterns ---------------------------------------------------------------------------------------------------------


def _pattern(depth: int) -> str:
    pieces = []
    for _ in range(randint(1, 4)):
        atom = choice([*"aab", *SPELLINGS, *CLASSES, "[ab]", "[a-c]", "[^b]"])
        if depth and random() < 0.4:
            options = [_pattern(depth - 1) for _ in range(randint(1, 3))]
            atom = f"(?:{'|'.join(choice([options, options, options, ['', *options], ['', '', '']]))})"
        elif random() < 0.1:
            characters = [chr(0x100 + at) for at in range(randint(1, 40))]
            atom = f"(?:{choice([''.join(f'{each}?' for each in characters), '|'.join(characters)])})"
        pieces.append(atom + choice([*COUNTS, "", "", "", "{1,20}", "{0,9}"]))
    return "".join(pieces)


def _try_pattern(body: str, counts: Counter[str]) -> None:
    try:
        tree = PatternParser(f"^(?:{body})$").pattern()
        found = cost(tree)
    except PatternError:
        counts["rejected patterns"] += 1
        return
    counts["patterns" if found.is_linear else "slow patterns"] += 1
    source = Random(randrange(2**32))
    pieces = [fitting(tree, source) for _ in range(3)]
    repeated = choice(pieces)[: randint(1, 4)] * 30
    mixed = "".join(choices([*pieces, *pieces, "a", "ab", "b", "!"], k=30))
    text = choice([mixed, choice(pieces) + repeated, repeated + mixed])[: min(100, found.longest or 100)]
    steps, counted = steps_to_fail(f"^(?:{body})$", text), growth(Subsets(automaton(tree)))
    most = MAX_STEPS + MAX_RATE * len(text) * found.is_linear
    if counted.rate is not None:  # a mistake of the count shows here long before it costs much
        most = min(most, counted.once + counted.rate * (len(text) + 1))
    assert steps <= most, f"{steps} steps for ^(?:{body})$ on {text!a}, and not {most}"
