"""The contract -> validation.py: what is wrong with a value, and whether anything is."""

import re
from collections.abc import Iterable

from sealwax.contract.model import Contract, Envelope, Outcome, Record, Tag, Tool
from sealwax.frozen import frozen
from sealwax.languages.python import class_name, string
from sealwax.languages.python.check_names import FINDING, is_valid_name, named_types, validate_name, validation_names
from sealwax.languages.python.layout import (
    NONE,
    Annotation,
    Parameter,
    Subscript,
    called,
    either,
    fits,
    flat,
    imported,
    signature,
)
from sealwax.languages.python.types import ANY, BOOL, STR, Named
from sealwax.meaning import messages
from sealwax.meaning.findings import RuleId
from sealwax.meaning.json_values import DEPTH
from sealwax.naming import article
from sealwax.rendering import Finished
from sealwax.targets.python.envelope_verdicts import envelope_verdict
from sealwax.targets.python.findings import case_findings, differs_by_tool, envelope_findings, named_findings
from sealwax.targets.python.flaws import fits_name
from sealwax.targets.python.inheritance import all_lines, below_lines, from_below
from sealwax.targets.python.tables import Tables, statements, tables
from sealwax.targets.python.type_findings import check_name
from sealwax.targets.python.verdicts import record_verdict, string_verdict

_FOUND = Subscript("list", (Finished("Finding"),))
# Private names. What stands before the underscore is looked at last, so that the search leaps from one to the next.
_NAMES = re.compile(r"_(?<!\w_)[A-Za-z]\w*")


@frozen
class Function:
    definition: Finished
    doc: str
    body: Finished


@frozen
class Used:
    """Which of the functions that are the same for every contract this one needs."""

    re: bool
    advice: bool
    below: bool
    check_object: bool
    is_object: bool
    tools: bool
    is_integer: bool
    is_number: bool
    is_one_of: bool
    text_at: bool


@frozen
class ValidationView:
    header: Finished
    doc: str
    typing: Finished
    below: tuple[Finished, ...]
    """Imports from a package below, which declares `Finding`."""
    tables: tuple[Finished, ...]
    public: tuple[Function, ...]
    private: tuple[Function, ...]
    used: Used
    no_object: Finished
    too_deep: Finished
    no_json: Finished
    depth: Finished


def validation_view(contract: Contract, header: Finished) -> ValidationView:
    found = tables(contract)
    public = tuple(_public(contract, found))
    private = tuple(_private(contract, found))
    names = names_in_code(function.body for function in (*public, *private))
    declared = statements(contract, found, names)
    return ValidationView(
        header=header,
        doc=f"Checks of values against the contract {contract.name}.",
        typing=_typing(contract, names),
        below=_below(contract),
        tables=declared,
        public=public,
        private=private,
        used=_used(names, declared),
        no_object=called("_error", ("found", "at", string(RuleId.TYPE), string(messages.OBJECT)), 8),
        too_deep=called(FINDING, ('""', '"error"', string(RuleId.JSON), string(messages.TOO_DEEP)), 8, 7),
        no_json=called(FINDING, ("pointer", '"error"', string(RuleId.JSON), string(messages.NOT_JSON)), 4, 7),
        depth=Finished(str(DEPTH)),
    )


def _below(contract: Contract) -> tuple[Finished, ...]:
    lines = below_lines((), from_below(contract, "validation", FINDING))
    return (*lines, *(all_lines(validation_names(contract)) if lines else ()))


def _typing(contract: Contract, names: frozenset[str]) -> Finished:
    declared = () if contract.bases else ("Literal", "NamedTuple")
    return imported("typing", ("Any", *declared, *(("TypeAlias",) if "_findings" in names else ())))


def names_in_code(bodies: Iterable[str]) -> frozenset[str]:
    return frozenset(_NAMES.findall("\n".join(bodies)))


def _used(names: frozenset[str], declared: Iterable[Finished]) -> Used:
    return Used(
        re=any(statement.startswith("_") and "re.compile(" in statement for statement in declared),
        advice="_advice" in names,
        below="_below" in names,
        check_object="_check_object" in names,
        is_object="_is_object" in names,
        tools="_findings" in names,
        is_integer="_is_integer" in names,
        is_number="_is_number" in names,
        is_one_of="_is_one_of" in names,
        text_at="_text_at" in names,
    )


def definition(name: Finished, parameters: Iterable[Parameter], returns: Annotation) -> Finished:
    """On one line, where there is room."""
    given = tuple(parameters)
    line = f"def {name}({' '.join(parameter.line for parameter in given).removesuffix(',')}) -> {flat(returns)}:"
    return Finished(line) if fits(line) else signature(name, given, returns)


_VALUE = Parameter("value", ANY)
GIVEN = (_VALUE, Parameter("*"), Parameter("decoded", BOOL, "False"))
_AT = Parameter("at", STR)
_LIST = Parameter("found", _FOUND)
_CHECK = Parameter("payload", either(Finished("_Check"), NONE), "None")
_FITS = Parameter("payload", either(Finished("_Fits"), NONE), "None")
_JSON_OR_FALSE = ("    if not decoded and not _is_json(value):", "        return False")
_JSON_OR_FINDING = ("    if not decoded and not _is_json(value):", "        return [_not_json(value)]")


