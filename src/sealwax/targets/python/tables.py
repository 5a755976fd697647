"""What the checks look up: the keys of objects, the values of enums, compiled patterns, classifications."""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import (
    Contract,
    Enum,
    Envelope,
    Field,
    Format,
    LetterCase,
    ListOf,
    MapOf,
    Nullable,
    Numbering,
    Outcome,
    Record,
    String,
    Type,
)
from sealwax.frozen import frozen
from sealwax.languages.python import constant, string
from sealwax.languages.python.layout import SKIP, Call, assigned, fits
from sealwax.patterns import FORMATS, LETTER_CASES
from sealwax.rendering import Finished


@frozen
class Tables:
    """What the code of the checks has to know about the whole contract."""

    patterns: dict[str, Finished]
    """By pattern: the name of the compiled one."""
    has_tools: bool
    """Whether checks of the envelope are told what a tool's payload is."""
    in_place: frozenset[str] = frozenset()
    """The records whose verdict is given where they stand, without a call."""

    def pattern(self, body: str) -> Finished:
        return self.patterns[body]


def keys_name(owner: str) -> Finished:
    return Finished(f"_{constant(owner)}_KEYS")


def shape_keys(envelope: Envelope, shape: Envelope | Outcome) -> Finished:
    """The keys that one case of an envelope knows: the same ones in all cases, unless they have keys of their own."""
    return keys_name(shape.name if envelope.has_shapes else envelope.name)


def values_name(enum: Enum) -> Finished:
    return Finished(f"_{constant(enum.name)}_VALUES")


def kinds_name(codes: Enum) -> Finished:
    """The table with the classification of each code."""
    return Finished(f"_{constant(codes.name)}_KINDS")


def numbers_name(codes: Enum) -> Finished:
    """The table with the JSON-RPC number of each code."""
    return Finished(f"_{constant(codes.name)}_NUMBERS")


def format_name(named: Format) -> Finished:
    return Finished(f"_{constant(named.value)}_FORMAT")


def case_name(case: LetterCase) -> Finished:
    return Finished(f"_{constant(case.value)}_CASE")


def tables(contract: Contract) -> Tables:
    """Patterns are numbered in the order of the contract; the same one is compiled once."""
    bodies = dict.fromkeys(text.pattern.body for text in _strings(contract) if text.pattern)
    numbered = {body: Finished(f"_PATTERN_{number}") for number, body in enumerate(bodies, 1)}
    return Tables(numbered, bool(contract.tools))


def _strings(contract: Contract) -> Iterator[String]:
    envelope = contract.envelope
    owners: list[tuple[Field, ...]] = [record.fields for record in contract.records]
    owners += [envelope.fields, *(outcome.fields for outcome in envelope.outcomes)]
    for fields in owners:
        for field in fields:
            yield from _strings_in(field.type)
    yield from (text.string for text in contract.texts)


def _strings_in(kind: Type) -> Iterator[String]:
    match kind:
        case String():
            yield kind
        case ListOf(inner) | MapOf(inner) | Nullable(inner):
            yield from _strings_in(inner)
        case _:
            pass


# -- their statements -------------------------------------------------------------------------------------------------


def statements(contract: Contract, found: Tables, used: frozenset[str]) -> tuple[Finished, ...]:
    """The tables that the code uses."""
    every = (*_pattern_tables(found), *_key_tables(contract), *_enum_tables(contract))
    return tuple(statement for name, statement in every if name in used)


def _pattern_tables(found: Tables) -> Iterator[tuple[Finished, Finished]]:
    for body, name in found.patterns.items():
        yield name, _compiled(name, body)
    for named in Format:
        yield format_name(named), _compiled(format_name(named), FORMATS[named].body)
    for case in LetterCase:
        yield case_name(case), _compiled(case_name(case), LETTER_CASES[case].body)


def _compiled(name: Finished, body: str) -> Finished:
    return assigned(name, Call("re.compile", _pattern_text(body)), 0)


def _pattern_text(body: str) -> Finished:
    """Raw where that saves backslashes."""
    plain = "\\" in body and '"' not in body and body.isascii() and body.isprintable() and not body.endswith("\\")
    return Finished(f'r"{body}"') if plain else string(body)


def _key_tables(contract: Contract) -> Iterator[tuple[Finished, Finished]]:
    envelope = contract.envelope
    outcomes = envelope.outcomes if envelope.has_shapes else ()
    owners: list[Record | Envelope | Outcome] = [*contract.records, *outcomes, envelope]
    for owner in owners:
        name = keys_name(owner.name)
        yield name, strings_table(name, (field.name for field in owner.fields))


def _enum_tables(contract: Contract) -> Iterator[tuple[Finished, Finished]]:
    for enum in contract.enums:
        yield values_name(enum), strings_table(values_name(enum), (entry.value for entry in enum.values))
    for enum in contract.enums:
        if enum.classified_by is not None:
            entries = [f"{string(entry.value)}: {string(entry.classified_as)}" for entry in enum.values]
            yield kinds_name(enum), _display(kinds_name(enum), entries, "{", "}")
    for enum in contract.enums:
        if numbers := Numbering((), enum, is_certain=True).numbers:
            entries = [f"{string(code)}: {number}" for code, number in numbers.items()]
            yield numbers_name(enum), _display(numbers_name(enum), entries, "{", "}")


def strings_table(name: Finished, texts: Iterable[str]) -> Finished:
    entries = list(map(string, texts))
    line = f"{name} = frozenset({{{', '.join(entries)}}})"
    if fits(line):
        return Finished(line)
    if not fits(f"{name} = frozenset("):
        return Finished(line + SKIP)
    lines = "".join(f"\n        {entry}," for entry in entries)
    return Finished(f"{name} = frozenset(\n    {{{lines}\n    }}\n)")


def _display(name: Finished, entries: list[str], opening: str, closing: str) -> Finished:
    lines = "".join(f"\n    {entry}," for entry in entries)
    end = "" if all(fits(f"{entry},", 4) for entry in entries) else SKIP
    return Finished(f"{name} = {opening}{lines}\n{closing}{end}")
