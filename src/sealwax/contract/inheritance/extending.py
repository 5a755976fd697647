"""Merges a contract with the one that it extends.

Nodes are merged, not their meaning: every node keeps its position, and reading and resolving work as if everything came
from one file. What a contract may override is checked here if the text decides, and in `tightening` if types do.
"""

from collections.abc import Container
from collections.abc import Mapping as MappingOf
from enum import StrEnum

from msgspec import Struct

from sealwax.contract.model import ABSENT, Catalogue, Contract, ErrorMapping, WarningMapping
from sealwax.contract.reading import json_value
from sealwax.contract.resolving.templates import PLACEHOLDER
from sealwax.contract.source import Entry, Mapping, Node, Scalar, Sequence, width_of
from sealwax.diagnostics import Code, Position, Related, Report
from sealwax.language import forms
from sealwax.language import grammar as g
from sealwax.language.forms import Form, keys_of
from sealwax.language.type_text import ListText, MapText, Named, OrNull, TypeText, TypeTextError, parse_type


class Policy(StrEnum):
    """What happens to a key that the extended contract has too."""

    OWN = "own"
    """It is not inherited."""
    REPLACE = "replace"
    """The new value replaces the inherited one."""
    APPEND = "append"
    """The new text is appended to the inherited one."""
    ADD = "add"
    """The new items are added after the inherited ones."""
    MERGE = "merge"
    """Entries are merged by name."""
    TIGHTEN = "tighten"
    """The new value must be at least as strict; `tightening` compares types and levels."""
    FIXED = "fixed"
    """An inherited value cannot change."""


PLACEMENT = ("context_into", "only_in_text", "positional")
"""Keys that refer to fields of a context."""
POLICIES: dict[type, dict[str, Policy]] = {
    g.ContractDecl: {
        **dict.fromkeys(("contract", "version", "title", "license", "extends"), Policy.OWN),
        **dict.fromkeys(("doc", "notes", "since", "deprecated"), Policy.OWN),
        # These refer to files and flags of one project.
        **dict.fromkeys(("links", "repository", "rollout"), Policy.OWN),
        **dict.fromkeys(("envelope", "types", "enums", "constants", "tiers", "gates"), Policy.MERGE),
        **dict.fromkeys(("error_types", "error_codes", "warning_codes", "builders", "tools"), Policy.MERGE),
        **dict.fromkeys(("merging", "partial"), Policy.MERGE),
        **dict.fromkeys(("rules", "edge_cases", "guides", "examples", "anti_patterns"), Policy.ADD),
    },
    g.EnvelopeDecl: {"open": Policy.TIGHTEN},
    g.OutcomeDecl: {"when": Policy.FIXED},
    g.RefinementDecl: {"type": Policy.TIGHTEN},
    g.TypeDecl: {"open": Policy.TIGHTEN, "standalone": Policy.REPLACE},
    g.ListingDecl: dict.fromkeys(("open", "suggestions"), Policy.TIGHTEN),
    g.FieldDecl: dict.fromkeys(("type", "level", "readers_accept_null"), Policy.TIGHTEN) | {"sum_of": Policy.FIXED},
    g.ParameterDecl: {"level": Policy.TIGHTEN, "provided": Policy.REPLACE},
    g.ErrorFunctionDecl: dict.fromkeys(("message", "remediation", "context", *PLACEMENT), Policy.REPLACE),
    g.WarningCodeDecl: dict.fromkeys(("message", "context"), Policy.REPLACE),
    g.ConstraintsDecl: dict.fromkeys(("const", "min_items", "max_items", "items", "values"), Policy.TIGHTEN),
    g.ItemConstraintsDecl: dict.fromkeys(keys_of(g.ItemConstraintsDecl), Policy.TIGHTEN),
}
"""The keys whose policy does not follow from their name or form; all keys of `ContractDecl` are listed."""
BY_NAME = {"doc": Policy.APPEND, "title": Policy.REPLACE}
"""Keys with the same policy in every mapping."""
CONSTRAINTS = frozenset(keys_of(g.ConstraintsDecl))
LENGTHS = frozenset({"min_length", "max_length"})


