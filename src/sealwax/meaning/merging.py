"""The reference implementation of merging: adds keys to a response, and reports the keys that it leaves out.

Only the response and the merged object are copied; values are shared with the arguments.

With `tiers: {stable: {…}, experimental: {prefix: _exp_}}` and `fields: {version: {tier: stable, …}}`, merging
`{version: "1.0", _exp_guess: 1}` adds `version`. It reports `_exp_guess`, which has the prefix of a tier and is not
declared.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import cast

from msgspec import Struct

from sealwax.contract.model import Field, Json, Merging, Reference, Tier
from sealwax.meaning.checks.interpreter import check_type
from sealwax.meaning.findings import errors_in
from sealwax.meaning.wording import listed, quoted
from sealwax.naming import screaming


class Words(Struct, frozen=True):
    """The words of log messages, which are the same in every language."""

    own: str = "the value in the response"
    given: str = "the given value"
    of_plugin: str = "everything"
    declared: str = "the contract declares this key, so plugins cannot set it"
    no_gate: str = "the contract has no such gate"
    no_object: str = "it is not an object"
    no_text: str = "it is not a string"
    taken: str = "another source has already set it"
    invalid: str = "it has an invalid value at"


WORDS = Words()


class LeftOut(Struct, frozen=True):
    """A key that was left out, or something else that `subject` describes if `key` is None."""

    key: str | None
    reason: str
    plugin: str | None = None
    quiet: bool = False
    """Whether this is expected, so it is not worth a warning."""
    subject: str = ""


class Merged(Struct, frozen=True):
    response: dict[str, object]
    left_out: list[LeftOut]


def merge(
    merging: Merging,
    response: Mapping[str, object],
    given: object = None,
    plugins: Mapping[str, object] | None = None,
    gates: Collection[str] = (),
) -> Merged:
    """Merge the keys of the response, the given keys and the keys of each plugin; None stands for no keys."""
    name, active = merging.field.name, frozenset(gates)
    found: dict[str, object] = {}
    out = [LeftOut(None, WORDS.no_gate, subject=_gate(gate)) for gate in gates if gate not in merging.gates]
    for subject, source in ((WORDS.own, response.get(name)), (WORDS.given, given)):
        for key, value in _members(source, subject, None, out):
            if refused := _refused(merging, key, active):
                out.append(refused)
            else:
                found[key] = value
    for plugin, source in (plugins or {}).items():
        for key, value in _members(source, WORDS.of_plugin, plugin, out):
            if reason := _refused_of_plugin(merging, key, found):
                out.append(LeftOut(key, reason, plugin))
            else:
                found[key] = value
    for key, reason in _invalid(merging, found):
        out.append(LeftOut(key, reason))
        del found[key]
    rest = {key: value for key, value in response.items() if key != name}
    return Merged(rest | ({name: found} if found or merging.field.required else {}), out)


def _members(source: object, subject: str, plugin: str | None, out: list[LeftOut]) -> Iterator[tuple[str, object]]:
    if source is None:
        return
    if not isinstance(source, Mapping):
        out.append(LeftOut(None, WORDS.no_object, plugin, subject=subject))
        return
    for key, value in source.items():
        if isinstance(key, str):
            yield key, value
        else:
            out.append(LeftOut(None, WORDS.no_text, plugin, subject="a key"))


def _refused(merging: Merging, key: str, gates: Collection[str]) -> LeftOut | None:
    field = _declared(merging, key)
    if field is not None:
        if field.gate is None or field.gate.name in gates:
            return None
        return LeftOut(key, f"the gate `{field.gate.name}` is off", quiet=True)
    if key.startswith(merging.record.free_prefixes):
        return None
    old = next((old for old in merging.field.superseded if old.name == key), None)
    if old is not None:
        return LeftOut(key, superseded(old.replacement))
    tier = next((tier for tier in merging.record.tiers if tier.prefix and key.startswith(tier.prefix)), None)
    return LeftOut(key, unknown(tier) if tier is not None else no_prefix(merging))


def _refused_of_plugin(merging: Merging, key: str, found: Collection[str]) -> str:
    """The reason why a plugin cannot set a key; empty if it can."""
    if _declared(merging, key) is not None:
        return WORDS.declared
    if not key.startswith(merging.record.free_prefixes):
        return plugin_prefix(merging)
    return WORDS.taken if key in found else ""


def _invalid(merging: Merging, found: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The keys whose values break the contract, each with the first error as the reason to leave it out."""
    declared = {key: value for key, value in found.items() if _declared(merging, key) is not None}
    seen: set[str] = set()
    for finding in errors_in(check_type(Reference(merging.record), cast("Json", declared))):
        key = finding.pointer.partition("/")[2].partition("/")[0]
        if key in declared and key not in seen:  # others are missing
            seen.add(key)
            yield key, f"{WORDS.invalid} {finding.pointer}: {finding.message}"


