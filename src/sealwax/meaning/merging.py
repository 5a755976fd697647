"""The reference meaning of a merge: a response and what to put into it in, the new response and what was left out.

The keys of a response beside the merged one are not looked at. A value that is kept is the very value that was given:
nothing is copied but the two objects whose keys change.
"""

from collections.abc import Collection, Iterator, Mapping

from sealwax.contract.model import Field, Merging, Tier
from sealwax.frozen import frozen, member
from sealwax.meaning.wording import listed, quoted

NO_OBJECT = "it is not an object"
NO_TEXT = "it is not a string"
NO_GATE = "the contract has no such gate"
OWN, GIVEN, OF_PLUGIN = "what the response has there", "what is given", "everything"
DECLARED = "the contract declares this key, so no plugin gives it"
TAKEN = "it is there already"


@frozen
class LeftOut:
    """A key that was kept out; or something else, which `subject` tells, and `key` is None."""

    key: str | None
    reason: str
    plugin: str | None = None
    quiet: bool = False
    """Whether this is as it should be, so that nobody has to hear of it."""
    subject: str = ""


@frozen
class Merged:
    response: dict[str, object]
    left_out: list[LeftOut] = member(factory=list)


def merge(
    merging: Merging,
    response: Mapping[str, object],
    given: object = None,
    plugins: Mapping[str, object] | None = None,
    gates: Collection[str] = (),
) -> Merged:
    """What the response says itself, then what is given, then what each plugin adds; nothing stands for no keys."""
    name, active = merging.field.name, frozenset(gates)
    found: dict[str, object] = {}
    out = [LeftOut(None, NO_GATE, subject=_gate(gate)) for gate in gates if gate not in merging.gates]
    for subject, source in ((OWN, response.get(name)), (GIVEN, given)):
        for key, value in _members(source, subject, None, out):
            if refused := _refused(merging, key, active):
                out.append(refused)
            else:
                found[key] = value
    for plugin, source in (plugins or {}).items():
        for key, value in _members(source, OF_PLUGIN, plugin, out):
            if reason := _refused_of_plugin(merging, key, found):
                out.append(LeftOut(key, reason, plugin))
            else:
                found[key] = value
    rest = {key: value for key, value in response.items() if key != name}
    return Merged(rest | ({name: found} if found or merging.field.required else {}), out)


def _members(source: object, subject: str, plugin: str | None, out: list[LeftOut]) -> Iterator[tuple[str, object]]:
    if source is None:
        return
    if not isinstance(source, Mapping):
        out.append(LeftOut(None, NO_OBJECT, plugin, subject=subject))
        return
    for key, value in source.items():
        if isinstance(key, str):
            yield key, value
        else:
            out.append(LeftOut(None, NO_TEXT, plugin, subject="a key"))


def _refused(merging: Merging, key: str, gates: Collection[str]) -> LeftOut | None:
    field = _declared(merging, key)
    if field is not None:
        is_off = field.gate is not None and field.gate.name not in gates
        return LeftOut(key, gate_off(field), quiet=True) if is_off else None
    if key.startswith(merging.record.free_prefixes):
        return None
    old = next((old for old in merging.field.superseded if old.name == key), None)
    if old is not None:
        return LeftOut(key, superseded(old.replacement))
    tier = next((tier for tier in merging.record.tiers if tier.prefix and key.startswith(tier.prefix)), None)
    return LeftOut(key, unknown(tier) if tier is not None else no_prefix(merging))


def _refused_of_plugin(merging: Merging, key: str, found: Collection[str]) -> str:
    """Why a plugin cannot add a key, or nothing."""
    if _declared(merging, key) is not None:
        return DECLARED
    if not key.startswith(merging.record.free_prefixes):
        return plugin_prefix(merging)
    return TAKEN if key in found else ""


def _declared(merging: Merging, key: str) -> Field | None:
    return next((field for field in merging.record.fields if field.name == key), None)


def gates(merging: Merging) -> tuple[str, ...]:
    """The gates before keys of the record, in the order of the keys."""
    return tuple(dict.fromkeys(field.gate.name for field in merging.record.fields if field.gate is not None))


# -- what a log says --------------------------------------------------------------------------------------------------


def _gate(name: str) -> str:
    import json  # of no use to `lint`

    return f"the gate {json.dumps(name)}"


def gate_off(field: Field) -> str:
    return f"the gate `{field.gate.name if field.gate else ''}` is off"


def superseded(replacement: str) -> str:
    return f"it is superseded by `{replacement}`"


def unknown(tier: Tier) -> str:
    """A key with the prefix of a tier whose keys are declared."""
    return f"the tier `{tier.name}` has no such key"


def no_prefix(merging: Merging) -> str:
    return " ".join(filter(None, ("it is not declared", _and_lacks(merging.record.free_prefixes))))


def _and_lacks(prefixes: tuple[str, ...]) -> str:
    return f"and does not start with {listed(map(quoted, prefixes))}" if prefixes else ""


def plugin_prefix(merging: Merging) -> str:
    prefixes = merging.record.free_prefixes
    if not prefixes:
        return "plugins have no keys of their own"
    return f"keys of plugins start with {listed(map(quoted, prefixes))}"


def message(merging: Merging, left_out: LeftOut) -> str:
    """What is told about a key that was kept out; nothing in it can break a line of a log."""
    import json  # of no use to `lint`

    subject = left_out.subject if left_out.key is None else json.dumps(left_out.key)
    owner = "" if left_out.plugin is None else f" of the plugin {json.dumps(left_out.plugin)}"
    return f"{merging.field.name}: {subject}{owner} is left out: {left_out.reason}"
