"""What a contract says, put on top of what the contract says that it extends.

Nodes are merged, and not what they mean: every statement keeps its place in the file that it comes from, and whatever
reads and resolves a contract goes on as if all of it stood in one file. Whether a statement may be made at all is
settled here where the words decide, and in `resolving/tightening.py` where the types do.
"""

from collections.abc import Mapping as MappingOf
from enum import StrEnum

from sealwax.contract.model import ABSENT, Catalogue, Contract
from sealwax.contract.reading import json_value
from sealwax.contract.source import Entry, Mapping, Node, Scalar, Sequence
from sealwax.diagnostics import Code, Position, Related, Report
from sealwax.frozen import frozen, members
from sealwax.language import forms
from sealwax.language import grammar as lang
from sealwax.language.forms import Form, inlined, keys_of
from sealwax.language.type_text import ListText, MapText, Named, OrNull, TypeText, TypeTextError, parse_type


class Policy(StrEnum):
    """What a contract can do to a key that the contract below it has too."""

    OWN = "own"
    """Each contract says it for itself, and what the one below says is not handed on."""
    REPLACE = "replace"
    """It can say it anew: this is about presentation."""
    APPEND = "append"
    """Its text comes after the text below."""
    ADD = "add"
    """Its items come after those below."""
    MERGE = "merge"
    """Its entries join those below, by name."""
    TIGHTEN = "tighten"
    """It can say it anew, and has to be stricter; types and levels are compared when they are resolved."""
    FIXED = "fixed"
    """It can say it where nothing is said below, or repeat it."""


STATED: dict[type, dict[str, Policy]] = {
    lang.ContractDecl: {
        **dict.fromkeys(("contract", "version", "title", "extends"), Policy.OWN),
        **dict.fromkeys(("doc", "notes", "source", "since", "deprecated"), Policy.OWN),
        # They lead to files and flags of the project that the contract belongs to.
        **dict.fromkeys(("links", "rollout"), Policy.OWN),
        **dict.fromkeys(("sources", "envelope", "types", "enums", "tiers", "gates"), Policy.MERGE),
        **dict.fromkeys(("error_types", "error_codes", "warning_codes", "builders", "tools"), Policy.MERGE),
        **dict.fromkeys(("merging", "partial"), Policy.MERGE),
        **dict.fromkeys(("rules", "edge_cases", "guides", "examples", "anti_patterns"), Policy.ADD),
    },
    lang.SourceDecl: {"title": Policy.FIXED},
    lang.EnvelopeDecl: {"open": Policy.TIGHTEN},
    lang.OutcomeDecl: {"when": Policy.FIXED},
    lang.RefinementDecl: {"type": Policy.TIGHTEN},
    lang.TypeDecl: {"open": Policy.TIGHTEN, "standalone": Policy.REPLACE},
    lang.ListingDecl: {"open": Policy.TIGHTEN},
    lang.FieldDecl: dict.fromkeys(("type", "level", "readers_accept_null"), Policy.TIGHTEN),
    lang.ParameterDecl: {"level": Policy.TIGHTEN},
    lang.ConstraintsDecl: dict.fromkeys(("const", "min_items", "max_items", "items", "values"), Policy.TIGHTEN),
    lang.ItemConstraintsDecl: dict.fromkeys(keys_of(lang.ItemConstraintsDecl), Policy.TIGHTEN),
}
"""By declaration: the keys whose policy does not follow from their name or form. A contract's own keys are all here."""
BY_NAME = {"doc": Policy.APPEND, "source": Policy.APPEND, "title": Policy.REPLACE}
"""These keys mean the same in every mapping."""
LIMITS = frozenset(keys_of(lang.ConstraintsDecl))
LENGTHS = frozenset({"min_length", "max_length"})


def policy(declaration: type, name: str) -> Policy:
    """What can be done to a key of a declaration."""
    for owner in (declaration, *_inner(declaration)):
        if name in STATED.get(owner, {}):
            return STATED[owner][name]
    return BY_NAME.get(name) or _by_form(keys_of(declaration)[name].form)


