"""The examples of a contract, by the declaration that they are shown with."""

from msgspec import Struct

from sealwax.contract import model as m


class Examples(Struct, frozen=True):
    """The examples that a page shows with a declaration."""

    long: tuple[m.Example, ...]
    """In a block each: valid objects and lists, fragments, and examples in notation."""
    short: tuple[m.Example, ...]
    """On a line each: other valid values."""
    bad: tuple[m.Example, ...]
    """On a line each: invalid values with a remark. The others only show what a constraint says anyway."""


def examples_of(contract: m.Contract) -> dict[str, Examples]:
    found: dict[str, list[m.Example]] = {}
    for example in contract.examples:
        found.setdefault(example.about or example.subject.name, []).append(example)
    return {name: _grouped(examples) for name, examples in found.items()}


def _grouped(examples: list[m.Example]) -> Examples:
    long, short, bad = [], [], []
    for each in examples:
        if each.kind is m.ExampleKind.INVALID:
            bad.append(each)
        elif each.text or isinstance(each.value, dict | list):
            long.append(each)
        else:
            short.append(each)
    return Examples(tuple(long), tuple(short), tuple(each for each in bad if each.doc))
