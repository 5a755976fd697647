"""The check plan -> conditions: JavaScript expressions over a response."""

from typing import assert_never

from sealwax.languages.typescript import literal, string
from sealwax.meaning import checks
from sealwax.rendering import Finished


def is_outcome(test: checks.Test | None, response: str) -> Finished:
    """The condition that holds when a response of the contract has an outcome; empty if there is only one."""
    match test:
        case None:
            return Finished("")
        case checks.HasKey(key, expected):
            return Finished(f"{'' if expected else '!'}Object.hasOwn({response}, {string(key)})")
        case checks.HasValue(key, values):
            return Finished(f"{response}[{string(key)}] === {literal(values[0])}")
        case _:
            assert_never(test)
