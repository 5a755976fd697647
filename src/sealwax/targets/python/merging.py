"""Python: the function that merges keys into a tiered record -> merging.py."""

from collections.abc import Iterator

from sealwax.contract.model import Contract, Merging
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, string
from sealwax.languages.python.docs import docs_text, joined
from sealwax.languages.python.layout import (
    NONE,
    SKIP,
    Parameter,
    Subscript,
    assigned,
    either,
    fits,
    guard,
    signature,
)
from sealwax.languages.python.types import ANY, OBJECT, STR, homes, import_lines
from sealwax.meaning import merging as meaning
from sealwax.meaning.wording import merging_words
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished, Page, header

MAPPING = Subscript("Mapping", (STR, ANY))
_TAKEN = frozenset(
    "active cast gate gates given json key logging merged plugin plugins reason response rest "
    "sources subject value".split()
)
"""What the function calls something else."""


@frozen
class MergingView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    constants: tuple[Finished, ...]
    definition: Finished
    function_doc: str
    record: Finished
    field: Finished
    """The key that is merged into, as a string."""
    whole: Finished
    """The argument with what is merged in."""
    log: Finished
    is_required: bool
    is_free: tuple[Finished, ...]
    """The line that asks whether a key may be undeclared; none when none may be."""
    has_gates: bool
    has_superseded: bool
    has_tiers: bool


def pages(contract: Contract) -> Iterator[Page]:
    if contract.merging is not None:
        path = f"{contract.name}/python/src/{python_module(contract)}/merging.py"
        view = merging_view(contract, contract.merging, Finished(f"# {header(contract.name)}"))
        yield Page(path, "python/merging.py.j2", view)


def exported_names(contract: Contract) -> tuple[Finished, ...]:
    """What merging.py declares for others."""
    return (function_name(contract.merging),) if contract.merging is not None else ()


def function_name(merging: Merging) -> Finished:
    name = attribute(merging.name)
    return Finished(f"{name}_" if name in _TAKEN else name)


def merging_view(contract: Contract, merging: Merging, header: Finished) -> MergingView:
    record = class_name(merging.record.name)
    used = {
        "Any",
        "Collection",
        "Iterator",
        "Mapping",
        "cast",
        record,
        *({"Literal", "TypeAlias"} if merging.gates else ()),
    }
    return MergingView(
        header=header,
        doc=f"Merging into `{merging.field.name}`, by the tiers of the contract {contract.name}.",
        imports=import_lines(used, homes(contract), ".merging"),
        constants=tuple(_constants(merging)),
        definition=signature(function_name(merging), _parameters(merging), OBJECT),
        function_doc=_doc(merging, contract),
        record=record,
        field=string(merging.field.name),
        whole=argument_name(merging),
        log=string(python_module(contract)),
        is_required=merging.field.required,
        is_free=_is_free(merging),
        has_gates=bool(merging.gates),
        has_superseded=bool(merging.field.superseded),
        has_tiers=bool(_reserved(merging)),
    )


def argument_name(merging: Merging) -> Finished:
    name = attribute(merging.field.name)
    return Finished(f"{name}_" if name in _TAKEN else name)


def _parameters(merging: Merging) -> Iterator[Parameter]:
    yield Parameter("response", MAPPING)
    yield Parameter(argument_name(merging), either(class_name(merging.record.name), MAPPING, NONE), "None")
    yield Parameter("*")
    yield Parameter("plugins", either(Subscript("Mapping", (STR, MAPPING)), NONE), "None")
    gate = Finished("_Gate") if merging.gates else STR
    # A type checker takes a tuple for a collection of strings unless tuples are named.
    given = either(Subscript("Collection", (gate,)), Subscript("tuple", (gate, Finished("..."))))
    yield Parameter("gates", given, "()")


def _gate_type(gates: tuple[str, ...]) -> Finished:
    """The names of the gates, so that type checkers find one that is misspelt."""
    line = f"_Gate: TypeAlias = Literal[{', '.join(map(string, gates))}]"
    broken = "".join(f"    {string(gate)},\n" for gate in gates)
    return Finished(line if fits(line) else f"_Gate: TypeAlias = Literal[\n{broken}]")


def _doc(merging: Merging, contract: Contract) -> str:
    name, gates = argument_name(merging), meaning.gates(merging)
    known = f" Known: {', '.join(f'`{gate}`' for gate in gates)}." if gates else ""
    return joined(
        (
            docs_text(merging.docs, f"puts keys into `{merging.field.name}` of a response"),
            " ".join(merging_words(merging)),
            f"`{name}`: The keys to add. They win over those that the response has itself.",
            "`plugins`: By plugin, the keys that it adds. They never take the place of another key.",
            f"`gates`: The gates that are on.{known}",
            f"The logger `{python_module(contract)}` warns of what is left out because it breaks a rule.",
        )
    )


# -- tables -----------------------------------------------------------------------------------------------------------


def _constants(merging: Merging) -> Iterator[Finished]:
    gates = {field.name: field.gate.name if field.gate else "" for field in merging.record.fields}
    yield _table("_GATES", gates)
    if merging.gates:
        yield _listed("_KNOWN", merging.gates)
        yield _gate_type(merging.gates)
    if merging.field.superseded:
        yield _table("_SUPERSEDED", {old.name: meaning.superseded(old.replacement) for old in merging.field.superseded})
    if _reserved(merging):
        yield _table("_TIERS", _reserved(merging))
    if len(merging.record.free_prefixes) > 1:
        yield _listed("_FREE", merging.record.free_prefixes)
    yield assigned("_DECLARED", string(meaning.DECLARED), 0)
    for name, subject in {"_OWN": meaning.OWN, "_GIVEN": meaning.GIVEN, "_OF_PLUGIN": meaning.OF_PLUGIN}.items():
        yield assigned(name, string(subject), 0)
    yield assigned("_NO_GATE", string(meaning.NO_GATE), 0)
    yield assigned("_NO_OBJECT", string(meaning.NO_OBJECT), 0)
    yield assigned("_NO_PREFIX", string(meaning.no_prefix(merging)), 0)
    yield assigned("_NO_PREFIX_OF_PLUGIN", string(meaning.plugin_prefix(merging)), 0)
    yield assigned("_NO_TEXT", string(meaning.NO_TEXT), 0)
    if merging.record.free_prefixes:
        yield assigned("_TAKEN", string(meaning.TAKEN), 0)


def _reserved(merging: Merging) -> dict[str, str]:
    """By prefix of a tier whose keys are all declared: what is said about another key."""
    return {tier.prefix: meaning.unknown(tier) for tier in merging.record.tiers if tier.prefix and not tier.undeclared}


def _table(name: str, entries: dict[str, str]) -> Finished:
    lines = [f"    {string(key)}: {string(value)}," for key, value in entries.items()]
    end = "" if all(map(fits, lines)) else SKIP
    return Finished("\n".join([f"{name} = {{", *lines, f"}}{end}"]))


def _listed(name: str, texts: tuple[str, ...]) -> Finished:
    line = f"{name} = ({', '.join(map(string, texts))}{',' if len(texts) == 1 else ''})"
    broken = "".join(f"    {string(text)},\n" for text in texts)
    return Finished(line if fits(line) else f"{name} = (\n{broken})")


def _is_free(merging: Merging) -> tuple[Finished, ...]:
    prefixes = merging.record.free_prefixes
    if not prefixes:
        return ()
    return (guard(f"key.startswith({'_FREE' if len(prefixes) > 1 else string(prefixes[0])})", indent=4),)
