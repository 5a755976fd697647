"""Changes in words: places as people say them, and sentences about values."""

from sealwax.contract.first_versions import Place
from sealwax.evolution.changes import Change
from sealwax.evolution.comparable import shown

_SECTIONS = {
    "types",
    "enums",
    "fields",
    "values",
    "context",
    "parameters",
    "outcomes",
    "tools",
    "builders",
    "constants",
}
_FUNCTIONS = ("error_codes", "raised_with", "functions")


def spelled(place: Place) -> str:
    """A place as people say it: `Meta.request_id` for a field of a type, `errors.NAME` for a function for errors."""
    if place[: len(_FUNCTIONS)] == _FUNCTIONS:
        place = ("errors", *place[len(_FUNCTIONS) :])
    parts = [part for at, part in enumerate(place) if part not in _SECTIONS or (at == len(place) - 1 and at == 0)]
    return f"`{'.'.join(parts)}`" if parts else "the contract"


def turned(change: Change, what: str) -> str:
    """A sentence about a value that is another one now."""
    owner = spelled(change.new_place[:-1])
    before, after = shown(change.before), shown(change.after)
    if before and after:
        return f"{owner}: {what} was {before} and is now {after}"
    if before and change.after is None:
        return f"{owner}: {what} was {before} and is no longer given"
    if after and change.before is None:
        return f"{owner}: {what} is now {after}"
    return f"{owner}: {what} changed"
