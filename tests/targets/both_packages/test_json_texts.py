"""Standalone records as JSON text: both packages read and write it, and accept what the validators accept."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from checkout import CASES, RESPONSE_V2
from packages.both import Packages, both_packages
from packages.built import built

SNIPPET = {"text": "Zeilen – 行", "locator": "char:15-18", "relevance_score": 0.5, "page_title": None}
TEXTS = [
    json.dumps(SNIPPET),
    json.dumps({**SNIPPET, "locator": "char:15"}),
    json.dumps({**SNIPPET, "relevance_score": 2}),
    json.dumps([SNIPPET]),
    '{"text": "", "locator": "char:0-1", "relevance_score": NaN}',
    '{"text": ""',
    "",
    "null",
    "[" * 600 + "]" * 600,
]


@pytest.fixture(scope="module")
def packages() -> Iterator[Packages]:
    with both_packages(RESPONSE_V2) as found:
        yield found


def test_a_standalone_record_is_read_from_json_text_and_written_as_json_text(packages: Packages) -> None:
    made = packages.python.parse_json_evidence_snippet(json.dumps(SNIPPET).encode())
    assert type(made) is packages.python.EvidenceSnippet
    assert (made.text, made.extra) == (SNIPPET["text"], {"page_title": None})
    assert made.to_json() == json.dumps(SNIPPET, ensure_ascii=False)
    assert packages.node("return it.parseJsonEvidenceSnippet(given);", json.dumps(SNIPPET)) == SNIPPET


def test_texts_that_are_not_valid_have_the_same_findings_in_both_languages(packages: Packages) -> None:
    body = "return given.map((text) => it.safeParseJsonEvidenceSnippet(text).findings ?? []);"
    found = [_findings(packages.python, text) for text in TEXTS]
    assert [bool(each) for each in found] == [False] + [True] * (len(TEXTS) - 1)
    assert packages.node(body, list(TEXTS)) == found


def _findings(package: Any, text: str) -> list[dict[str, str]]:
    try:
        package.parse_json_evidence_snippet(text)
    except package.InvalidResponse as error:
        names = ("pointer", "level", "rule", "message")
        return [{name: str(getattr(each, name)) for name in names} for each in error.findings]
    return []


def test_only_records_that_stand_alone_have_a_json_text(packages: Packages) -> None:
    assert hasattr(packages.python.DigestPayload, "to_json")
    assert not hasattr(packages.python.Pagination, "to_json")
    assert not hasattr(packages.python, "parse_json_pagination")
    assert packages.node("return [typeof it.parseDigestPayload, typeof it.parsePagination];") == [
        "function",
        "undefined",
    ]


def test_responses_are_written_as_json_text(packages: Packages) -> None:
    made = packages.python.success_response({"count": 1, "name": "ü"})
    assert json.loads(made.to_json()) == made.to_dict()
    parsed = packages.python.parse_json(made.to_json())
    assert parsed.to_json() == made.to_json()


def test_text_that_is_no_json_is_never_written(packages: Packages) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        packages.python.success_response({"ratio": float("nan")}).to_json()


def test_a_record_that_stands_alone_only_in_the_child_contract() -> None:
    base = (CASES / "extends" / "base.yaml").read_bytes()
    child = b"""
contract: child
version: "1.0.0"
title: A record of the base that stands alone here
extends: base.yaml
types:
  Meta: {standalone: true}
"""
    with built(child, {"base.yaml": base}) as made, made.imported() as package:
        text = package.Meta().to_json()
        assert package.parse_json_meta(text).to_json() == text
