"""Rules about a contract as a whole: its envelope, its types, its tools, its constants."""

from sealwax.evolution.changes import Action, Change
from sealwax.evolution.verdicts import NEEDED, ChangeCode, ChangeRule, Effect, Side, Verdict
from sealwax.evolution.wording import describe_turn, place_text


def contract_removed(change: Change) -> Verdict | None:
    """A contract is gone.

    Everything that it promised is gone with it: its packages, its schemas, its types.
    """
    if change.action is Action.ADDED:
        return None
    return Verdict(f"the contract '{change.before}' was removed", "keep it, or say why it may go")


def tool_removed(change: Change) -> Verdict:
    """A tool is no longer part of the contract.

    Clients that call it get no response, and its types are missing from the packages.
    """
    return Verdict(f"the tool {place_text(change.old_place)} was removed", "keep it, and mark it as deprecated")


def type_removed(change: Change) -> Verdict | None:
    """A named type is gone.

    Programs that import it do not compile, and its JSON Schema is gone. The keys that used it are reported on their
    own.
    """
    if change.kind != "record.standalone":
        return Verdict(f"the type {place_text(change.old_place)} was removed", "keep it, and mark it as deprecated")
    if change.after:
        return None
    message = f"{place_text(change.new_place[:-1])} no longer has a JSON Schema and functions of its own"
    return Verdict(message, "keep `standalone: true`")


def name_changed(change: Change) -> Verdict:
    """The envelope or an outcome has another name.

    Programs that import the type do not compile. Responses are the same.
    """
    return Verdict(describe_turn(change, "the name"), "keep the name")


def outcome_changed(change: Change) -> Verdict:
    """Success and failure are distinguished in another way.

    Readers take a failure for a success, or recognize neither.
    """
    if change.kind == "outcome":
        message = f"the outcome {place_text(change.new_place)} was {change.action}"
    elif change.kind == "outcome.media_type":
        message = f"{place_text(change.new_place[:-1])} has another media type over HTTP"
    else:
        message = f"{place_text(change.new_place[:-1])} is recognized in another way"
    return Verdict(message, "keep `when` as it is: every reader starts with it")


def openness_changed(change: Change) -> Verdict:
    """A closed object or list was opened, or an open one was closed.

    Readers of a closed list or object are not prepared for other values or keys. Writers that send such values or keys
    are rejected once it is closed.
    """
    owner = place_text(change.new_place[:-1])
    source = (Side.SOURCE,) if change.kind == "enum.open" else ()
    if change.after:
        hint = f"keep it closed, or raise the version to {NEEDED}"
        return Verdict(f"{owner} is open now", hint, (Side.READER, *source))
    return Verdict(f"{owner} is closed now", "keep `open: true`", (Side.WRITER, *source))


def payload_changed(change: Change) -> Verdict:
    """A tool responds with another payload.

    Readers of the tool get an object of another type. To extend a payload, add keys to its type.
    """
    if change.kind == "tool.payload":
        message = describe_turn(change, "the payload")
    else:
        which = "differs by tool now" if change.after else "no longer differs by tool"
        message = f"the type of {place_text(change.new_place[:-1])} {which}"
    return Verdict(message, "keep the type of the payload, and add keys to it")


def constant_changed(change: Change) -> Verdict:
    """A constant that programs share is gone or has another value.

    Programs that import it do not compile, or compare with another value than those that were built before.
    """
    if change.action is Action.REMOVED:
        message = f"the constant {place_text(change.old_place)} was removed"
        return Verdict(message, "keep it, and mark it as deprecated", (Side.SOURCE,))
    return Verdict(describe_turn(change, "the value"), "add another constant", (Side.READER,))


def rule_changed(_change: Change) -> Verdict:
    """A rule in prose changed.

    No program checks it, so only people can say who is affected. Read it again before you release.
    """
    return Verdict("the rules that do not belong to a single field changed")


RULES = (
    ChangeRule(
        ChangeCode.CONTRACT_REMOVED, Effect.BREAK, (*Side,), ("contract added", "contract removed"), contract_removed
    ),
    ChangeRule(ChangeCode.TOOL_REMOVED, Effect.BREAK, (Side.READER, Side.SOURCE), ("tool removed",), tool_removed),
    ChangeRule(
        ChangeCode.TYPE_REMOVED,
        Effect.BREAK,
        (Side.SOURCE,),
        ("record removed", "text removed", "enum removed", "record.standalone"),
        type_removed,
    ),
    ChangeRule(ChangeCode.NAME_CHANGED, Effect.BREAK, (Side.SOURCE,), ("envelope.name", "outcome.name"), name_changed),
    ChangeRule(
        ChangeCode.OUTCOME_CHANGED,
        Effect.BREAK,
        (*Side,),
        ("outcome added", "outcome removed", "outcome.discriminator", "outcome.media_type"),
        outcome_changed,
    ),
    ChangeRule(
        ChangeCode.OPENNESS_CHANGED,
        Effect.BREAK,
        (*Side,),
        ("record.open", "envelope.open", "enum.open"),
        openness_changed,
    ),
    ChangeRule(ChangeCode.PAYLOAD_CHANGED, Effect.BREAK, (*Side,), ("tool.payload", "field.per_tool"), payload_changed),
    ChangeRule(
        ChangeCode.CONSTANT_CHANGED,
        Effect.BREAK,
        (Side.READER, Side.SOURCE),
        ("constant removed", "constant.value", "rollout removed", "rollout.flag"),
        constant_changed,
    ),
    ChangeRule(ChangeCode.RULE_CHANGED, Effect.WARNING, (Side.WRITER,), ("contract.rules",), rule_changed),
)
