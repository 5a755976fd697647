"""Examples and anti-patterns: valid ones must be valid, and invalid ones invalid.

They are only checked if the rest of the contract has no errors.
"""

from collections.abc import Mapping as MappingOf

from sealwax.contract.model import Absent, AntiPattern, Enum, Envelope, Example, ExampleKind, Json, Record, Text
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.source import Node, Sequence, child, key
from sealwax.diagnostics import Code
from sealwax.language.grammar.contract import AntiPatternDecl, ExampleDecl
from sealwax.meaning.checks import Plan
from sealwax.meaning.checks.interpreter import check
from sealwax.meaning.findings import Finding, RuleId, errors_in

MAX_FAULTS = 5
"""How many faults of one example are reported one by one."""
UNCHECKED = (ExampleKind.ABRIDGED, ExampleKind.SKETCH)
Subject = Envelope | Record | Enum | Text


def read_example(
    decl: ExampleDecl, usual: ExampleKind, subjects: MappingOf[str, Subject], envelope: Envelope, scope: Scope
) -> Example:
    kind = ExampleKind(decl.kind) if decl.kind is not None else usual
    subject: Subject = envelope
    if decl.of is not None and decl.of in subjects:
        subject = subjects[decl.of]
    elif decl.of is not None:
        scope.unknown(Code.UNKNOWN_TYPE, child(decl.node, "of"), "type", decl.of, subjects)
    if decl.about is not None and decl.about not in subjects:
        scope.unknown(Code.UNKNOWN_TYPE, child(decl.node, "about"), "type", decl.about, subjects)
    if kind in UNCHECKED:
        _check_unchecked(decl, kind, scope)
    else:
        _check_shape(decl, kind, scope)
    origin = scope.citations(decl.source, decl.node)
    return Example(decl.title, decl.doc, kind, subject, decl.value, decl.text, decl.at, origin, decl.about or "")


def read_anti_pattern(
    decl: AntiPatternDecl, subjects: MappingOf[str, Subject], envelope: Envelope, scope: Scope
) -> AntiPattern:
    bad = tuple(read_example(entry, ExampleKind.INVALID, subjects, envelope, scope) for entry in decl.bad)
    good = tuple(read_example(entry, ExampleKind.VALID, subjects, envelope, scope) for entry in decl.good)
    return AntiPattern(decl.title, scope.docs(decl.docs), bad, good)


def _check_unchecked(decl: ExampleDecl, kind: ExampleKind, scope: Scope) -> None:
    if not isinstance(decl.value, Absent):
        message, hint = f"an example of kind `{kind}` has no `value`", "write `text` instead, or choose another `kind`"
        scope.error(Code.MISPLACED_CONSTRAINT, key(decl.node, "value"), message, hint)
    if not decl.text:
        scope.error(Code.MISSING_KEY, decl.node, f"an example of kind `{kind}` needs `text`", "add `text`")


def _check_shape(decl: ExampleDecl, kind: ExampleKind, scope: Scope) -> None:
    if decl.text:
        hint = "write `value` instead; `text` is for the kinds `abridged` and `sketch`"
        scope.error(Code.MISPLACED_CONSTRAINT, key(decl.node, "text"), "a checked example has no `text`", hint)
    if decl.at and kind is not ExampleKind.INVALID:
        scope.error(Code.MISPLACED_CONSTRAINT, key(decl.node, "at"), "`at` can only be used on an invalid example")
    if isinstance(decl.value, Absent):
        scope.error(Code.MISSING_KEY, decl.node, "the example has no `value`", "add `value`")


def check_verdict(decl: ExampleDecl, example: Example, plan: Plan, scope: Scope) -> None:
    """Report a valid example with errors, or an invalid one without the expected error."""
    if isinstance(example.value, Absent):
        return
    errors = errors_in(check(plan, example.subject.name, example.value))
    if example.kind is ExampleKind.FRAGMENT:
        errors = [finding for finding in errors if finding.rule is not RuleId.REQUIRED]
    if example.kind is ExampleKind.INVALID:
        _expect_errors(decl, errors, scope)
    elif errors:
        _report_faults(decl, errors, scope)


def _report_faults(decl: ExampleDecl, errors: list[Finding], scope: Scope) -> None:
    """Report the first faults, each at its position, and how many more there are."""
    left_out = len(errors) - MAX_FAULTS
    for number, fault in enumerate(errors[:MAX_FAULTS], start=1):
        more = f"; and {left_out} more" if number == MAX_FAULTS and left_out > 0 else ""
        message = f"this example is not valid: {_describe(fault)}{more}"
        hint = "fix the value, or write `kind: invalid` if it is meant to be invalid"
        scope.error(Code.WRONG_VERDICT, _node_at(decl, fault.pointer), message, hint)


def _node_at(decl: ExampleDecl, pointer: str) -> Node:
    """The node at a JSON pointer, or the innermost existing node around it."""
    node = child(decl.node, "value")
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(node, Sequence) and name.isdigit() and int(name) < len(node.items):
            node = node.items[int(name)]
        else:
            node = child(node, name)
    return node


def _expect_errors(decl: ExampleDecl, errors: list[Finding], scope: Scope) -> None:
    if not errors:
        hint = "fix the value, or remove `kind: invalid`"
        scope.error(Code.WRONG_VERDICT, key(decl.node, "value"), "this counter-example is valid", hint)
    elif decl.at and decl.at not in [finding.pointer for finding in errors]:
        message = f"there is no error at {decl.at}: {_describe(errors[0])}"
        hint = f"write the pointer of the error: {errors[0].pointer}"
        scope.error(Code.WRONG_VERDICT, child(decl.node, "at"), message, hint)


def _describe(finding: Finding) -> str:
    return f"{finding.pointer or 'the value'}: {finding.message}"


def check_result(
    made: object, expected: Json, maker: str, difference: str, node: Node, plan: Plan, scope: Scope
) -> None:
    """Report an example of a function whose result is not the one that the function returns, or is not valid."""
    errors = errors_in(check(plan, plan.envelope, made))
    if made != expected:
        import json  # imported late: only needed for this error

        scope.error(Code.WRONG_VERDICT, node, difference, f"it returns {json.dumps(made, ensure_ascii=False)}")
    elif errors:
        scope.error(Code.WRONG_VERDICT, node, f"the result of the {maker} is not valid: {_describe(errors[0])}")
