"""Patterns for ranges of whole numbers, written without leading zeros."""

from collections.abc import Iterator

from sealwax.patterns import Pattern, parse_pattern


def number_pattern(low: int, high: int) -> Pattern:
    """A pattern for the numbers from `low` to `high`; 0 <= low <= high."""
    options = list(_options(low, high))
    return parse_pattern(f"^{options[0]}$" if len(options) == 1 else f"^(?:{'|'.join(options)})$")


def _options(low: int, high: int) -> Iterator[str]:
    if low == 0:
        yield "0"
    if high > 0:
        yield from _positive(str(max(low, 1)), str(high))


def _positive(low: str, high: str) -> Iterator[str]:
    """Numbers of as many digits as the lowest one, then those of all lengths in between, then those of the highest."""
    if len(low) == len(high):
        yield from _same_length(low, high)
        return
    first = len(low) if int(low) == 10 ** (len(low) - 1) else len(low) + 1
    last = len(high) if int(high) == 10 ** len(high) - 1 else len(high) - 1
    if first > len(low):
        yield from _same_length(low, "9" * len(low))
    if first <= last:
        yield f"[1-9]{_digits(first - 1, last - 1)}"
    if last < len(high):
        yield from _same_length("1" + "0" * last, high)


def _same_length(low: str, high: str) -> Iterator[str]:
    """Numbers between two of the same length, by their first digit."""
    rest = len(low) - 1
    if low[0] == high[0]:
        yield from (low[0] + option for option in (_same_length(low[1:], high[1:]) if rest else ("",)))
        return
    first, last = int(low[0]), int(high[0])
    if low[1:] != "0" * rest:
        yield from (low[0] + option for option in _same_length(low[1:], "9" * rest))
        first += 1
    is_last_whole = high[1:] == "9" * rest
    last -= 0 if is_last_whole else 1
    if first <= last:
        yield (str(first) if first == last else f"[{first}-{last}]") + _digits(rest, rest)
    if not is_last_whole:
        yield from (high[0] + option for option in _same_length("0" * rest, high[1:]))


def _digits(least: int, most: int) -> str:
    counts = f"{{{least},{most}}}" if least < most else f"{{{most}}}" if most > 1 else ""
    return f"[0-9]{counts}" if most else ""
