"""Declarations -> contract: names become references, and contradictions are reported.

`item: {type: Item | null}` beside `types: {Item: {fields: …}}` becomes a field whose type is
`Nullable(Reference(Record("Item", …)))`. Without `Item`, that is reported at the line of the field.
"""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.resolving.builders import check_provided, read_builder
from sealwax.contract.resolving.declarations import Declarations
from sealwax.contract.resolving.envelope import read_envelope, read_tools
from sealwax.contract.resolving.examples import (
    Subject,
    check_builder_example,
    check_verdict,
    read_anti_pattern,
    read_example,
)
from sealwax.contract.resolving.factories import check_usual_codes, read_error_mapping, read_warning_mapping
from sealwax.contract.resolving.generated_names import check_names
from sealwax.contract.resolving.lifecycle import check_merges, read_gates, read_merging, read_tiers
from sealwax.contract.resolving.metadata import read_constants, read_guide, read_license, read_repository
from sealwax.contract.resolving.partials import read_partial
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.sizes import check_records, is_small_enough, repeats_too_many_keys
from sealwax.contract.source import Node, child
from sealwax.diagnostics import Code, Report
from sealwax.language import grammar as g
from sealwax.meaning.builders.parameters import must_be_given
from sealwax.meaning.checks import Plan
from sealwax.meaning.checks.lowering import lower

CAUSES = (Code.UNKNOWN_TYPE, Code.BAD_TYPE, Code.CYCLIC_REFERENCE)
FOLLOW_UPS = (Code.BAD_TYPE, Code.BAD_CLOCK, Code.BAD_PARAMETER)
"""Errors of tools and builders that may only be due to a type that could not be resolved."""


def resolve(decl: g.ContractDecl, report: Report) -> m.Contract | None:
    """Resolve a contract; None if anything is reported. All problems are reported at once."""
    before = len(report.diagnostics)
    contract = draft(decl, report)
    return contract if len(report.diagnostics) == before else None


def draft(decl: g.ContractDecl, report: Report) -> m.Contract | None:
    """Resolve as much of a contract as possible, even if there are errors; None without a usable envelope."""
    before = len(report.diagnostics)
    scope = Scope(report, {}, {}, decl.node)
    scope = replace(scope, tiers=read_tiers(decl, scope), gates=read_gates(decl, scope))
    check_names(decl, scope)
    declarations = Declarations(decl, scope)
    targets, scope = declarations.all(), declarations.scope
    envelope = read_envelope(decl.envelope, scope)
    if envelope is None or repeats_too_many_keys(envelope, scope):
        return None
    typed = len(report.diagnostics)
    tools = read_tools(decl, envelope, scope)
    records = tuple(target for target in targets if isinstance(target, m.Record))
    check_records(records, scope)
    subjects: dict[str, Subject] = {envelope.name: envelope, **{target.name: target for target in targets}}
    subjects |= {tool.envelope.name: tool.envelope for tool in tools}
    contract = m.Contract(
        file=decl.node.position.file,
        name=decl.contract,
        version=decl.version,
        title=decl.title,
        docs=scope.docs(decl.docs),
        envelope=envelope,
        records=records,
        texts=tuple(target for target in targets if isinstance(target, m.Text)),
        enums=tuple(target for target in targets if isinstance(target, m.Enum)),
        builders=tuple(read_builder(name, entry, envelope, scope) for name, entry in decl.builders.items()),
        rules=tuple(m.Rule(m.Level(rule.level), scope.docs(rule.docs)) for rule in decl.rules),
        edge_cases=tuple(m.EdgeCase(case.scenario, case.behaviour, scope.docs(case.docs)) for case in decl.edge_cases),
        guides=tuple(read_guide(guide, subjects, scope) for guide in decl.guides),
        examples=tuple(read_example(entry, m.ExampleKind.VALID, subjects, envelope, scope) for entry in decl.examples),
        anti_patterns=tuple(read_anti_pattern(entry, subjects, envelope, scope) for entry in decl.anti_patterns),
        rollout=None if decl.rollout is None else m.Rollout(decl.rollout.flag, scope.docs(decl.rollout.docs)),
        constants=read_constants(decl, scope),
        links=tuple(m.Link(link.title, link.target) for link in decl.links),
        repository=read_repository(decl, scope),
        license=read_license(decl, scope),
        tools=tools,
        tiers=tuple(scope.tiers.values()),
        gates=tuple(scope.gates.values()),
        merging=None if decl.merging is None else read_merging(decl.merging, envelope, scope),
    )
    check_provided(contract.builders, child(decl.node, "builders"), scope)
    if any(each.code in CAUSES for each in report.diagnostics[before:typed]):
        report.diagnostics[typed:] = [each for each in report.diagnostics[typed:] if each.code not in FOLLOW_UPS]
    if len(report.diagnostics) == before and is_small_enough(contract, scope):
        contract = _with_factories(decl, contract, scope)
        contract = _with_checked_examples(decl, contract, scope)
    vars(declarations).clear()  # it and its scope hold each other, and with them every node of the file
    return contract


