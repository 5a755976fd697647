"""The check plan -> validation.py: every way a value breaks the contract, and whether it does."""

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from sealwax.contract.model import Level
from sealwax.languages.python import class_name, constant_name, string
from sealwax.meaning import checks
from sealwax.meaning.checks import JsonKind
from sealwax.meaning.checks.verdicts import TypeVerdict, verdict
from sealwax.meaning.findings import RuleId
from sealwax.naming import article, snake
from sealwax.rendering import Finished
from sealwax.targets.python.conditions import keys_name, table_name, verdict_name
from sealwax.targets.python.names import FINDING, suffix

_ABOUT_FINDINGS = (
    " A value without errors is valid.\n\nThe value is taken to be decoded JSON: what is inside free values is not"
    " looked at. With `undecoded`, it is, and a value that isn't JSON yields a single finding."
)
_ABOUT_VERDICTS = " `validate` says why it is not. `undecoded`: see `validate`."


class PublicType(Struct, frozen=True):
    """A type with validators of its own."""

    name: str
    suffix: Finished
    """The end of the names of its functions; empty for the envelope."""
    wire: Finished
    """The type of its valid values; empty if there is no module that declares it."""
    validate_doc: str
    is_valid_doc: str
    holds_others: bool
    """Whether its values hold others, any of which might not be JSON."""
    record: Finished
    """The function with the verdict, which other verdicts call; empty if `is_valid` has the verdict itself."""
    verdict: TypeVerdict


class ValidationView(Struct, frozen=True):
    header: Finished
    doc: str
    wire: tuple[Finished, ...]
    """The types of valid values that wire.py declares."""
    texts: tuple[Finished, ...]
    """Those that texts.py declares."""
    exports: tuple[Finished, ...]
    patterns: tuple[checks.Matches | checks.Ascending, ...]
    lists: tuple[tuple[Finished, tuple[str, ...]], ...]
    """Names, each with the strings that it stands for."""
    lookups: tuple[checks.Lookup, ...]
    types: tuple[checks.CheckedType, ...]
    public: tuple[PublicType, ...]


def validation_view(
    plan: checks.Plan, header: Finished, wire: Mapping[str, Finished], generic: Collection[str] = ()
) -> ValidationView:
    """`wire` has the types of valid values, by name; none if there is no package that declares them.

    Those in `generic` differ by the payload.
    """
    guards = {**wire, **{name: Finished(f"{wire[name]}[Any]") for name in generic}}
    public = tuple(_public(plan, plan.types[name], guards.get(name, Finished(""))) for name in plan.public)
    every = [node for checked in plan.types.values() for node in checks.nodes(checked.check)]
    lists = {table_name(node.name): node.values for node in every if isinstance(node, checks.Listed)}
    closed = (members.closed for each in public for members in each.verdict.objects)
    lists |= {keys_name(each.name): each.keys for each in closed if each is not None and not each.is_counted}
    texts = [kind for name, kind in wire.items() if plan.types[name].role is checks.Role.TEXT]
    functions = (Finished(f"{start}{each.suffix}") for each in public for start in ("validate", "is_valid"))
    return ValidationView(
        header=header,
        doc=f"Checks of values against the contract {plan.contract}.",
        wire=tuple(kind for kind in wire.values() if kind not in texts),
        texts=tuple(texts),
        exports=(FINDING, *functions),
        patterns=tuple(
            {node.name: node for node in every if isinstance(node, checks.Matches | checks.Ascending)}.values()
        ),
        lists=tuple(lists.items()),
        lookups=tuple({node.name: node for node in every if isinstance(node, checks.Lookup)}.values()),
        types=tuple(plan.types.values()),
        public=public,
    )


def called(_plan: checks.Plan) -> Iterator[str]:
    """The functions of the run-time module that validation.py calls."""
    yield "rows"


def check_name(name: str) -> Finished:
    """The constant that holds the check of a type."""
    return Finished(f"_{constant_name(name)}_CHECK")


def raw_string(text: str) -> Finished:
    """A raw literal where that saves backslashes."""
    is_plain = "\\" in text and '"' not in text and text.isascii() and text.isprintable() and not text.endswith("\\")
    return Finished(f'r"{text}"') if is_plain else string(text)


# -- functions for others ---------------------------------------------------------------------------------------------


def _public(plan: checks.Plan, checked: checks.CheckedType, wire: Finished) -> PublicType:
    name, kind = checked.name, f"`{class_name(checked.name)}`"
    is_envelope = name == plan.envelope
    it = f"{kind}, a response of the tool `{checked.tool}`" if checked.tool else kind
    validate_doc = f"Return every way a value breaks the contract for {article(class_name(name))} {it}."
    is_valid_doc = f"Return whether a value is a valid {it}."
    return PublicType(
        name=name,
        suffix=Finished("") if is_envelope else suffix(name),
        wire=wire,
        validate_doc=f"{validate_doc}{_ABOUT_FINDINGS if is_envelope else ''}",
        is_valid_doc=f"{is_valid_doc}{_ABOUT_VERDICTS if is_envelope else ''}",
        holds_others=isinstance(checked.check, checks.ObjectCheck | checks.CasesCheck),
        record=verdict_name(name) if checked.role is checks.Role.RECORD else Finished(""),
        verdict=verdict(name, plan.types),
    )


# -- what the run-time module calls the nodes of a plan ---------------------------------------------------------------


def dispatch_key(check: checks.CasesCheck) -> Finished:
    """The key whose value, a string or a boolean, selects the case: looking it up is faster than testing each case."""
    values = (value for case in check.cases if isinstance(case.when, checks.HasValue) for value in case.when.values)
    return string(check.tag) if check.tag and all(isinstance(each, str | bool) for each in values) else Finished("")


_FUNCTIONS = {
    JsonKind.OBJECT: "any_object",
    RuleId.FORMAT: "named_format",
    RuleId.ENUM: "listed",
    RuleId.UNKNOWN_VALUE: "known",
    RuleId.CLASSIFICATION: "classified",
    RuleId.PAIR: "numbered",
}
"""Functions whose names differ from the word, which would hide a builtin or read badly."""


def function(word: JsonKind | RuleId | Level) -> Finished:
    """The part of the run-time module that stands for a kind of value, a rule or a level."""
    return Finished(_FUNCTIONS.get(word) or snake(word))
