"""Rules about the keys of objects: whether they are there, and what they can hold."""

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.inheritance.tightening import is_weaker
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import (
    NEEDED,
    ChangeCode,
    ChangeRule,
    Effect,
    Side,
    Verdict,
    demands,
    is_open,
    limited,
    retyped,
    wire,
)
from sealwax.evolution.wording import describe_turn, place_text


def field_added(change: Change) -> Verdict:
    """A closed object has a new key, or a new key must be present.

    Readers of a closed object reject keys that they do not know. Writers that do not send a required key yet are
    rejected. A key that may be absent, in an open object, affects nobody.
    """
    is_demanded = demands(change.new)
    sides = wire(wider=not is_open(change.old_owner, change.old_contract), narrower=is_demanded)
    source = (Side.SOURCE,) if is_demanded else ()
    hint = "write `level: should` or `level: may`" if is_demanded else "old readers reject keys they do not know"
    return Verdict(f"{place_text(change.new_place)} was added", hint, (*sides, *source))


def field_removed(change: Change) -> Verdict:
    """A key of an object is no longer declared.

    Readers that need the key do not get it any more, a closed object no longer accepts it from writers, and programs
    that use its attribute do not compile. Deprecate the key first, and remove it in the version that the deprecation
    announces.
    """
    sides = wire(wider=demands(change.old), narrower=not is_open(change.new_owner, change.new_contract))
    hint = f"keep the key and deprecate it, or raise the version to {NEEDED}"
    return Verdict(f"{place_text(change.old_place)} was removed", hint, (*sides, Side.SOURCE))


def field_retyped(change: Change) -> Verdict:
    """A key has another type.

    Readers get values of a type that they do not expect, or writers send values that are no longer accepted; which of
    the two depends on whether the new type takes more or fewer values. The types in generated code change in any case.
    Add a key with the new type, and deprecate the old one.
    """
    sides = (*retyped(change.old.type, change.new.type), Side.SOURCE)
    return Verdict(describe_turn(change, "the type"), "add another key for the new type, and deprecate this one", sides)


def level_changed(change: Change) -> Verdict | None:
    """A key must be present now, or no longer has to be.

    Writers that leave out a key that must be present are rejected. Readers that rely on a key that was always present
    do not find it any more. `should` and `may` only differ in the advice that validators give.
    """
    old, new = change.old, change.new
    if change.kind == "field.conditional" and old.level is not new.level:
        return None  # the change of the level says it all
    sides = wire(
        wider=demands(old) and is_weaker(_demand(new), _demand(old)),
        narrower=demands(new) and is_weaker(_demand(old), _demand(new)),
    )
    if not sides:
        return None
    source = (Side.SOURCE,) if old.required != new.required else ()
    if change.kind == "field.level":
        message = describe_turn(change, "the level")
    else:
        message = f"{place_text(change.new_place[:-1])}: the condition under which it must be present changed"
    hint = "write `level: should`, which only advises writers" if Side.WRITER in sides else "keep `level: must`"
    return Verdict(message, hint, (*sides, *source))


def _demand(field: m.Field) -> m.Field:
    """The field without what is only advice."""
    level = field.level if field.required else m.Level.MAY
    raised = field.conditional
    return replace(field, level=level, conditional=raised if demands(field) and not field.required else None)


LIMIT_HINTS: dict[tuple[Side, ...], str] = {
    (Side.READER,): "readers may rely on the old limit",
    (Side.WRITER,): "keep the old limit: writers may exceed the new one",
}


def limit_changed(change: Change) -> Verdict:
    """A limit of a value was tightened or loosened: its length, its range, its pattern, its format, the only value
    allowed.

    A tighter limit rejects what writers send today. A looser one lets through values that readers do not expect.
    sealwax does not compare two patterns: a different one is taken to do both.
    """
    sides = limited(change)
    return Verdict(describe_turn(change, f"`{change.new_place[-1]}`"), LIMIT_HINTS.get(sides, ""), sides)


def null_changed(change: Change) -> Verdict | None:
    """A value can be null now, or can no longer be null.

    Readers that do not expect null fail on it. Writers that send null are rejected once it is not accepted any more.
    """
    owner = place_text(change.new_place[:-1])
    if change.kind == "field.readers_accept_null":
        message, hint = f"{owner}: readers no longer accept null", "keep `readers_accept_null` while writers send null"
        return None if change.after else Verdict(message, hint, (Side.WRITER,))
    if change.after:
        hint = "leave the key out instead: write `level: may`, which readers of an optional key expect"
        return Verdict(f"{owner} can be null now", hint, (Side.READER, Side.SOURCE))
    return Verdict(f"{owner} can no longer be null", "keep `| null` while writers send it", (Side.WRITER, Side.SOURCE))


DEFAULT_WORDS = {"parameter.sets": "what it sets"}


def default_changed(change: Change) -> Verdict | None:
    """What is filled in where a program gives nothing is another value.

    Programs that leave out the value now send another one, without being changed themselves.
    """
    if change.before is None and change.kind != "field.default":
        return None
    return Verdict(describe_turn(change, DEFAULT_WORDS.get(change.kind, "the default")))


def number_changed(change: Change) -> Verdict:
    """A number is compared with another error code, or no longer with any.

    Validators reject a number that is not the one of the code next to it. Readers that go by the number rely on that.
    """
    sides = wire(wider=change.before is not None, narrower=change.after is not None)
    return Verdict(describe_turn(change, "`number_of`"), "keep it as it is", sides)


ADVICE = ("follows", "sum_of", "expects", "superseded")


def advice_changed(change: Change) -> Verdict | None:
    """Validators give other advice about a key: what it follows, what it adds up to, what it goes with, what it
    replaces.

    Advice does not make a response invalid, but reports of validators change.
    """
    return None if change.after is None else Verdict(describe_turn(change, f"`{change.new_place[-1]}`"))


RULES = (
    ChangeRule(ChangeCode.FIELD_ADDED, Effect.BREAK, (*Side,), ("field added",), field_added),
    ChangeRule(ChangeCode.FIELD_REMOVED, Effect.BREAK, (*Side,), ("field removed",), field_removed),
    ChangeRule(ChangeCode.FIELD_RETYPED, Effect.BREAK, (*Side,), ("field.type",), field_retyped),
    ChangeRule(ChangeCode.LEVEL_CHANGED, Effect.BREAK, (*Side,), ("field.level", "field.conditional"), level_changed),
    ChangeRule(
        ChangeCode.LIMIT_CHANGED,
        Effect.BREAK,
        (Side.READER, Side.WRITER),
        ("field.limit", "text.limit", "part.limit"),
        limit_changed,
    ),
    ChangeRule(
        ChangeCode.NULL_CHANGED, Effect.BREAK, (*Side,), ("field.null", "field.readers_accept_null"), null_changed
    ),
    ChangeRule(
        ChangeCode.DEFAULT_CHANGED,
        Effect.WARNING,
        (Side.READER,),
        ("field.default", "context.default", "parameter.default", "parameter.sets"),
        default_changed,
    ),
    ChangeRule(
        ChangeCode.NUMBER_CHANGED, Effect.BREAK, (Side.READER, Side.WRITER), ("field.number_of",), number_changed
    ),
    ChangeRule(
        ChangeCode.ADVICE_CHANGED,
        Effect.WARNING,
        (Side.WRITER,),
        (
            *(f"{subject}.{name}" for subject in ("field", "context") for name in ADVICE),
            *("context.number_of", "text.ascents", "enum.case"),
        ),
        advice_changed,
    ),
)