def _with_factories(decl: g.ContractDecl, contract: m.Contract, scope: Scope) -> m.Contract:
    """Add the parts that need a contract without errors: error and warning factories, and partial results."""
    errors, warnings = contract.catalogue(m.Catalogue.ERROR_CODES), contract.catalogue(m.Catalogue.WARNING_CODES)
    if decl.error_codes is not None and errors is not None:
        error_mapping = read_error_mapping(decl.error_codes, errors, contract.builders, scope)
        contract = replace(contract, error_mapping=error_mapping)
        if error_mapping is not None:
            mapped = error_mapping.builder
            builders = tuple(mapped if each.name == mapped.name else each for each in contract.builders)
            contract = replace(contract, builders=builders)
            check_usual_codes(decl, error_mapping, scope)
    if decl.partial is not None:
        contract = replace(contract, partial=read_partial(decl.partial, contract.records, scope))
    if decl.warning_codes is not None and warnings is not None:
        mapping = read_warning_mapping(decl.warning_codes, warnings, contract.records, scope)
        contract = replace(contract, warning_mapping=mapping)
    return contract


def _with_checked_examples(decl: g.ContractDecl, contract: m.Contract, scope: Scope) -> m.Contract:
    """Check the examples, and drop inherited ones that do not meet the stricter rules of this contract."""
    plan = lower(contract)
    kept = tuple(
        example
        for entry, example in zip(decl.examples, contract.examples, strict=True)
        if _is_kept(entry.node, partial(check_verdict, entry, example, plan), scope)
    )
    patterns = tuple(
        pattern
        for declared, pattern in zip(decl.anti_patterns, contract.anti_patterns, strict=True)
        if _is_kept(declared.node, partial(_check_pattern, declared, pattern, plan), scope)
    )
    builders = tuple(_with_kept_examples(each, decl.builders[each.name], plan, scope) for each in contract.builders)
    if decl.merging is not None and contract.merging is not None:
        check_merges(contract.merging, decl.merging, plan, scope)
    mapping = contract.error_mapping
    if mapping is not None:
        own = next(each for each in builders if each.name == mapping.builder.name)
        contract = replace(contract, error_mapping=replace(mapping, builder=own))
    return replace(contract, examples=kept, anti_patterns=patterns, builders=builders)


def _check_pattern(decl: g.AntiPatternDecl, pattern: m.AntiPattern, plan: Plan, scope: Scope) -> None:
    for entry, example in zip((*decl.bad, *decl.good), (*pattern.bad, *pattern.good), strict=True):
        check_verdict(entry, example, plan, scope)


def _with_kept_examples(builder: m.Builder, decl: g.BuilderDecl, plan: Plan, scope: Scope) -> m.Builder:
    kept = []
    needed = {parameter.name for parameter in builder.parameters if must_be_given(parameter)}
    for entry, example in zip(decl.examples, builder.examples, strict=True):
        if scope.is_inherited(entry.node) and needed - set(example.arguments):
            continue
        if _is_kept(entry.node, partial(check_builder_example, builder, entry, example, plan), scope):
            kept.append(example)
    return replace(builder, examples=tuple(kept))


def _is_kept(node: Node, check: Callable[[Scope], None], scope: Scope) -> bool:
    """Whether to keep an example. The contract's own examples are always kept, and their errors reported."""
    if not scope.is_inherited(node):
        check(scope)
        return True
    trial = Report()
    check(replace(scope, report=trial))
    return not trial.diagnostics
