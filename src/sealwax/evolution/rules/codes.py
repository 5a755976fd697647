"""Rules about error codes and warning codes: their types, their texts, the facts that come with them."""

from sealwax.contract import model as m
from sealwax.contract.versions import Need
from sealwax.evolution.changes import Action, Change
from sealwax.evolution.verdicts import NOBODY, ChangeCode, ChangeRule, Effect, Side, Verdict, limited, retyped
from sealwax.evolution.wording import describe_turn, place_text


def code_moved(change: Change) -> Verdict:
    """A code belongs to another type or has another severity: it was repurposed.

    Programs decide by the type of an error whether to retry and whom to alert. The same code now leads to other
    decisions, and to another HTTP status or JSON-RPC number.
    """
    what = "the severities" if change.kind == "enum.classified_by" else "the type or severity"
    return Verdict(describe_turn(change, what), "add another code, and deprecate this one")


ASPECTS = ("type", "null", "limit", "level", "conditional", "readers_accept_null")


def context_changed(change: Change) -> Verdict | None:
    """The facts that come with a code changed.

    The context keys of an error never shrink: readers look for them, and log pipelines index them. A fact that must be
    given is one more argument for everybody who reports the error.
    """
    if change.action is Action.REMOVED:
        message = f"the fact {place_text(change.old_place)} was removed"
        return Verdict(message, "keep the key: the context of an error never shrinks", (Side.READER, Side.SOURCE))
    if change.action is Action.ADDED:
        message = f"the fact {place_text(change.new_place)} was added, and must be given"
        hint = "write `level: may`, or give it a default"
        return Verdict(message, hint, (Side.SOURCE,)) if change.new.is_needed else None
    hint = "keep the key as it is, and add another one"
    return Verdict(describe_turn(change, f"`{change.new_place[-1]}`"), hint, _sides(change))


def _sides(change: Change) -> tuple[Side, ...]:
    match change.kind.partition(".")[2]:
        case "type":
            return (*retyped(change.old.type, change.new.type), Side.SOURCE)
        case "null":
            return (Side.READER if change.after else Side.WRITER, Side.SOURCE)
        case "limit":
            return limited(change)
        case "level" if change.old.required != change.new.required:
            return (Side.READER if change.old.required else Side.WRITER, Side.SOURCE)
        case _:
            return NOBODY


def message_changed(change: Change) -> Verdict:
    """The text of an error or a warning changed.

    People read it and nothing depends on it, unless a program matches the text instead of the code. A message that is
    new adds a function for its code, and one that is gone removes it.
    """
    what = "remediation" if change.kind.endswith("remediation") else "message"
    return Verdict(f"{place_text(change.new_place[:-1])}: the {what} changed")


def retry_changed(change: Change) -> Verdict | None:
    """Whether to retry after an error has another answer.

    Programs that ask the catalogue retry where they did not, or give up where they did not.
    """
    before, after = change.old.retry, change.new.retry
    if before is None or (after is not None and before.decision == after.decision):
        return None
    answer = "is no longer given" if after is None else f"was `{before.decision}` and is now `{after.decision}`"
    return Verdict(f"{place_text(change.new_place[:-1])}: whether a retry can help {answer}")


def status_changed(change: Change) -> Verdict | None:
    """An error type has another HTTP status or JSON-RPC number.

    Clients, gateways and dashboards go by these numbers. A status that is new where there was none affects nobody,
    unless validators compare the number with the code.
    """
    hint = "add another error type"
    if change.kind == "value.http":
        return (
            None if change.before is None else Verdict(describe_turn(change, "the HTTP status"), hint, (Side.READER,))
        )
    sides = (Side.WRITER,) if change.before is None else (Side.READER, Side.WRITER)
    return Verdict(describe_turn(change, "the JSON-RPC number"), hint, sides)


def usual_code_changed(change: Change) -> Verdict | None:
    """An error type has another usual code, or none any more.

    An exception that is raised without a code gets the usual code of its error type. If the type no longer has one, its
    exception has to be raised with a code, and calls without one do not compile. The only code of an error type is its
    usual code: if you add a second one, set `usual_code` to the first. A different usual code is only a warning:
    clients receive a different code.
    """
    if change.before is None:
        return None
    message = describe_turn(change, "the usual code")
    if change.after is not None:
        return Verdict(message, sides=(Side.READER,), effect=Effect.WARNING)
    codes = change.new_contract.catalogue(m.Catalogue.ERROR_CODES)
    own = [] if codes is None else [each.value for each in codes.by_class.get(change.new.value, ())]
    if not own:  # its codes were removed or moved, which other rules report
        return None
    usual = change.before if change.before in own else own[0]
    return Verdict(message, f"write `usual_code: {usual}`", (Side.SOURCE,))


RULES = (
    ChangeRule(
        ChangeCode.CODE_MOVED,
        Effect.BREAK,
        (Side.READER, Side.WRITER),
        ("value.classified_as", "enum.classified_by", "function.value"),
        code_moved,
    ),
    ChangeRule(
        ChangeCode.CONTEXT_CHANGED,
        Effect.BREAK,
        (*Side,),
        ("context added", "context removed", *(f"context.{aspect}" for aspect in ASPECTS)),
        context_changed,
    ),
    ChangeRule(
        ChangeCode.MESSAGE_CHANGED,
        Effect.WARNING,
        (Side.READER,),
        ("value.message", "value.remediation", "function.message", "function.remediation"),
        message_changed,
        Need.PATCH,
    ),
    ChangeRule(ChangeCode.RETRY_CHANGED, Effect.WARNING, (Side.READER,), ("value.retry",), retry_changed),
    ChangeRule(
        ChangeCode.STATUS_CHANGED,
        Effect.BREAK,
        (Side.READER, Side.WRITER),
        ("value.http", "value.jsonrpc"),
        status_changed,
    ),
    ChangeRule(
        ChangeCode.USUAL_CODE_CHANGED,
        Effect.BREAK,
        (Side.READER, Side.SOURCE),
        ("value.usual_code",),
        usual_code_changed,
    ),
)
