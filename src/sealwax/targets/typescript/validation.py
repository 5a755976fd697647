"""TypeScript validators: for the envelope and every named type its findings, its verdict and its Standard Schema."""

from collections.abc import Iterator
from typing import TypeAlias

from sealwax.contract.model import (
    Contract,
    Enum,
    Envelope,
    Outcome,
    Record,
    Reference,
    Text,
)
from sealwax.frozen import frozen
from sealwax.languages.typescript import string, type_name
from sealwax.languages.typescript.types import Printer, printer_of
from sealwax.meaning.findings import RuleId
from sealwax.meaning.json_values import DEPTH
from sealwax.naming import camel, pascal, plural
from sealwax.rendering import Finished, header
from sealwax.targets.typescript import findings, verdicts
from sealwax.targets.typescript.conditions import Shared, fits
from sealwax.targets.typescript.declarations import import_type, import_values
from sealwax.targets.typescript.sharing import (
    Limit,
    Messages,
    Uses,
    limits,
    names_in,
    shared_messages,
    used_helpers,
    uses,
)
from sealwax.targets.typescript.statements import Statement, laid_out

RARE = {RuleId.PAIR: "unpaired", RuleId.UNDECLARED: "undeclared"}
"""Rules that only a contract with such things knows: the functions that note them."""


@frozen
class Subject:
    """What the package exports about the envelope or a named type."""

    name: Finished
    type: Finished
    validate: Finished
    is_valid: Finished
    schema: Finished
    fits: Finished
    check: Finished


@frozen
class Function:
    """A test or a check, with the lines of its body."""

    name: Finished
    body: Finished


@frozen
class PatternView:
    name: Finished
    expression: Finished


@frozen
class ValidationView:
    header: Finished
    type_imports: tuple[Finished, ...]
    imports: tuple[Finished, ...]
    rules: tuple[Finished, ...]
    """The lines of the type of a rule."""
    patterns: tuple[PatternView, ...]
    subjects: tuple[Subject, ...]
    verdicts: tuple[Function, ...]
    findings: tuple[Function, ...]
    messages: Messages
    limits: tuple[Limit, ...]
    depth: Finished
    uses: Uses


def validation_view(contract: Contract) -> ValidationView:
    printer = printer_of(contract)
    subjects = tuple(
        _subject(each, contract, printer) for each in (contract.envelope, *_named(contract), *envelopes(contract)[1:])
    )
    shared = Shared()
    tests = [_function(f"fits{pascal(name)}", body) for name, body in _verdicts(contract, shared)]
    checks = tuple(_function(f"check{pascal(name)}", body) for name, body in _findings(contract, shared))
    tests += (_function(name, body) for name, body in _members(shared))
    code = "\n".join(function.body for function in (*tests, *checks))
    called = names_in("\n".join((code, *(subject.fits for subject in subjects))))
    used = used_helpers(called, code)
    return ValidationView(
        header=Finished(f"// {header(contract.name)}"),
        type_imports=(
            *import_type(printer.catalogue, "./catalogue.js"),
            *import_type(printer.types, "./types.d.ts"),
        ),
        imports=tuple(_imports(contract, called)),
        rules=tuple(_rules(used)),
        patterns=tuple(PatternView(Finished(name), line) for name, line in shared.lines.items()),
        subjects=subjects,
        verdicts=tuple(tests),
        findings=checks,
        messages=shared_messages(),
        limits=tuple(limits(used)),
        depth=Finished(str(DEPTH)),
        uses=uses(used),
    )


Named: TypeAlias = Envelope | Record | Enum | Text


def validate_name(subject: Named, contract: Contract) -> Finished:
    return Finished("validate" if subject is contract.envelope else f"validate{pascal(subject.name)}")


def is_valid_name(subject: Named, contract: Contract) -> Finished:
    return Finished("isValid" if subject is contract.envelope else f"isValid{pascal(subject.name)}")


