"""The function that merges keys into a tiered record -> merging.js and merging.d.ts."""

from msgspec import Struct

from sealwax.contract.model import Contract, Merging
from sealwax.languages import typescript as ts
from sealwax.meaning import merging as meaning
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line

_TAGS = (
    ("param response -", "The response. It is not changed."),
    ("param given -", meaning.GIVEN_WORDS),
)
_VARIABLES = (("param variables -", "The environment variables; by default those of the process."),)


class MergingView(Struct, frozen=True):
    """merging.js, and its part of index.d.ts"""

    header: Finished
    doc: Finished
    gates_doc: Finished
    merging: Merging
    is_inherited: bool
    """Whether every object inherits something under the key of the record."""
    superseded: tuple[tuple[str, str], ...]
    """Keys of older writers, each with the reason why it is left out."""
    tiers: tuple[tuple[str, str], ...]
    """The prefixes under which every key is declared, each with the reason why another key is left out."""
    left_out: Finished
    """The message about a `subject` that is left out for a `reason`."""
    no_prefix: str
    no_prefix_of_plugin: str
    words: meaning.Words
    variable: str
    """The environment variable that lists the gates that are on."""
    environment_doc: Finished
    invalid: Finished
    """The reason for a key with an invalid value, which has a `message` at a `pointer`."""


def merging_view(contract: Contract, merging: Merging) -> MergingView:
    variable = meaning.gates_variable(contract.name)
    field = merging.field
    return MergingView(
        header=first_line(contract),
        doc=ts.docs_doc(merging.docs, " ".join(meaning.merging_words(merging)), tags=_TAGS),
        gates_doc=ts.tsdoc(meaning.gates_words(merging)),
        merging=merging,
        is_inherited=field.name in ts.INHERITED,
        superseded=meaning.superseded_keys(merging),
        tiers=meaning.closed_tiers(merging),
        left_out=ts.template((f"{field.name}: ", Finished("subject"), " is left out: ", Finished("reason"))),
        no_prefix=meaning.no_prefix(merging),
        no_prefix_of_plugin=meaning.plugin_prefix(merging),
        words=meaning.WORDS,
        variable=variable,
        environment_doc=ts.tsdoc(meaning.environment_words(variable), tags=_VARIABLES),
        invalid=ts.template((f"{meaning.WORDS.invalid} ", Finished("pointer"), ": ", Finished("message"))),
    )
