"""The collector of issues, for work that succeeds in part."""

from sealwax.contract.model import Constant, Contract, Counter, Field, Partial
from sealwax.frozen import frozen
from sealwax.languages.typescript import access, docs_doc, literal, property_key, string, tsdoc, type_name
from sealwax.meaning.wording import status_words
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Import, first_line, imports

COUNTED = {
    Counter.ATTEMPTED: Finished("attempted"),
    Counter.RETURNED: Finished("returned"),
    Counter.FAILED: Finished("failed"),
}
"""The properties of the collector by what they count."""


@frozen
class Entry:
    """A key with its value: a constant of every issue, or a counter of the collector."""

    key: Finished
    value: Finished


@frozen
class PartialView:
    """partial.js and partial.d.ts"""

    header: Finished
    type_imports: tuple[Import, ...]
    class_doc: Finished
    apply_doc: Finished
    issue: Finished
    """The type of an issue."""
    argument: Finished
    """The type of an argument of `add`: an issue without its constants."""
    status: Finished
    """The type of a status."""
    ok: Finished
    partial: Finished
    failed: Finished
    """The status when nothing succeeded."""
    constants: tuple[Entry, ...]
    """The keys that are the same in every issue."""
    status_key: Finished
    issues_key: Finished
    counters: tuple[Entry, ...]
    can_retry: bool
    """Whether issues say if a retry can help."""
    retryable: Finished
    """The expression that reads that from an issue."""
    received: Finished
    """The expression that reads the issues of a payload."""


def partial_view(contract: Contract, partial: Partial) -> PartialView:
    issue, status = type_name(partial.issue.name), type_name(partial.statuses.name)
    return PartialView(
        header=first_line(contract),
        type_imports=imports({"./catalogue.js": [status], "./types.d.ts": [issue]}),
        class_doc=_class_doc(partial),
        apply_doc=_apply_doc(partial),
        issue=issue,
        argument=_argument(partial),
        status=status,
        ok=string(partial.ok),
        partial=string(partial.partial),
        failed=string(partial.failed),
        constants=tuple(Entry(property_key(name), literal(value)) for name, value in _constants(partial).items()),
        status_key=property_key(partial.status.name),
        issues_key=property_key(partial.issues.name),
        counters=tuple(_counter(counter, field) for counter, field in partial.counters.items()),
        can_retry=partial.retryable is not None,
        retryable=access("issue", partial.retryable.name) if partial.retryable is not None else Finished(""),
        received=access("payload", partial.issues.name),
    )


def _constants(partial: Partial) -> dict[str, str | int | float | bool]:
    fields = (field for field in partial.issue.fields if field.required)
    return {field.name: field.type.value for field in fields if isinstance(field.type, Constant)}


def _argument(partial: Partial) -> Finished:
    issue, names = type_name(partial.issue.name), _constants(partial)
    # The compiler forgets the declared keys of an open object when one is omitted.
    if not names or partial.issue.open:
        return issue
    return Finished(f"Omit<{issue}, {' | '.join(map(string, names))}>")


def _counter(counter: Counter, field: Field) -> Entry:
    return Entry(property_key(field.name), COUNTED[counter])


def _class_doc(partial: Partial) -> Finished:
    return docs_doc(
        partial.docs,
        "Collects issues while the work goes on, counts attempts, and derives the status.",
        f"The status is {status_words(partial)}.",
    )


def _apply_doc(partial: Partial) -> Finished:
    keys = f"`{partial.status.name}` and `{partial.issues.name}`"
    counted = ", and always with the counters" if partial.counters else ""
    return tsdoc(f"A copy of a payload, with {keys} when there are issues{counted}.")