def policy(declaration: type, name: str) -> Policy:
    """The policy of a key of a declaration."""
    key = keys_of(declaration)[name]
    for owner in (declaration, key.owner):
        if name in POLICIES.get(owner, {}):
            return POLICIES[owner][name]
    return BY_NAME.get(name) or _by_form(key.form)


def _by_form(form: Form) -> Policy:
    match form:
        case forms.Items() | forms.Several():
            return Policy.ADD
        case forms.Entries() | forms.Block():
            return Policy.MERGE
        case _:
            return Policy.FIXED


# -- merging ----------------------------------------------------------------------------------------------------------


def extend(
    base: Mapping, own: Mapping, names: MappingOf[str, str], report: Report, lineage: Container[str] | None = None
) -> Mapping:
    """Merge the root of a contract with that of its base. `names` maps files to contracts.

    `lineage`: the files that the contract extends, if the base consists of others too.
    """
    return _Merger(names, report, lineage).block(g.ContractDecl, base, own)


class _Merger(Struct, frozen=True):
    names: MappingOf[str, str]
    report: Report
    lineage: Container[str] | None

    def block(self, declaration: type, base: Mapping, own: Mapping) -> Mapping:
        """The keys of the base, merged with the contract's own, followed by those that only the contract has."""
        keys = keys_of(declaration)
        entries: dict[str, Entry] = {}
        if "context" in own.entries:
            self.check_texts(base, own, own.entries["context"])
        for name, entry in _inherited(declaration, base, own).items():
            override = own.entries.get(name)
            if override is None:
                entries[name] = entry
            else:
                entries[name] = Entry(override.key, self.key(declaration, name, entry.value, override.value))
        for name, added in own.entries.items():
            if name not in entries:
                self.check_added(declaration, name, base, added)
                entries[name] = added
        return Mapping({name: entries[name] for name in entries if name in keys}, own.position)

    def key(self, declaration: type, name: str, base: Node, own: Node) -> Node:
        match policy(declaration, name):
            case Policy.OWN | Policy.TIGHTEN:
                return own
            case Policy.REPLACE:
                # A contract replaces what it extends, but not what another one says instead.
                is_extended = self.lineage is None or base.position.file in self.lineage
                return own if is_extended else self.unchanged(base, own, name)
            case Policy.APPEND:
                return _appended(base, own)
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
        for name, entry in own.entries.items():
            known = entries.get(name)
            value = entry.value if known is None else self.value(form.value, known.value, entry.value, name)
            entries[name] = Entry(entry.key, value)
        return Mapping(entries, own.position)

    def unchanged(self, base: Node, own: Node, name: str) -> Node:
        if own is not base and json_value(own) != json_value(base):
            self.redefined(name, own, base.position, base)
        return own

    def check_added(self, declaration: type, name: str, base: Mapping, added: Entry) -> None:
        """Report a key whose value differs from the default, which the base has because it omits the key."""
        if policy(declaration, name) is not Policy.FIXED:
            return
        default = keys_of(declaration)[name].default
        if default not in (None, "", ABSENT, ()) and json_value(added.value) != default:
            self.redefined(name, added.value, base.position, None)

    def check_texts(self, base: Mapping, own: Mapping, context: Entry) -> None:
        """Report inherited texts that mention a field which the new context does not have."""
        known = context.value.entries if isinstance(context.value, Mapping) else {}
        for name in ("message", "remediation"):
            text = base.entries.get(name)
            if text is None or name in own.entries or not isinstance(text.value, Scalar):
                continue
            for field in (each for each in PLACEHOLDER.findall(text.value.text) if each not in known):
                message = f"the inherited {name} mentions '{field}', which this context does not have"
                related = (Related(text.value.position, "the inherited text", width_of(text.value)),)
                hint = f"add '{field}' to the context, or give the code another {name}"
                self.report.add(Code.BAD_TEMPLATE, context.key.position, message, hint, len("context"), related)

    def redefined(self, name: str, own: Node, place: Position, base: Node | None) -> None:
        extended = self.names.get(place.file, place.file)
        message = f"'{name}' is fixed by '{extended}', which this contract extends"
        hint = "remove it: a contract can only add to the contract that it extends, or be stricter"
        shown = f"'{extended}' has {_shown(base)}" if base is not None else f"'{extended}' does not have '{name}'"
        related = (Related(place, shown, 1 if base is None else width_of(base)),)
        self.report.add(Code.REDEFINED, own.position, message, hint, width_of(own), related)


