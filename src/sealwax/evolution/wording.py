"""Changes in words: places as people say them, and sentences about values."""

from sealwax.contract import model as m
from sealwax.contract.source import Place
from sealwax.evolution.changes import Action, Change
from sealwax.meaning.wording import quoted

_SECTIONS = {
    *("types", "enums", "fields", "values", "context"),
    *("parameters", "outcomes", "tools", "builders", "constants"),
}
_FUNCTIONS = ("error_codes", "raised_with", "functions")
MAX_LENGTH = 60
"""The most characters of a value that a sentence quotes."""


def sentence(change: Change) -> str:
    """A change as a sentence, whoever it affects."""
    if change.kind == "contract":
        return f"the contract '{change.after}' was added"
    if change.action is Action.RENAMED:
        return f"{place_text(change.old_place)} was renamed to {place_text(change.new_place)}"
    if "." not in change.kind:
        return f"{place_text(change.new_place)} was {change.action}"
    if change.kind.endswith(".position"):
        return f"{place_text(change.new_place[:-1])}: the order of what is listed changed"
    is_text = change.kind.endswith((".documentation", ".docs"))
    return describe_turn(change, "the documentation" if is_text else f"`{change.new_place[-1]}`")


def place_text(place: Place) -> str:
    """A place as people say it: `Meta.request_id` for a field of a type, `errors.NAME` for a function for errors."""
    if place[: len(_FUNCTIONS)] == _FUNCTIONS:
        place = ("errors", *place[len(_FUNCTIONS) :])
    parts = [part for at, part in enumerate(place) if part not in _SECTIONS or (at == len(place) - 1 and at == 0)]
    return f"`{'.'.join(parts)}`" if parts else "the contract"


def describe_turn(change: Change, what: str) -> str:
    """A sentence about a value that is another one now."""
    owner = place_text(change.new_place[:-1])
    before, after = _shown(change.before), _shown(change.after)
    if before and after:
        return f"{owner}: {what} was {before} and is now {after}"
    if before and change.after is None:
        return f"{owner}: {what} was {before} and is no longer given"
    if after and change.before is None:
        return f"{owner}: {what} is now {after}"
    return f"{owner}: {what} changed"


def _shown(value: object) -> str:
    """A value as part of a sentence; empty if it is too long, or not a single value."""
    if value is True or value is False:
        return f"`{str(value).lower()}`"
    if isinstance(value, m.Deprecation):
        return f"`{_deprecation_text(value)}`"
    if isinstance(value, str | int | float):
        text = quoted(value)
    elif isinstance(value, tuple) and all(isinstance(each, str) for each in value):
        text = ", ".join(map(quoted, value))
    else:
        return ""
    return text if len(text) <= MAX_LENGTH else ""


def _deprecation_text(value: m.Deprecation) -> str:
    """A deprecation as the contract spells it, without its description."""
    keys = {"since": value.since, "replacement": value.replacement, "removal": value.removal}
    return f"{{{', '.join(f'{name}: {text}' for name, text in keys.items() if text)}}}"