def _inner(declaration: type) -> tuple[type, ...]:
    """The declarations whose keys stand in the same mapping, those within them included."""
    found = inlined(declaration).values()
    return tuple(each for inner in found for each in (inner, *_inner(inner)))


def _by_form(form: Form) -> Policy:
    match form:
        case forms.Items() | forms.Several():
            return Policy.ADD
        case forms.Entries() | forms.Block():
            return Policy.MERGE
        case _:
            return Policy.FIXED


# -- merging ----------------------------------------------------------------------------------------------------------


def extend(base: Mapping, own: Mapping, names: MappingOf[str, str], report: Report) -> Mapping:
    """The root of a contract on top of the root of the one below. `names` gives the contract that a file holds."""
    return _Merger(names, report).block(lang.ContractDecl, base, own)


@frozen
class _Merger:
    names: MappingOf[str, str]
    report: Report

    def block(self, declaration: type, base: Mapping, own: Mapping) -> Mapping:
        """The keys below, each with what is said about it above, then the keys that only stand above."""
        keys = keys_of(declaration)
        entries: dict[str, Entry] = {}
        for name, entry in _handed_on(declaration, base, own).items():
            said = own.entries.get(name)
            if said is None:
                entries[name] = entry
            else:
                value = self.key(declaration, name, entry.value, said.value)
                entries[name] = Entry(said.key, value)
        for name, said in own.entries.items():
            if name not in entries:
                self.refuse_other_than_usual(declaration, name, base, said)
                entries[name] = said
        return Mapping({name: entries[name] for name in entries if name in keys}, own.position)

    def key(self, declaration: type, name: str, base: Node, own: Node) -> Node:
        match policy(declaration, name):
            case Policy.OWN | Policy.REPLACE | Policy.TIGHTEN:
                return own
            case Policy.APPEND:
                return _appended(base, own, ", " if name == "source" else "\n\n")
            case Policy.ADD:
                return _added(base, own)
            case Policy.MERGE:
                return self.value(keys_of(declaration)[name].form, base, own, name)
            case Policy.FIXED:
                return self.unchanged(base, own, name)

    def value(self, form: Form, base: Node, own: Node, name: str) -> Node:
        if not isinstance(base, Mapping) or not isinstance(own, Mapping):
            return self.unchanged(base, own, name)
        match form:
            case forms.Block():
                return self.block(form.declaration, base, own)
            case forms.Entries():
                return self.entries(form, base, own)
            case _:
                return self.unchanged(base, own, name)

    def entries(self, form: forms.Entries, base: Mapping, own: Mapping) -> Mapping:
        entries = dict(base.entries)
        for name, said in own.entries.items():
            known = entries.get(name)
            value = said.value if known is None else self.value(form.value, known.value, said.value, name)
            entries[name] = Entry(said.key, value)
        return Mapping(entries, own.position)

    def unchanged(self, base: Node, own: Node, name: str) -> Node:
        if own is not base and json_value(own) != json_value(base):
            self.redefined(name, own, base.position, base)
        return own

    def refuse_other_than_usual(self, declaration: type, name: str, base: Mapping, said: Entry) -> None:
        """Reports a key that is left out below, where leaving it out means something else."""
        if policy(declaration, name) is not Policy.FIXED:
            return
        usual = _usual(declaration, name)
        if usual not in (None, "", ABSENT, ()) and json_value(said.value) != usual:
            self.redefined(name, said.value, base.position, None)

    def redefined(self, name: str, own: Node, place: Position, base: Node | None) -> None:
        below = self.names.get(place.file, place.file)
        message = f"'{name}' is settled by '{below}', which this contract extends"
        hint = "leave it out: a contract can add to what it extends, and be stricter, and no more"
        shown = f"'{below}' says {_shown(base)}" if base is not None else f"'{below}' leaves '{name}' out"
        related = (Related(place, shown, _width(base)),)
        self.report.add(Code.REDEFINED, own.position, message, hint, _width(own), related)


