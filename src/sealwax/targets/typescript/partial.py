"""TypeScript partial results: what collects issues while the work goes on."""

from collections.abc import Iterator

from sealwax.contract.model import Constant, Contract, Counter, Partial
from sealwax.frozen import frozen
from sealwax.languages.typescript import access, literal, property_key, string, tsdoc, type_name
from sealwax.meaning.wording import status_words
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.types import docs_doc, import_type

COUNTED = {Counter.ATTEMPTED: "attempted", Counter.RETURNED: "returned", Counter.FAILED: "failed"}


@frozen
class PartialView:
    header: Finished
    type_imports: tuple[Finished, ...]
    class_doc: Finished
    issue: Finished
    argument: Finished
    """The type of what is added: an issue without the keys that are always the same."""
    status: Finished
    ok: Finished
    partial: Finished
    nothing: Finished
    """The status when nothing succeeded."""
    noted: Finished
    status_key: Finished
    issues_key: Finished
    fields: Finished
    counters: tuple[Finished, ...]
    counted: Finished
    applied: tuple[Finished, ...]
    """The keys that a payload gets."""
    apply_doc: Finished
    can_retry: bool
    own_retryable: Finished
    received: Finished


def partial_view(contract: Contract, partial: Partial) -> PartialView:
    issue, status = type_name(partial.issue.name), type_name(partial.statuses.name)
    status_key, issues_key = property_key(partial.status.name), property_key(partial.issues.name)
    told = (f"{status_key}?: {status}", f"{issues_key}?: {issue}[]")
    counted = tuple(f"{property_key(each.name)}: number" for each in partial.counters.values())
    retry = access("issue", partial.retryable.name) if partial.retryable is not None else ""
    return PartialView(
        header=Finished(f"// {header(contract.name)}"),
        type_imports=(*import_type([status], "./catalogue.js"), *import_type([issue], "./types.d.ts")),
        class_doc=_class_doc(partial),
        issue=issue,
        argument=_argument(partial),
        status=status,
        ok=string(partial.ok),
        partial=string(partial.partial),
        nothing=string(partial.failed),
        noted=Finished(f"{{ {', '.join((*_constants(partial), '...issue'))} }}"),
        status_key=status_key,
        issues_key=issues_key,
        fields=Finished(f"{{ {'; '.join(told)} }}"),
        counters=tuple(_counters(partial)),
        counted=Finished(f"{{ {'; '.join(counted)} }}"),
        applied=tuple(map(Finished, (*told, *counted))),
        apply_doc=_apply_doc(partial),
        can_retry=partial.retryable is not None,
        own_retryable=Finished(f"{retry} === true"),
        received=Finished(access("payload", partial.issues.name)),
    )


def _constants(partial: Partial) -> Iterator[str]:
    """What is the same in every issue."""
    for field in partial.issue.fields:
        if field.required and isinstance(field.type, Constant):
            yield f"{property_key(field.name)}: {literal(field.type.value)}"


def _argument(partial: Partial) -> Finished:
    issue = type_name(partial.issue.name)
    names = [field.name for field in partial.issue.fields if field.required and isinstance(field.type, Constant)]
    # The type checker forgets all other keys when it omits one of an open object.
    if not names or partial.issue.open:
        return issue
    return Finished(f"Omit<{issue}, {' | '.join(map(string, names))}>")


def _counters(partial: Partial) -> Iterator[Finished]:
    for counter, field in partial.counters.items():
        yield Finished(f"{property_key(field.name)}: this.{COUNTED[counter]}")


# -- documentation ----------------------------------------------------------------------------------------------------


def _class_doc(partial: Partial) -> Finished:
    return docs_doc(
        partial.docs,
        "Collects issues while the work goes on, counts, and says how the whole went.",
        f"The status is {status_words(partial)}.",
    )


def _apply_doc(partial: Partial) -> Finished:
    keys = f"`{partial.status.name}` and `{partial.issues.name}`"
    counted = ", and the counters in any case" if partial.counters else ""
    return tsdoc(f"A payload with what is to be told: {keys} when there are issues{counted}.", 2)
