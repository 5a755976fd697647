"""Partial results: what collects issues gives the same payload in both languages, and a valid one."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from checkout import CASES, CONTRACTS
from judges.reference import check
from packages.both import Packages, both_packages

from sealwax.contract.model import Json
from sealwax.languages.python import attribute
from sealwax.meaning.findings import Weight

SCENARIOS = 60
RUN = """
    return given.map(({ steps, data }) => {
      const collector = new it.IssueCollector();
      for (const [word, ...rest] of steps) collector[word](...rest);
      const payload = collector.apply(data);
      return {
        status: collector.status,
        attempted: collector.attempted,
        fields: collector.fields(),
        counters: collector.counters(),
        payload,
        retryable: collector.retryable(),
        received: it.retryableIssues(payload),
      };
    });
"""


@dataclass(frozen=True)
class Subject:
    """A contract with partial results: issues as one may add them, and a payload that lacks what is collected."""

    packages: Packages
    issues: list[dict[str, Json]]
    data: dict[str, Json]
    record: str
    fixed: dict[str, Json]
    """What every issue has without being told."""


MAIL: list[dict[str, Json]] = [
    {"code": "fetch_failed", "stage": "fetch_headers", "message": "Reset.", "retryable": True, "uid": 42},
    {"code": "parse_error", "stage": "parse_body", "message": "Odd.", "retryable": False},
    {
        "code": "of_our_own",
        "stage": "elsewhere",
        "message": "",
        "retryable": True,
        "message_id": "imap:default:INBOX:12345:42",
    },
]
FOUND: dict[str, Json] = {
    "account_id": "default",
    "mailbox": "INBOX",
    "total": 10,
    "messages": [],
    "has_more": False,
}


@pytest.fixture(scope="module", params=["mail-imap", "partial-results", "partial-status"])
def subject(request: pytest.FixtureRequest) -> Iterator[Subject]:
    if request.param == "mail-imap":
        with both_packages(CONTRACTS / "mail-imap.yaml") as packages:
            yield Subject(packages, MAIL, FOUND, "SearchMessages", {})
        return
    with both_packages(CASES / request.param / "contract.yaml") as packages:
        issues: list[dict[str, Json]] = [
            {"code": "a", "can-retry": True, "place": None},
            {"code": "b", "can-retry": False, "place": "there", "source": "us"},
        ]
        yield Subject(packages, issues, {"names": ["x"]}, "Batch", {"kind": "issue"})


def scenarios(subject: Subject) -> list[dict[str, Json]]:
    """What may happen while the work goes on."""
    random = Random(1)
    found: list[dict[str, Json]] = [{"steps": [], "data": subject.data}]
    for _ in range(SCENARIOS):
        steps: list[Json] = []
        for _ in range(random.randint(0, 5)):
            issue: list[Json] = ["add", random.choice(subject.issues), *random.choice([[], [0], [3]])]
            choices: list[list[Json]] = [["succeed"], ["succeed", random.randint(0, 3)], issue]
            steps.append(random.choice(choices))
        found.append({"steps": steps, "data": random.choice([subject.data, {**subject.data, "status": "made up"}])})
    return found


def in_python(subject: Subject, scenario: Any) -> dict[str, Json]:
    it = subject.packages.python
    collector = it.IssueCollector()
    for word, *rest in scenario["steps"]:
        if word == "succeed":
            collector.succeed(*rest)
        else:
            collector.add(*rest[1:], **{attribute(name): value for name, value in rest[0].items()})
    payload = collector.apply(scenario["data"])
    return {
        "status": str(collector.status),
        "attempted": collector.attempted,
        "fields": collector.fields(),
        "counters": collector.counters(),
        "payload": payload,
        "retryable": [issue.to_dict() for issue in collector.retryable()],
        "received": it.retryable_issues(payload),
    }


def test_both_languages_collect_the_same(subject: Subject) -> None:
    given = scenarios(subject)
    made = subject.packages.node(RUN, given)  # type: ignore[arg-type]
    assert isinstance(made, list)
    for scenario, answer in zip(given, made, strict=True):
        assert answer == in_python(subject, scenario), scenario
    assert {answer["status"] for answer in made if isinstance(answer, dict)} == {"ok", "partial", "failed"}


def test_a_payload_says_what_happened_and_is_valid(subject: Subject) -> None:
    record = next(each for each in subject.packages.contract.records if each.name == subject.record)
    collector = subject.packages.python.IssueCollector()
    collector.succeed(8)
    for issue in subject.issues[:2]:
        collector.add(**{attribute(name): value for name, value in issue.items()})
    payload = collector.apply(subject.data)
    assert payload["status"] == "partial"
    assert payload["issues"] == [issue | subject.fixed for issue in subject.issues[:2]]
    assert [each for each in check(record, payload) if each.level is Weight.ERROR] == []
    assert collector.counters().items() <= payload.items()
    assert (collector.attempted, collector.returned, collector.failed) == (10, 8, 2)


def test_a_record_is_taken_as_its_wire_form(subject: Subject) -> None:
    it = subject.packages.python
    collector = it.IssueCollector()
    collector.succeed(3)
    collector.add(**{attribute(name): value for name, value in subject.issues[0].items()})
    payload = collector.apply(subject.data)
    assert collector.apply(getattr(it, f"parse_{attribute(subject.record)}")(payload)) == payload


def test_a_result_without_issues_has_what_the_levels_ask_for(subject: Subject) -> None:
    collector = subject.packages.python.IssueCollector()
    collector.succeed(3)
    assert collector.status == "ok"
    is_stated = subject.packages.contract.name == "partial-status"
    assert collector.fields() == ({"status": "ok", "issues": []} if is_stated else {})
    payload = collector.apply(subject.data)
    assert payload == subject.data | collector.counters() | collector.fields()
    record = next(each for each in subject.packages.contract.records if each.name == subject.record)
    assert check(record, payload) == []
    assert subject.packages.python.retryable_issues(payload) == []


def test_without_any_success_everything_failed(subject: Subject) -> None:
    collector = subject.packages.python.IssueCollector()
    collector.add(3, **{attribute(name): value for name, value in subject.issues[0].items()})
    assert (collector.status, collector.failed, collector.attempted) == ("failed", 3, 3)


def test_parsed_payloads_give_typed_issues(subject: Subject) -> None:
    it = subject.packages.python
    collector = it.IssueCollector()
    for issue in subject.issues:
        collector.add(**{attribute(name): value for name, value in issue.items()})
    received = getattr(it, f"parse_{attribute(subject.record)}")(collector.apply(subject.data))
    found = it.retryable_issues(received)
    assert all(isinstance(each, it.Issue) for each in found)
    assert [each.to_dict() for each in found] == [each.to_dict() for each in collector.retryable()] != []


def test_what_is_received_without_issues_has_none_to_retry(subject: Subject) -> None:
    payloads: list[Json] = [{}, {"issues": None}, {"issues": []}]
    assert [subject.packages.python.retryable_issues(each) for each in payloads] == [[], [], []]
    assert subject.packages.node("return given.map((each) => it.retryableIssues(each));", payloads) == [[], [], []]


def test_a_collector_knows_the_fields_of_an_issue(subject: Subject) -> None:
    collector = subject.packages.python.IssueCollector()
    with pytest.raises(TypeError, match="missing"):
        collector.add()
    issue = {attribute(name): value for name, value in subject.issues[0].items()}
    with pytest.raises(TypeError, match="unexpected"):
        collector.add(**issue, no_such_field=1)
    assert collector.issues == []