def _handed_on(declaration: type, base: Mapping, own: Mapping) -> dict[str, Entry]:
    """What is below, but for what each contract says for itself, and for limits of a type that is replaced."""
    dropped = {name for name in base.entries if policy(declaration, name) is Policy.OWN}
    if "length" in own.entries:
        dropped |= LENGTHS
    if _is_other_kind(base.entries.get("type"), own.entries.get("type")):
        dropped |= LIMITS & set(keys_of(declaration))
    return {name: entry for name, entry in base.entries.items() if name not in dropped}


def _is_other_kind(base: Entry | None, own: Entry | None) -> bool:
    """Whether a type is replaced by one that other limits fit."""
    if base is None or own is None:
        return False
    kinds = [_kind(entry.value) for entry in (base, own)]
    return kinds[0] != kinds[1] and kinds != ["number", "integer"]


def _kind(node: Node) -> str:
    try:
        text: TypeText = parse_type(node.text if isinstance(node, Scalar) else "")
    except TypeTextError:
        return ""
    while isinstance(text, OrNull):
        text = text.inner
    match text:
        case Named():
            return text.name
        case ListText():
            return "list"
        case MapText():
            return "map"


def _usual(declaration: type, name: str) -> object:
    """What a key that is left out stands for."""
    for owner in (declaration, *_inner(declaration)):
        if (member := members(owner).get(name)) is not None:
            return None if member.default is ... else member.default
    return None


def _appended(base: Node, own: Node, between: str) -> Node:
    if not isinstance(base, Scalar) or not isinstance(own, Scalar) or own.value == base.value:
        return own
    text = f"{base.value}{between}{own.value}"
    return Scalar(text, text, own.position, quoted=True)


def _added(base: Node, own: Node) -> Node:
    if not isinstance(base, Sequence) or not isinstance(own, Sequence):
        return own
    return Sequence((*base.items, *own.items), own.position)


def _shown(node: Node) -> str:
    return f"`{node.text}`" if isinstance(node, Scalar) and node.text else "this"


def _width(node: Node | None) -> int:
    return len(node.text) + 2 * node.quoted if isinstance(node, Scalar) and "\n" not in node.text else 1


# -- what follows from there being only one ---------------------------------------------------------------------------


def settled(root: Mapping, contract: Contract) -> Mapping:
    """The root with what a contract leaves unsaid because there is one answer: in a larger one there may be more."""
    types = contract.catalogue(Catalogue.ERROR_TYPES)
    for value in types.values if types is not None else ():
        if value.usual_code:
            root = _said(root, ("error_types", "values", value.value, "usual_code"), value.usual_code)
    error_mapping, warning_mapping = contract.error_mapping, contract.warning_mapping
    if error_mapping is not None:
        said = {
            "builder": error_mapping.builder.name,
            "message": error_mapping.message.name,
            "code": error_mapping.code.name,
        }
        said |= {"remediation": error_mapping.remediation.name} if error_mapping.remediation is not None else {}
        for name, word in said.items():
            root = _said(root, ("error_codes", "raised_with", name), word)
    if warning_mapping is not None:
        fields = {
            "message": warning_mapping.message,
            "code": warning_mapping.code,
            "severity": warning_mapping.severity,
        }
        said = {
            name: field.name
            for name, field in (fields | {"context": warning_mapping.context}).items()
            if field is not None
        }
        for name, word in ({"record": warning_mapping.record.name} | said).items():
            root = _said(root, ("warning_codes", "noted_in", name), word)
    return root


def _said(node: Mapping, path: tuple[str, ...], word: str) -> Mapping:
    """The mapping with a word at a path, unless something stands there; what is made gets the place of the mapping."""
    name, rest = path[0], path[1:]
    known = node.entries.get(name)
    value: Node
    if rest:
        inner = known.value if known is not None and isinstance(known.value, Mapping) else Mapping({}, node.position)
        value = _said(inner, rest, word)
    elif known is not None:
        return node
    else:
        value = Scalar(word, word, node.position, quoted=True)
    label = known.key if known is not None else Scalar(name, name, node.position, quoted=True)
    return Mapping({**node.entries, name: Entry(label, value)}, node.position)
