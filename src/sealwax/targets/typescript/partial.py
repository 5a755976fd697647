"""The collector of issues, for work that succeeds in part -> partial.js and partial.d.ts."""

from msgspec import Struct

from sealwax.contract.model import Constant, Contract, Partial
from sealwax.languages.typescript import docs_doc, string, tsdoc, type_name
from sealwax.meaning.wording import COLLECTING, collected_words, status_words
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line


class PartialView(Struct, frozen=True):
    """partial.js, and its part of index.d.ts"""

    header: Finished
    class_doc: Finished
    apply_doc: Finished
    partial: Partial
    argument: Finished
    """The type of an argument of `add`: an issue without its constants."""
    constants: dict[str, str | int | float | bool]
    """By key, what is the same in every issue."""


def partial_view(contract: Contract, partial: Partial) -> PartialView:
    issue = type_name(partial.issue.name)
    required = (field for field in partial.issue.fields if field.required)
    constants = {field.name: field.type.value for field in required if isinstance(field.type, Constant)}
    # The compiler forgets the declared keys of an open object when one is omitted.
    omitted = () if partial.issue.open else tuple(map(string, constants))
    return PartialView(
        header=first_line(contract),
        class_doc=docs_doc(partial.docs, COLLECTING, f"The status is {status_words(partial)}."),
        apply_doc=tsdoc(f"A copy of a payload, {collected_words(partial)}."),
        partial=partial,
        argument=Finished(f"Omit<{issue}, {' | '.join(omitted)}>") if omitted else issue,
        constants=constants,
    )
