"""Python: what collects issues while the work goes on -> partial.py."""

from collections.abc import Iterator

from sealwax.contract.model import ABSENT, Contract, Counter, Field, Partial, Record, includes
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, layout, member, string
from sealwax.languages.python.docs import docs_text, field_text, joined
from sealwax.languages.python.layout import SKIP, Subscript, annotated, either, fits, overloaded, signature
from sealwax.languages.python.types import ANY, IN_RECORDS, INT, OBJECT, STR, homes, import_lines, names_in, wire_name
from sealwax.meaning.wording import status_words
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished, Page, header
from sealwax.targets.python.fields import attribute_type, constructor_default
from sealwax.targets.python.wiring import absent

MAPPING = Subscript("Mapping", (STR, ANY))
COUNTED = {Counter.ATTEMPTED: "attempted", Counter.RETURNED: "returned", Counter.FAILED: "failed"}


@frozen
class PartialView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    class_doc: str
    issue: Finished
    status: Finished
    ok: Finished
    otherwise: Finished
    """The statement that gives the status when there are issues."""
    add: Finished
    add_doc: str
    failures: Finished
    given: tuple[Finished, ...]
    status_key: Finished
    issues_key: Finished
    counters: tuple[Finished, ...]
    apply_overloads: tuple[Finished, ...]
    """A payload that is a record gives the wire form of that record."""
    apply: Finished
    apply_doc: str
    can_retry: bool
    own_retryable: Finished
    wire_issues: Finished
    wire_retryable: Finished
    typed_retryable: Finished
    retryable_wire: Finished
    retryable_typed: Finished
    retryable: Finished


def pages(contract: Contract) -> Iterator[Page]:
    if contract.partial is not None:
        path = f"{contract.name}/python/src/{python_module(contract)}/partial.py"
        view = _view(contract, contract.partial, Finished(f"# {header(contract.name)}"))
        yield Page(path, "python/partial.py.j2", view)


def exported_names(contract: Contract) -> tuple[Finished, ...]:
    """What partial.py declares for others."""
    if contract.partial is None:
        return ()
    retryable = (Finished("retryable_issues"),) if contract.partial.retryable is not None else ()
    return (Finished("IssueCollector"), *retryable)


def _view(contract: Contract, partial: Partial, header: Finished) -> PartialView:
    issue, status = class_name(partial.issue.name), class_name(partial.statuses.name)
    fields = tuple(_taken_from_caller(partial.issue))
    failures = Finished("failures_" if "failures" in [attribute(field.name) for field in fields] else "failures")
    owners = _owners(contract, partial)
    wire, typed = Subscript("list", (wire_name(partial.issue.name),)), Subscript("list", (issue,))
    retry = partial.retryable
    key = retry.name if retry is not None else ""
    said = attribute(key) if key else ""
    used = {"Any", "Mapping", issue, status, *(name for each in fields for name in names_in(_kind(each)))}
    used |= {absent(each) for each in fields if not each.required}
    used |= {"overload", *map(class_name, owners), *map(wire_name, owners)}
    used |= {wire_name(partial.issue.name)} if retry is not None else set()
    return PartialView(
        header=header,
        doc=f"Results of the contract {contract.name} of which a part is missing.",
        imports=import_lines(used, homes(contract), ".partial"),
        class_doc=_class_doc(partial),
        issue=issue,
        status=status,
        ok=Finished(f"{status}.{member(partial.ok)}"),
        otherwise=_returned(
            f"{status}.{member(partial.partial)} if self.returned else {status}.{member(partial.failed)}", 8
        ),
        add=signature("add", _arguments(fields, failures), issue, 4),
        add_doc=_add_doc(fields, failures),
        failures=failures,
        given=tuple(Finished(f"{attribute(field.name)}={attribute(field.name)}") for field in fields),
        status_key=string(partial.status.name),
        issues_key=string(partial.issues.name),
        counters=tuple(_counters(partial)),
        apply_overloads=(
            *(overloaded("apply", _payload(class_name(each)), wire_name(each), 4) for each in owners),
            overloaded("apply", _payload(MAPPING), OBJECT, 4),
        ),
        apply=signature("apply", _payload(either(MAPPING, *map(class_name, owners))), ANY, 4),
        apply_doc=_apply_doc(partial),
        can_retry=retry is not None,
        own_retryable=_chosen("self.issues", f"issue.{said}", 8),
        wire_issues=annotated(
            "issues", Subscript("list", (ANY,)), f"payload.get({string(partial.issues.name)}) or []", 8
        ),
        wire_retryable=_chosen("issues", f"issue.get({string(key)}) is True", 8),
        typed_retryable=_chosen(f"payload.{attribute(partial.issues.name)} or []", f"issue.{said}", 4),
        retryable_wire=overloaded("retryable_issues", _received(MAPPING), wire),
        retryable_typed=overloaded("retryable_issues", _received(either(*map(class_name, owners))), typed),
        retryable=signature(
            "retryable_issues", _received(either(MAPPING, *map(class_name, owners))), either(wire, typed)
        ),
    )


def _taken_from_caller(issue: Record) -> Iterator[Field]:
    """The fields that the constructor does not fill by itself."""
    return (field for field in issue.fields if constructor_default(field, IN_RECORDS) is ABSENT)


def _returned(expression: str, indent: int) -> Finished:
    line = f"return {expression}"
    return Finished(line if fits(line, indent) else line + SKIP)


def _chosen(issues: str, test: str, indent: int) -> Finished:
    return _returned(f"[issue for issue in {issues} if {test}]", indent)


def _kind(field: Field) -> layout.Annotation:
    return attribute_type(field, IN_RECORDS)


def _owners(contract: Contract, partial: Partial) -> list[str]:
    """The records that have issues."""
    by_name = {record.name: record for record in contract.records}
    found = (each for each in contract.records if each == partial.record or includes(each, partial.record, by_name))
    return [record.name for record in found]


def _payload(kind: layout.Annotation) -> tuple[layout.Parameter, ...]:
    return layout.Parameter("self"), layout.Parameter("data", kind)


def _arguments(fields: tuple[Field, ...], failures: Finished) -> Iterator[layout.Parameter]:
    yield from (layout.Parameter("self"), layout.Parameter(failures, INT, "1"), layout.Parameter("/"))
    if fields:
        yield layout.Parameter("*")
    for field in sorted(fields, key=lambda field: not field.required):
        yield layout.Parameter(attribute(field.name), _kind(field), "" if field.required else absent(field))


def _received(kind: layout.Annotation) -> tuple[layout.Parameter, ...]:
    return (layout.Parameter("payload", kind),)


def _counters(partial: Partial) -> Iterator[Finished]:
    for counter, field in partial.counters.items():
        yield Finished(f"{string(field.name)}: self.{COUNTED[counter]}")


# -- documentation ----------------------------------------------------------------------------------------------------


def _class_doc(partial: Partial) -> str:
    first = "Collects issues while the work goes on, counts, and says how the whole went."
    return joined((first, docs_text(partial.docs), f"The status is {status_words(partial)}."))


def _add_doc(fields: tuple[Field, ...], failures: Finished) -> str:
    texts = (f"`{attribute(field.name)}`: {field_text(field)}".replace("\n\n", " ") for field in fields)
    return joined(
        ("Note an issue, and count the attempts that failed by it.", f"`{failures}`: How many they are.", *texts)
    )


def _apply_doc(partial: Partial) -> str:
    keys = f"`{partial.status.name}` and `{partial.issues.name}`"
    counted = ", and the counters in any case" if partial.counters else ""
    return f"A payload, be it a record or plain, with what is to be told: {keys} when there are issues{counted}."
