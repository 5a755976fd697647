"""TypeScript merging: the function that puts keys into a tiered record of a response."""

from collections.abc import Iterator

from sealwax.contract.model import Contract, Merging
from sealwax.frozen import frozen
from sealwax.languages.typescript import INHERITED, function_name, property_key, string, template, tsdoc, type_name
from sealwax.meaning import merging as meaning
from sealwax.meaning.wording import merging_words
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.types import docs_doc

_TAGS = (
    ("param response -", "It is not changed."),
    ("param given -", "The keys to add. They win over those that the response has itself."),
)


@frozen
class MergingView:
    header: Finished
    doc: Finished
    name: Finished
    options: Finished
    gates_doc: Finished
    gates: Finished
    """The type of a gate's name."""
    gates_known: Finished
    """An array of the names."""
    no_gate: Finished
    own: Finished
    given: Finished
    of_plugin: Finished
    """What is left out when it is not an object."""
    record: Finished
    key: Finished
    """The key that is merged into, as it is spelt in an object."""
    field: Finished
    """The same as a string."""
    response: Finished
    """What the keys of the response are taken from."""
    mark: Finished
    """A question mark when the key can be absent."""
    is_required: bool
    declared: tuple[Finished, ...]
    """Pairs: a key, and the gate before it."""
    superseded: tuple[Finished, ...]
    tiers: tuple[Finished, ...]
    is_free: Finished
    """Whether a key may be undeclared; empty when none may be."""
    told: Finished
    """The message about what is left out."""
    no_object: Finished
    no_prefix: Finished
    no_prefix_of_plugin: Finished
    collides: Finished
    taken: Finished


def merging_view(contract: Contract, merging: Merging) -> MergingView:
    name, field = merging_name(merging), merging.field.name
    gates = meaning.gates(merging)
    known = f" Known: {', '.join(f'`{gate}`' for gate in gates)}." if gates else ""
    return MergingView(
        header=Finished(f"// {header(contract.name)}"),
        doc=docs_doc(merging.docs, " ".join(merging_words(merging)), tags=_TAGS),
        name=name,
        options=Finished(f"{type_name(merging.name)}Options"),
        gates_doc=tsdoc(f"The gates that are on.{known}", 2),
        gates=Finished(" | ".join(map(string, merging.gates)) or "string"),
        gates_known=Finished(f"[{', '.join(map(string, merging.gates))}]"),
        no_gate=string(meaning.NO_GATE),
        own=string(meaning.OWN),
        given=string(meaning.GIVEN),
        of_plugin=string(meaning.OF_PLUGIN),
        record=type_name(merging.record.name),
        key=property_key(field),
        field=string(field),
        # What every object inherits is no key of the response.
        response=Finished("({ __proto__: null, ...response })" if field in INHERITED else "(response)"),
        mark=Finished("" if merging.field.required else "?"),
        is_required=merging.field.required,
        declared=tuple(_declared(merging)),
        superseded=tuple(_pair(old.name, meaning.superseded(old.replacement)) for old in merging.field.superseded),
        tiers=tuple(
            _pair(tier.prefix, meaning.unknown(tier))
            for tier in merging.record.tiers
            if tier.prefix and not tier.undeclared
        ),
        is_free=Finished(" || ".join(f"key.startsWith({string(each)})" for each in merging.record.free_prefixes)),
        told=template((f"{field}: ", Finished("subject"), " is left out: ", Finished("reason"))),
        no_object=string(meaning.NO_OBJECT),
        no_prefix=string(meaning.no_prefix(merging)),
        no_prefix_of_plugin=string(meaning.plugin_prefix(merging)),
        collides=string(meaning.DECLARED),
        taken=string(meaning.TAKEN),
    )


def merging_name(merging: Merging) -> Finished:
    return function_name(merging.name)


def _declared(merging: Merging) -> Iterator[Finished]:
    for field in merging.record.fields:
        yield _pair(field.name, field.gate.name if field.gate is not None else "")


def _pair(key: str, value: str) -> Finished:
    return Finished(f"[{string(key)}, {string(value)}]")