def function(
    name: Finished, parameters: Iterable[Parameter], returns: Annotation, doc: str, body: Iterable[str]
) -> Function:
    return Function(definition(name, parameters, returns), doc, Finished("\n".join(body)))


# -- for others -------------------------------------------------------------------------------------------------------


def _public(contract: Contract, found: Tables) -> Iterable[Function]:
    envelope, kind = contract.envelope, class_name(contract.envelope.name)
    doc = (
        f"Everything that the contract says otherwise about {article(kind)} `{kind}`. A value without errors is valid."
        "\n\nWhat is not JSON has one finding. With `decoded` the value is taken as JSON, as it is when it comes from a"
        " JSON decoder; what is inside free values is then not looked at."
    )
    has_tools = bool(contract.tools)
    body = ("    return _findings(value)",) if has_tools else envelope_findings(envelope, found)
    yield function(Finished("validate"), GIVEN, _FOUND, doc, (*_JSON_OR_FINDING, *body))
    doc = (
        f"Whether a value is a valid `{kind}`: the same verdict as `validate` gives, without the reasons. `decoded` is"
        " that of `validate`."
    )
    if has_tools:
        yield _is_valid(Finished("is_valid"), doc, Finished("_verdict"))
    else:
        quick = (*_JSON_OR_FALSE, *envelope_verdict(envelope, found))
        yield function(Finished("is_valid"), GIVEN, BOOL, doc, quick)
    for tool in contract.tools:
        yield from _of_tool(tool)
    for target in named_types(contract):
        yield from _of_type(target, found)


def _is_valid(name: Finished, doc: str, verdict: Finished, *further: Finished) -> Function:
    body = f"    return {called(verdict, ('value', *further), 4, 7)}"
    return function(name, GIVEN, BOOL, doc, (*_JSON_OR_FALSE, body))


def _of_tool(tool: Tool) -> Iterable[Function]:
    name, kind = tool.envelope.name, class_name(tool.envelope.name)
    answer = f"an answer of `{tool.name}`"
    body = f"    return {called('_findings', ('value', check_name(tool.payload.name)), 4, 7)}"
    doc = f"Everything that the contract says otherwise about {article(kind)} `{kind}`: {answer}."
    yield function(validate_name(name), GIVEN, _FOUND, doc, (*_JSON_OR_FINDING, body))
    doc = f"Whether a value is a valid `{kind}`: {answer}."
    yield _is_valid(is_valid_name(name), doc, Finished("_verdict"), fits_name(tool.payload.name))


def _of_type(target: Named, found: Tables) -> Iterable[Function]:
    kind = class_name(target.name)
    check = called(check_name(target.name), ("value", '""', "found"), 4)
    body = ("    found: list[Finding] = []", f"    {check}", "    return found")
    doc = f"Everything that the contract says otherwise about {article(kind)} `{kind}`."
    yield function(validate_name(target.name), GIVEN, _FOUND, doc, (*_JSON_OR_FINDING, *body))
    name, doc = is_valid_name(target.name), f"Whether a value is a valid `{kind}`."
    if isinstance(target, Record):
        yield _is_valid(name, doc, fits_name(target.name))
    else:
        yield function(name, GIVEN, BOOL, doc, string_verdict(target, found))


# -- for this module --------------------------------------------------------------------------------------------------


def _private(contract: Contract, found: Tables) -> Iterable[Function]:
    envelope = contract.envelope
    if contract.tools:
        doc = "Everything about the answer of a tool, or of any tool when none is meant."
        yield function(Finished("_findings"), (_VALUE, _CHECK), _FOUND, doc, envelope_findings(envelope, found))
        doc = "The verdict on the answer of a tool, or of any tool when none is meant."
        yield function(Finished("_verdict"), (_VALUE, _FITS), BOOL, doc, envelope_verdict(envelope, found))
    for outcome in envelope.outcomes:
        told = f"A {outcome.outcome}." if outcome.mark is not None else "The one shape that there is."
        yield _case(envelope, outcome, told, found)
    if isinstance(envelope.mark, Tag):
        told = "What holds for every case, when the value does not tell which one it is."
        yield _case(envelope, envelope, told, found)
    for record in contract.records:
        doc = f"The verdict on {article(record.name)} `{class_name(record.name)}`."
        yield function(fits_name(record.name), (_VALUE,), BOOL, doc, record_verdict(record, found))
    for target in named_types(contract):
        doc = f"{article(target.name).capitalize()} `{class_name(target.name)}`."
        yield function(check_name(target.name), (_VALUE, _AT, _LIST), NONE, doc, named_findings(target, found))


def _case(envelope: Envelope, case: Envelope | Outcome, doc: str, found: Tables) -> Function:
    parameters = (_VALUE, _LIST, *((_CHECK,) if differs_by_tool(case, found) else ()))
    return function(check_name(case.name), parameters, NONE, doc, case_findings(envelope, case, found))
