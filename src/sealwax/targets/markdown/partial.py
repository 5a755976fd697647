"""The page of partial results: which keys tell that a part of the work failed, and what collects them."""

from collections.abc import Iterator

from sealwax.contract.model import Counter, Partial
from sealwax.frozen import frozen
from sealwax.languages.markdown import cell, code_cell, text
from sealwax.meaning.wording import level_words
from sealwax.rendering import Finished
from sealwax.targets.markdown.parts import Places, doc_cell, doc_of, remarks

COUNTED = {
    Counter.ATTEMPTED: "How many were attempted.",
    Counter.RETURNED: "How many succeeded.",
    Counter.FAILED: "How many failed.",
}


@frozen
class StatusRow:
    value: Finished
    when: Finished
    description: Finished


@frozen
class KeyRow:
    name: Finished
    holds: Finished
    level: Finished


@frozen
class PartialView:
    header: Finished
    record: Finished
    issue: Finished
    doc: Finished
    remarks: tuple[Finished, ...]
    statuses: tuple[StatusRow, ...]
    keys: tuple[KeyRow, ...]
    retryable: Finished
    """Which key of an issue says whether to try again; empty when none does."""


def partial_view(partial: Partial, header: Finished, places: Places) -> PartialView:
    retry = partial.retryable
    can = f"An issue whose `{retry.name}` is true can be tried again." if retry is not None else ""
    return PartialView(
        header=header,
        record=places.link(partial.record.name),
        issue=places.link(partial.issue.name),
        doc=doc_of(partial.docs),
        remarks=remarks(partial.docs),
        statuses=tuple(_statuses(partial)),
        keys=tuple(_keys(partial)),
        retryable=text(can) if can else Finished(""),
    )


def _statuses(partial: Partial) -> Iterator[StatusRow]:
    when = {
        partial.ok: "There are no issues.",
        partial.partial: "There are issues, and something succeeded.",
        partial.failed: "There are issues, and nothing succeeded.",
    }
    for value, words in when.items():
        entry = partial.statuses.value(value)
        described = doc_cell(entry.docs) if entry is not None else Finished("")
        yield StatusRow(code_cell(value), cell(words), described)


def _keys(partial: Partial) -> Iterator[KeyRow]:
    for field, holds in ((partial.status, "How it went."), (partial.issues, "What went wrong, one by one.")):
        yield KeyRow(code_cell(field.name), cell(holds), cell(level_words(field)))
    for counter, field in partial.counters.items():
        # Counters may belong to some payloads only.
        where = "" if field in partial.record.fields else ", in payloads that count"
        yield KeyRow(code_cell(field.name), cell(COUNTED[counter]), cell(f"{level_words(field)}{where}"))