def schema_name(subject: Named) -> Finished:
    return Finished(f"{camel(subject.name)}Schema")


def _subject(each: Named, contract: Contract, printer: Printer) -> Subject:
    kind = printer.named(type_name(each.name)) if isinstance(each, Envelope) else printer.type(Reference(each))
    return Subject(
        name=type_name(each.name),
        type=Finished(kind),
        validate=validate_name(each, contract),
        is_valid=is_valid_name(each, contract),
        schema=schema_name(each),
        fits=Finished(f"fits{pascal(each.name)}" if isinstance(each, Envelope) else fits(each)),
        check=Finished(f"check{pascal(each.name)}"),
    )


def envelopes(contract: Contract) -> tuple[Envelope, ...]:
    """The envelope in general, then that of each tool."""
    return contract.envelope, *(tool.envelope for tool in contract.tools)


def outcomes(contract: Contract) -> tuple[Outcome, ...]:
    """The outcomes of all envelopes, once each; an envelope of one shape is its own outcome."""
    found = {each.name: each for envelope in envelopes(contract) for each in envelope.outcomes}
    return tuple(found.values()) if contract.envelope.mark is not None else ()


def _named(contract: Contract) -> tuple[Record | Text | Enum, ...]:
    return *contract.records, *contract.texts, *contract.enums


# -- functions --------------------------------------------------------------------------------------------------------


def _verdicts(contract: Contract, shared: Shared) -> Iterator[tuple[str, tuple[Statement, ...]]]:
    for envelope in envelopes(contract):
        yield envelope.name, verdicts.envelope_verdict(envelope, shared)
    for outcome in outcomes(contract):
        yield outcome.name, verdicts.outcome_verdict(outcome, contract.envelope, shared)
    for record in contract.records:
        yield record.name, verdicts.record_verdict(record, shared)
    for text in contract.texts:
        yield text.name, verdicts.text_verdict(text, shared)
    for enum in contract.enums:
        if not enum.open:
            yield enum.name, verdicts.enum_verdict(enum)


def _members(shared: Shared) -> Iterator[tuple[str, tuple[Statement, ...]]]:
    """The tests of lists and maps, some of which hold lists and maps that nobody has asked for before."""
    done = 0
    while done < len(shared.members):
        test = list(shared.members.values())[done]
        yield test.name, verdicts.members_verdict(test.kind, shared)
        done += 1


def _findings(contract: Contract, shared: Shared) -> Iterator[tuple[str, tuple[Statement, ...]]]:
    if contract.tools or contract.envelope.has_shapes:
        for envelope in envelopes(contract):
            yield envelope.name, findings.dispatched_findings(envelope, shared)
        for outcome in outcomes(contract):
            yield outcome.name, findings.outcome_findings(outcome, contract.envelope.open, shared)
    else:
        yield contract.envelope.name, findings.envelope_findings(contract.envelope, shared)
    for record in contract.records:
        yield record.name, findings.record_findings(record, shared)
    for text in contract.texts:
        yield text.name, findings.text_findings(text, shared)
    for enum in contract.enums:
        yield enum.name, findings.enum_findings(enum, shared)


def _function(name: str, body: tuple[Statement, ...]) -> Function:
    return Function(Finished(name), laid_out(body, 2))


def _imports(contract: Contract, called: frozenset[str]) -> Iterator[Finished]:
    """The enums and tables of the catalogue that the functions look into."""
    tables = [*(type_name(enum.name) for enum in contract.enums), *(plural(enum.name) for enum in contract.enums)]
    looked_into = called | {"errorCodes", "errorTypes"} if "unpaired" in called else called
    yield from import_values([Finished(name) for name in tables if name in looked_into], "./catalogue.js")


def _rules(used: frozenset[str]) -> Iterator[Finished]:
    *most, last = (rule for rule in RuleId if RARE.get(rule, "") in {"", *used})
    yield from (Finished(f"| {string(rule.value)}") for rule in most)
    yield Finished(f"| {string(last.value)};")
