"""Limits as keywords.

`{type: integer, min: 1, max: 5}` becomes `{"minimum": 1, "maximum": 5}`.
"""

from collections.abc import Iterable
from itertools import chain
from typing import TypeAlias, assert_never

from sealwax.contract.model import Json
from sealwax.meaning import checks
from sealwax.meaning.json_values import LARGEST_EXACT
from sealwax.patterns import Newline, Pattern

Schema: TypeAlias = dict[str, Json]

_BOUNDS = {
    checks.Measure.NUMBER: ("minimum", "maximum"),
    checks.Measure.LENGTH: ("minLength", "maxLength"),
    checks.Measure.ITEMS: ("minItems", "maxItems"),
}
LIMITS = frozenset({"format", "multipleOf", "pattern", *chain(*_BOUNDS.values())})
"""The keywords of limits."""
_EXACT: Schema = {"type": "integer", "minimum": -LARGEST_EXACT, "maximum": LARGEST_EXACT}
"""Some validators divide, and round the quotient of larger numbers, and of fractions such as 5e-324."""
_NEWLINE = "\\n$"


def bounds(limits: Iterable[checks.NumberLimit]) -> Schema:
    schema: Schema = {}
    for limit in limits:
        match limit:
            case checks.AtLeast(bound, of) | checks.AtMost(bound, of):
                schema[_BOUNDS[of][isinstance(limit, checks.AtMost)]] = bound
            case checks.MultipleOf(divisor):
                schema = _EXACT | schema | {"multipleOf": divisor}
            case _:
                assert_never(limit)
    return schema


def string_limits(limits: Iterable[checks.StringLimit], lean: bool) -> Schema:
    schema: Schema = {}
    patterns: list[Pattern] = []
    for limit in limits:
        match limit:
            case checks.AtLeast() | checks.AtMost():
                schema |= bounds([limit])
            case checks.Listed(_, values):
                schema["enum"] = [*values]
            case checks.Matches(_, pattern):
                # Validators that ignore `format` get the same verdict from its pattern, which also asks for UTC.
                schema |= {"format": limit.format.removeprefix("utc-")} if limit.format else {}
                patterns.append(pattern)
            case _:
                assert_never(limit)
    found = _patterns(patterns, lean) if patterns else {}
    if lean or all(pattern.cost.is_linear for pattern in patterns):
        return schema | found
    # Validators that collect all errors would match a text that is too long, which can take very long.
    return schema | {"if": {"type": "string", "maxLength": schema["maxLength"]}, "then": found}


def _patterns(patterns: list[Pattern], lean: bool) -> Schema:
    """In Python, `$` also matches before a final newline. Most patterns rule it out without look-ahead.

    A lean schema does not rule it out.
    """
    no_newline = not lean and any(each.final_newline is Newline.NEVER for each in patterns)
    look_ahead = "" if lean or no_newline else "(?!\\n)"
    first, *others = (
        each.anchored + (look_ahead if each.final_newline is Newline.SOMETIMES else "") for each in patterns
    )
    schema: Schema = {"pattern": first}
    if others:
        schema["allOf"] = [{"pattern": each} for each in others]
    if no_newline:
        schema["not"] = {"pattern": _NEWLINE}
    return schema


def or_null(schema: Schema) -> Schema:
    plain = schema.get("type")
    if plain == "null":
        return schema
    if not isinstance(plain, str) or "const" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    # Without the type, null would match the pattern.
    no_newline: Schema = {"not": {"type": "string", "pattern": _NEWLINE}} if "not" in schema else {}
    return schema | {"type": [plain, "null"]} | no_newline
