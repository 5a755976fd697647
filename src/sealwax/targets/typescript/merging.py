"""The function that merges keys into a tiered record of a response."""

from sealwax.contract.model import Contract, Merging
from sealwax.frozen import frozen
from sealwax.languages.typescript import (
    INHERITED,
    docs_doc,
    function_name,
    property_key,
    string,
    template,
    tsdoc,
    type_name,
)
from sealwax.meaning import merging as meaning
from sealwax.meaning.wording import merging_words
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line

_TAGS = (
    ("param response -", "The response. It is not changed."),
    ("param given -", "The keys to add. They win over the keys of the response."),
)


@frozen
class Pair:
    """A key or prefix, and a text that belongs to it."""

    key: Finished
    text: Finished


@frozen
class MergingView:
    """merging.js and merging.d.ts"""

    header: Finished
    doc: Finished
    name: Finished
    options: Finished
    """The interface of the options."""
    gates_doc: Finished
    gates: tuple[Finished, ...]
    """The names of all gates."""
    no_gate: Finished
    own: Finished
    """The words for the keys that the response has itself."""
    given: Finished
    """The words for the keys that the caller gives."""
    of_plugin: Finished
    """The words for the keys of a plugin."""
    record: Finished
    """The type of the record that is merged into."""
    key: Finished
    """The key of that record in the response."""
    field: Finished
    """The same as a string."""
    is_inherited: bool
    """Whether every object inherits something under that key."""
    is_required: bool
    declared: tuple[Pair, ...]
    """The declared keys, each with its gate."""
    superseded: tuple[Pair, ...]
    """Keys of older writers, each with the reason why it is left out."""
    tiers: tuple[Pair, ...]
    """The prefixes under which every key is declared, each with the reason why another key is left out."""
    free_prefixes: tuple[Finished, ...]
    """The prefixes under which any key is allowed."""
    left_out: Finished
    """The message about a `subject` that is left out for a `reason`."""
    no_object: Finished
    no_prefix: Finished
    no_prefix_of_plugin: Finished
    collides: Finished
    taken: Finished


def merging_view(contract: Contract, merging: Merging) -> MergingView:
    field, record = merging.field, merging.record
    gates = meaning.gates(merging)
    known = f" Known gates: {', '.join(f'`{gate}`' for gate in gates)}." if gates else ""
    closed = [tier for tier in record.tiers if tier.prefix and not tier.undeclared]
    return MergingView(
        header=first_line(contract),
        doc=docs_doc(merging.docs, " ".join(merging_words(merging)), tags=_TAGS),
        name=merging_name(merging),
        options=Finished(f"{type_name(merging.name)}Options"),
        gates_doc=tsdoc(f"The gates that are on.{known}"),
        gates=tuple(map(string, merging.gates)),
        no_gate=string(meaning.NO_GATE),
        own=string(meaning.OWN),
        given=string(meaning.GIVEN),
        of_plugin=string(meaning.OF_PLUGIN),
        record=type_name(record.name),
        key=property_key(field.name),
        field=string(field.name),
        is_inherited=field.name in INHERITED,
        is_required=field.required,
        declared=tuple(_pair(each.name, each.gate.name if each.gate is not None else "") for each in record.fields),
        superseded=tuple(_pair(old.name, meaning.superseded(old.replacement)) for old in field.superseded),
        tiers=tuple(_pair(tier.prefix, meaning.unknown(tier)) for tier in closed),
        free_prefixes=tuple(map(string, record.free_prefixes)),
        left_out=template((f"{field.name}: ", Finished("subject"), " is left out: ", Finished("reason"))),
        no_object=string(meaning.NO_OBJECT),
        no_prefix=string(meaning.no_prefix(merging)),
        no_prefix_of_plugin=string(meaning.plugin_prefix(merging)),
        collides=string(meaning.DECLARED),
        taken=string(meaning.TAKEN),
    )


def merging_name(merging: Merging) -> Finished:
    return function_name(merging.name)


def _pair(key: str, text: str) -> Pair:
    return Pair(string(key), string(text))
