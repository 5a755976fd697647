"""Examples, anti-patterns and calls of builders: valid ones must be valid, and invalid ones invalid.

They are only checked if the rest of the contract has no errors. `{kind: invalid, at: /price, value: {price: -1}}` is
right if the interpreter finds an error at `/price`; otherwise, what it found is reported at the line of the example.
"""

from collections.abc import Mapping as MappingOf
from typing import TypeAlias

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import check_value, is_always_object
from sealwax.contract.source import Mapping, Node, Sequence, child, key
from sealwax.diagnostics import Code
from sealwax.language.grammar.contract import AntiPatternDecl, ExampleDecl
from sealwax.language.grammar.envelope import BuilderDecl, BuilderExampleDecl
from sealwax.meaning.builders.interpreter import build
from sealwax.meaning.checks import Plan
from sealwax.meaning.checks.interpreter import check
from sealwax.meaning.findings import Finding, RuleId, errors_in
from sealwax.meaning.json_values import steps_of
from sealwax.patterns import parse_pattern

MAX_FAULTS = 5
"""How many faults of one example are reported one by one."""
UNCHECKED = (m.ExampleKind.ABRIDGED, m.ExampleKind.SKETCH)
Subject: TypeAlias = m.Envelope | m.Record | m.Enum | m.Text
MOMENT = "2024-02-26T10:30:45.123Z"
SPELLING = parse_pattern(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$")


def read_example(
    decl: ExampleDecl, usual: m.ExampleKind, subjects: MappingOf[str, Subject], envelope: m.Envelope, scope: Scope
) -> m.Example:
    kind = m.ExampleKind(decl.kind) if decl.kind is not None else usual
    subject: Subject | None = envelope
    if decl.of is not None:
        subject = scope.find(Code.UNKNOWN_TYPE, child(decl.node, "of"), "type", decl.of, subjects)
    if decl.about is not None:
        scope.find(Code.UNKNOWN_TYPE, child(decl.node, "about"), "type", decl.about, subjects)
    if kind in UNCHECKED:
        _check_unchecked(decl, kind, scope)
    else:
        _check_shape(decl, kind, scope)
    return m.Example(decl.title, decl.doc, kind, subject or envelope, decl.value, decl.text, decl.at, decl.about or "")


def read_anti_pattern(
    decl: AntiPatternDecl, subjects: MappingOf[str, Subject], envelope: m.Envelope, scope: Scope
) -> m.AntiPattern:
    bad = tuple(read_example(entry, m.ExampleKind.INVALID, subjects, envelope, scope) for entry in decl.bad)
    good = tuple(read_example(entry, m.ExampleKind.VALID, subjects, envelope, scope) for entry in decl.good)
    return m.AntiPattern(decl.title, scope.docs(decl.docs), bad, good)


def _check_unchecked(decl: ExampleDecl, kind: m.ExampleKind, scope: Scope) -> None:
    if not isinstance(decl.value, m.Absent):
        message, hint = f"an example of kind `{kind}` has no `value`", "write `text` instead, or choose another `kind`"
        scope.error(Code.MISPLACED_CONSTRAINT, key(decl.node, "value"), message, hint)
    if not decl.text:
        scope.error(Code.MISSING_KEY, decl.node, f"an example of kind `{kind}` needs `text`", "add `text`")


def _check_shape(decl: ExampleDecl, kind: m.ExampleKind, scope: Scope) -> None:
    if decl.text:
        hint = "write `value` instead; `text` is for the kinds `abridged` and `sketch`"
        scope.error(Code.MISPLACED_CONSTRAINT, key(decl.node, "text"), "a checked example has no `text`", hint)
    if decl.at and kind is not m.ExampleKind.INVALID:
        scope.error(Code.MISPLACED_CONSTRAINT, key(decl.node, "at"), "`at` can only be used on an invalid example")
    if isinstance(decl.value, m.Absent):
        scope.error(Code.MISSING_KEY, decl.node, "the example has no `value`", "add `value`")


def check_verdict(decl: ExampleDecl, example: m.Example, plan: Plan, scope: Scope) -> None:
    """Report a valid example with errors, or an invalid one without the expected error."""
    if isinstance(example.value, m.Absent):
        return
    errors = errors_in(check(plan, example.subject.name, example.value))
    if example.kind is m.ExampleKind.FRAGMENT:
        errors = [finding for finding in errors if finding.rule is not RuleId.REQUIRED]
    if example.kind is m.ExampleKind.INVALID:
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
    for name in steps_of(pointer):
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
    made: object, expected: m.Json, maker: str, difference: str, node: Node, plan: Plan, scope: Scope
) -> None:
    """Report an example of a function whose result is not the one that the function returns, or is not valid."""
    errors = errors_in(check(plan, plan.envelope, made))
    if made != expected:
        import json  # imported late: only needed for this error

        scope.error(Code.WRONG_VERDICT, node, difference, f"it returns {json.dumps(made, ensure_ascii=False)}")
    elif errors:
        scope.error(Code.WRONG_VERDICT, node, f"the result of the {maker} is not valid: {_describe(errors[0])}")


