"""The class that collects issues while the work goes on -> partial.py."""

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages.python import attribute, docs_text, field_text, joined
from sealwax.languages.python.types import IN_RECORDS, Argument
from sealwax.meaning.wording import COLLECTING, collected_words, status_words
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import constructor_default, record_argument
from sealwax.targets.python.head import Head, head


class PartialView(Struct, frozen=True):
    head: Head
    class_doc: str
    partial: m.Partial
    failures: Finished
    """The argument of `add` that counts failed attempts."""
    add_doc: str
    arguments: tuple[Argument, ...]
    """The fields of an issue that the caller gives: required ones first."""
    fields: tuple[m.Field, ...]
    """The same, in contract order."""
    owners: tuple[m.Record, ...]
    """The records that can have issues."""
    apply_doc: str


def partial_view(contract: m.Contract, partial: m.Partial) -> PartialView:
    # The constructor fills the other fields by itself.
    fields = tuple(field for field in partial.issue.fields if constructor_default(field, IN_RECORDS) is m.ABSENT)
    failures = free("failures", {attribute(field.name) for field in fields})
    records = {record.name: record for record in contract.records}
    return PartialView(
        head=head(contract, "partial", f"Results of the contract {contract.name} of which a part is missing."),
        class_doc=_class_doc(partial),
        partial=partial,
        failures=failures,
        add_doc=_add_doc(fields, failures),
        arguments=tuple(map(record_argument, sorted(fields, key=lambda field: not field.required))),
        fields=fields,
        owners=tuple(
            each for each in contract.records if each == partial.record or m.includes(each, partial.record, records)
        ),
        apply_doc=f"Return a payload as a dict, {collected_words(partial)}.",
    )


# -- documentation ----------------------------------------------------------------------------------------------------


def _class_doc(partial: m.Partial) -> str:
    return joined((COLLECTING, docs_text(partial.docs), f"The status is {status_words(partial)}."))


def _add_doc(fields: tuple[m.Field, ...], failures: Finished) -> str:
    texts = (f"`{attribute(field.name)}`: {field_text(field)}".replace("\n\n", " ") for field in fields)
    return joined(
        ("Add an issue, and count the attempts that failed.", f"`{failures}`: How many attempts failed.", *texts)
    )
