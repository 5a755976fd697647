"""Every rule has a folder with two versions of a contract and the report about them, and a page that shows them.

A folder is named after the code that it shows, with a suffix where one code has several causes.
"""

import inspect
import re
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from textwrap import fill
from typing import assert_never, get_args, get_type_hints

import pytest
from checkout import ROOT, TESTS
from checkout.goldens import Golden
from msgspec import Struct

from sealwax.contract.inheritance.library import Library, Loaded
from sealwax.contract.model import Contract
from sealwax.contract.versions import Need
from sealwax.diagnostics import Report
from sealwax.evolution import rules
from sealwax.evolution.accepted_changes import Accepted
from sealwax.evolution.attributes import ATTRIBUTES, Aspect, Documented, Identifier, Ignored, Part, Parts, Typed
from sealwax.evolution.comparing import Comparison, compare, findings
from sealwax.evolution.rules.lifecycle import RENAMABLE
from sealwax.evolution.verdicts import WITHOUT_RULE, ChangeCode, ChangeRule, Effect
from sealwax.reports.changes import render_comparisons
from sealwax.reports.diagnostics import render_text

FOLDERS = sorted((TESTS / "evolution" / "cases").iterdir())
FILE = "contract/orders.yaml"


def loaded(path: Path) -> Loaded | None:
    if not path.exists():
        return None  # the contract is gone
    report = Report()
    found = Library({FILE: path.read_bytes()}, report).load(FILE)
    assert report.diagnostics == []
    assert found is not None
    return found


def compared(folder: Path) -> Comparison:
    return compare("orders", loaded(folder / "before.yaml"), loaded(folder / "after.yaml"), Accepted({}, ""))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_change_is_judged(folder: Path, golden: Golden) -> None:
    comparison = compared(folder)
    found = list(findings(comparison, "before"))
    assert any(folder.name.startswith(each.code) for each in found)
    files = {FILE: folder / "after.yaml", f"<before>/{FILE}": folder / "before.yaml"}
    texts = {name: path.read_bytes() for name, path in files.items() if path.exists()}
    summary = render_comparisons([comparison], "before", "contract/accepted-changes.yaml")
    golden.matches(folder / "expected.txt", f"{render_text(found, texts, color=False)}\n{summary}")


def test_every_code_has_a_folder() -> None:
    shown = {code for code in ChangeCode for folder in FOLDERS if folder.name.startswith(code)}
    assert {*ChangeCode} - shown == {ChangeCode.EXPIRED_ACCEPTANCE, ChangeCode.UNMATCHED_ACCEPTANCE}  # see test_diff.py


def test_every_code_has_one_rule_and_a_function_of_its_name() -> None:
    assert sorted(rule.id for rule in rules.RULES) == sorted({*ChangeCode} - WITHOUT_RULE)
    assert all(rule.judge.__name__ == rule.id.replace("-", "_") for rule in rules.RULES)


def test_every_kind_of_change_has_one_rule_or_is_listed_as_harmless() -> None:
    found = {*kinds("contract", Contract)}
    topics = {kind for kind in found if "." in kind}
    topics |= {f"{kind} {action}" for kind in found if "." not in kind for action in ("added", "removed")}
    topics |= {f"{kind} renamed" for kind in RENAMABLE}
    judged = [topic for rule in rules.RULES for topic in rule.topics]
    assert sorted((*judged, *rules.HARMLESS)) == sorted(topics)


def kinds(subject: str, cls: type[Struct]) -> Iterator[str]:
    """Every kind of fact that there can be about a part of the model and what it contains."""
    yield subject
    for attribute, meaning in ATTRIBUTES[cls].items():
        match meaning:
            case Aspect():
                yield f"{subject}.{attribute}"
            case Documented():
                yield from (f"{subject}.documentation", f"{subject}.deprecated")
            case Typed():
                yield from (f"{subject}.type", f"{subject}.null", f"{subject}.limit")
            case Parts(part) | Part(part):
                if isinstance(meaning, Parts):
                    yield f"{part}.position"
                hint = get_type_hints(cls)[attribute]
                (inner,) = (each for each in (hint, *get_args(hint)) if each in ATTRIBUTES)
                yield from kinds(part, inner)
            case Identifier() | Ignored():
                pass
            case _:
                assert_never(meaning)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_rule_breaks_only_whom_it_says_it_can_break(folder: Path) -> None:
    for assessment in compared(folder).assessments:
        if assessment.rule is not None:
            assert assessment.sides
            assert {*assessment.sides} <= {*assessment.rule.sides}


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.id)
def test_the_page_of_a_rule_is_what_its_function_says(rule: ChangeRule, golden: Golden) -> None:
    code, text = rule.id, inspect.getdoc(rule.judge)
    assert text is not None
    paragraphs = (re.sub(r"\s+", " ", each) for each in text.split("\n\n"))
    meaning, reason = (fill(each, 120, break_on_hyphens=False) for each in paragraphs)
    kind = "A break" if rule.effect is Effect.BREAK else "A note" if rule.harmless is Need.PATCH else "A warning"
    whom = re.sub(r", (?=[^,]*$)", " or ", ", ".join(side.value for side in rule.sides))
    page = f"""\
# {code}

{kind} that `sealwax diff` reports, for {whom}.

## What it means

{meaning}

## Why it matters

{reason}

## Example

```diff
{example(code)}```
"""
    golden.matches(ROOT / "docs" / "rules" / f"{code}.md", page)


def example(code: str) -> str:
    """What changes in the folder of a rule, without what stays the same further away."""
    folder = next(folder for folder in FOLDERS if folder.name.startswith(code))
    files = [folder / name for name in ("before.yaml", "after.yaml")]
    before, after = (path.read_text().splitlines(keepends=True) if path.exists() else [] for path in files)
    lines = list(unified_diff(before, after, n=4))[2:]
    return "".join(line for line in lines if not line.startswith("@@"))