def _declared(merging: Merging, key: str) -> Field | None:
    return next((field for field in merging.record.fields if field.name == key), None)


def gates(merging: Merging) -> tuple[str, ...]:
    """The gates of the keys of the record, in the order of the keys."""
    return tuple(dict.fromkeys(field.gate.name for field in merging.record.fields if field.gate is not None))


def gates_variable(contract: str) -> str:
    """The environment variable that lists the gates of a contract that are on."""
    return f"{screaming(contract)}_GATES"


# -- the behaviour in words -------------------------------------------------------------------------------------------


def merging_words(merging: Merging) -> tuple[str, ...]:
    """The behaviour of a merge, as sentences."""
    name = merging.field.name
    empty = "" if merging.field.required else ", or is absent if it would be empty"
    free = merging.record.free_prefixes
    plugins = f"must start with {listed(map(quoted, free))}" if free else "are always rejected"
    return (
        f"Returns a new response with the same keys and values, in which `{name}` comes last{empty}.",
        f"`{name}` has the keys of the response, then the given keys, then the keys of plugins, which {plugins}.",
        "A key is left out if its gate is off, if it breaks the rules of the tiers, or if its value is invalid.",
    )


GIVEN_WORDS = "The keys to add. They replace those that the response has already."


def gates_words(merging: Merging) -> str:
    """The argument for the gates, as sentences."""
    known = gates(merging)
    listing = f" Known: {', '.join(map(quoted, known))}." if known else ""
    return f"The gates that are on.{listing}"


def environment_words(variable: str) -> str:
    listed = f"The gates that `{variable}` lists, separated by commas or spaces; none if it is not set."
    return f"{listed} Unknown gates are logged and ignored."


# -- log messages -----------------------------------------------------------------------------------------------------


def _gate(name: str) -> str:
    import json  # `lint` does not need it

    return f"the gate {json.dumps(name)}"


def superseded_keys(merging: Merging) -> tuple[tuple[str, str], ...]:
    """Keys of older writers, each with the reason why it is left out."""
    return tuple((old.name, superseded(old.replacement)) for old in merging.field.superseded)


def closed_tiers(merging: Merging) -> tuple[tuple[str, str], ...]:
    """The prefixes under which every key is declared, each with the reason why another key is left out."""
    tiers = (tier for tier in merging.record.tiers if tier.prefix and not tier.undeclared)
    return tuple((tier.prefix, unknown(tier)) for tier in tiers)


def superseded(replacement: str) -> str:
    return f"it is superseded by `{replacement}`"


def unknown(tier: Tier) -> str:
    """The reason for an undeclared key with the prefix of a tier whose keys must be declared."""
    return f"the tier `{tier.name}` has no such key"


def no_prefix(merging: Merging) -> str:
    free = merging.record.free_prefixes
    return f"it is not declared{f' and does not start with {listed(map(quoted, free))}' if free else ''}"


def plugin_prefix(merging: Merging) -> str:
    prefixes = merging.record.free_prefixes
    if not prefixes:
        return "plugins cannot add keys"
    return f"keys of plugins must start with {listed(map(quoted, prefixes))}"


def message(merging: Merging, left_out: LeftOut) -> str:
    """The log message about a key that was left out, always on one line."""
    import json  # `lint` does not need it

    subject = left_out.subject if left_out.key is None else json.dumps(left_out.key)
    owner = "" if left_out.plugin is None else f" of the plugin {json.dumps(left_out.plugin)}"
    return f"{merging.field.name}: {subject}{owner} is left out: {left_out.reason}"