def _inherited(declaration: type, base: Mapping, own: Mapping) -> dict[str, Entry]:
    """The inherited entries, without what depends on a type or a context that is replaced."""
    dropped = {name for name in base.entries if policy(declaration, name) is Policy.OWN}
    if "context" in own.entries:
        dropped.update(PLACEMENT)
    if "length" in own.entries:
        dropped |= LENGTHS
    if _is_other_kind(base.entries.get("type"), own.entries.get("type")):
        dropped |= CONSTRAINTS & set(keys_of(declaration))
    return {name: entry for name, entry in base.entries.items() if name not in dropped}


def _is_other_kind(base: Entry | None, own: Entry | None) -> bool:
    """Whether a type is replaced by one that has other constraints."""
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


def _appended(base: Node, own: Node) -> Node:
    if not isinstance(base, Scalar) or not isinstance(own, Scalar) or own.value == base.value:
        return own
    text = f"{base.value}\n\n{own.value}"
    return Scalar(text, text, own.position, quoted=True)


def _added(base: Node, own: Node) -> Node:
    if not isinstance(base, Sequence) or not isinstance(own, Sequence):
        return own
    return Sequence((*base.items, *own.items), own.position)


def _shown(node: Node) -> str:
    return f"`{node.text}`" if isinstance(node, Scalar) and node.text else "this"


# -- inferred choices -------------------------------------------------------------------------------------------------


def with_inferred_choices(root: Mapping, contract: Contract) -> Mapping:
    """Write out choices that had only one candidate, because a contract that extends this one may add more."""
    types = contract.catalogue(Catalogue.ERROR_TYPES)
    for value in types.values if types is not None else ():
        if value.usual_code:
            root = _with_default(root, ("error_types", "values", value.value, "usual_code"), value.usual_code)
    sections: tuple[tuple[str, str, ErrorMapping | WarningMapping | None, tuple[str, ...]], ...] = (
        ("error_codes", "raised_with", contract.error_mapping, ("builder", "message", "code", "remediation")),
        ("warning_codes", "noted_in", contract.warning_mapping, ("record", "message", "code", "severity", "context")),
    )
    for section, key, mapping, words in sections:
        for word in words if mapping is not None else ():
            if (chosen := getattr(mapping, word)) is not None:
                root = _with_default(root, (section, key, word), chosen.name)
    return root


def _with_default(node: Mapping, path: tuple[str, ...], word: str) -> Mapping:
    """The mapping with a word at a path, unless there is a value already. New nodes get the position of the mapping."""
    name, rest = path[0], path[1:]
    known = node.entries.get(name)
    value: Node
    if rest:
        inner = known.value if known is not None and isinstance(known.value, Mapping) else Mapping({}, node.position)
        value = _with_default(inner, rest, word)
    elif known is not None:
        return node
    else:
        value = Scalar(word, word, node.position, quoted=True)
    label = known.key if known is not None else Scalar(name, name, node.position, quoted=True)
    return Mapping({**node.entries, name: Entry(label, value)}, node.position)