# -- examples of builders ----------------------------------------------------------------------------------------------


def read_builder_example(
    entry: BuilderExampleDecl, decl: BuilderDecl, needed: list[str], clock: m.Clock | None, scope: Scope
) -> m.BuilderExample:
    owner = child(entry.node, "arguments")
    for name in entry.arguments:
        if name not in decl.parameters and decl.extra_keywords is None:
            scope.unknown(Code.BAD_PARAMETER, key(owner, name), "parameter", name, decl.parameters)
    for name in needed:
        if name not in entry.arguments and not scope.is_inherited(entry.node):
            message = f"the example does not give '{name}', which is required"
            scope.error(Code.BAD_PARAMETER, owner if isinstance(owner, Mapping) else entry.node, message)
    readings = _readings(entry, clock, scope)
    return m.BuilderExample(entry.title, entry.doc, entry.arguments, entry.result, readings)


def _readings(entry: BuilderExampleDecl, clock: m.Clock | None, scope: Scope) -> m.Readings:
    """The clock readings of an example: exactly those that the builder uses."""
    given = {"now": entry.now, "elapsed": entry.elapsed}
    used = {"now": bool(clock and clock.now), "elapsed": bool(clock and clock.elapsed)}
    for word, value in given.items():
        if value is None and used[word]:
            hint = f'add `now: "{MOMENT}"`' if word == "now" else "add `elapsed: 0`"
            scope.error(Code.MISSING_KEY, entry.node, f"the example has no `{word}` for the clock", hint)
        elif value is not None and not used[word]:
            message = f"this builder does not read `{word}` from a clock"
            scope.error(Code.BAD_CLOCK, key(entry.node, word), message, "remove it, or add `clock` to the builder")
    if entry.now is not None and not SPELLING.matches(entry.now):
        message, hint = "this is not a time in UTC with milliseconds", f"write it as {MOMENT}"
        scope.error(Code.BAD_CLOCK, child(entry.node, "now"), message, hint)
    return m.Readings(entry.now or "", entry.elapsed or 0)


def check_builder_example(
    builder: m.Builder, decl: BuilderExampleDecl, example: m.BuilderExample, plan: Plan, scope: Scope
) -> None:
    """Report an example whose arguments do not match their types, or whose result is not what the builder returns."""
    owner, fields = child(decl.node, "arguments"), {each.name: each.field for each in builder.parameters}
    are_valid = [
        check_value(fields[name].type, value, child(owner, name), scope, "the argument")
        for name, value in example.arguments.items()
        if name in fields and value is not None and not is_always_object(fields[name].type)
    ]
    if not all(are_valid):
        return
    try:
        made = build(builder, example.arguments, example.readings)
    except ValueError as refusal:
        scope.error(Code.WRONG_VERDICT, owner, f"the builder rejects these arguments: {refusal}")
        return
    difference = "the builder returns something else for these arguments"
    check_result(made, example.result, "builder", difference, key(decl.node, "result"), plan, scope)
