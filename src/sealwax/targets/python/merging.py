"""The function that merges keys into a tiered record -> merging.py."""

from msgspec import Struct

from sealwax.contract.model import Contract, Merging
from sealwax.languages import free
from sealwax.languages.python import attribute, docs_text, f_string, joined
from sealwax.meaning import merging as meaning
from sealwax.rendering import Finished
from sealwax.targets.package_names import python_module
from sealwax.targets.python.head import Head, first_line

GATES_FUNCTION = Finished("gates_from_environment")
_TAKEN = frozenset(
    "active cast gate gates given json key logging merged plugin plugins reason response rest "
    "sources subject value".split()
)
"""Names that the function uses for something else."""


class MergingView(Struct, frozen=True):
    head: Head
    name: Finished
    function_doc: str
    merging: Merging
    whole: Finished
    """The argument with the keys to merge in."""
    logger: str
    declared: tuple[tuple[str, str], ...]
    """The keys that the contract declares, each with its gate; empty when there is none."""
    superseded: tuple[tuple[str, str], ...]
    """Keys of older writers, each with the reason why it is left out."""
    tiers: tuple[tuple[str, str], ...]
    """The prefixes under which every key is declared, each with the reason why another key is left out."""
    no_prefix: str
    no_plugin_prefix: str
    """Why a key without such a prefix is refused."""
    words: meaning.Words
    variable: str
    """The environment variable that lists the gates that are on."""
    environment_doc: str
    invalid: Finished
    """The reason for a key with an invalid value, which has a `message` at a `pointer`."""


def merging_names(merging: Merging) -> tuple[Finished, ...]:
    """What merging.py declares for others."""
    return function_name(merging), *((GATES_FUNCTION,) if merging.gates else ())


def function_name(merging: Merging) -> Finished:
    return free(attribute(merging.name), _TAKEN)


def merging_view(contract: Contract, merging: Merging) -> MergingView:
    variable = meaning.gates_variable(contract.name)
    doc = f"Merging into `{merging.field.name}`, by the tiers of the contract {contract.name}."
    return MergingView(
        head=Head(first_line(contract.name), doc),
        name=function_name(merging),
        function_doc=_doc(merging, contract),
        merging=merging,
        whole=free(attribute(merging.field.name), _TAKEN),
        logger=python_module(contract),
        declared=tuple((field.name, field.gate.name if field.gate else "") for field in merging.record.fields),
        superseded=meaning.superseded_keys(merging),
        tiers=meaning.closed_tiers(merging),
        no_prefix=meaning.no_prefix(merging),
        no_plugin_prefix=meaning.plugin_prefix(merging),
        words=meaning.WORDS,
        variable=variable,
        environment_doc=meaning.environment_words(variable),
        invalid=f_string((f"{meaning.WORDS.invalid} ", Finished("pointer"), ": ", Finished("message"))),
    )


def _doc(merging: Merging, contract: Contract) -> str:
    name, logger = free(attribute(merging.field.name), _TAKEN), python_module(contract)
    return joined(
        (
            docs_text(merging.docs, f"puts keys into `{merging.field.name}` of a response"),
            " ".join(meaning.merging_words(merging)),
            f"`{name}`: {meaning.GIVEN_WORDS}",
            "`plugins`: The keys that each plugin adds, by plugin. They never replace another key.",
            f"`gates`: {meaning.gates_words(merging)}",
            f"The logger `{logger}` warns about keys that break a rule; a closed gate is a debug message.",
        )
    )
