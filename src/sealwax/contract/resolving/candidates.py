"""Which builder makes an error, which record is a warning, and which parameter or field holds each part of it.

With `failed: {outcome: failure, parameters: {message: {into: error}, code: {into: data.code}}}`, errors are made by
`failed`: it has a required text for the message, and a parameter of the type `ErrorCode`. If two builders have both,
`raised_with: {builder: failed}` has to choose.
"""

from collections.abc import Iterable
from typing import TypeAlias, TypeVar, overload

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.templates import read_template
from sealwax.contract.resolving.types import check_value, is_text, refers_to
from sealwax.contract.source import Node, child, key
from sealwax.diagnostics import Code
from sealwax.language import grammar as g
from sealwax.naming import words

Owner: TypeAlias = m.Builder | m.Record
Part: TypeAlias = m.Parameter | m.Field
Candidate = TypeVar("Candidate", bound=Owner | Part)


class Choices(Struct, frozen=True):
    """The choices of `raised_with` or `noted_in`. Each can be omitted if there is only one candidate."""

    section: str
    subject: str
    """`an error` or `a warning`."""
    kind: str
    """The kind of its parts: `parameter` or `field`."""
    codes: m.Enum
    given: g.RaisedWithDecl | g.NotedInDecl | None
    node: Node
    """The node of the choices, or of the codes if there are none."""
    is_needed: bool
    """Whether an unclear choice is an error, because a code needs it."""
    scope: Scope

    def named(self, word: str) -> str | None:
        """The name that the contract chooses."""
        name: str | None = getattr(self.given, word, None)
        return name

    def is_suitable(self, owner: Owner) -> bool:
        """Whether an owner has parts for a message and for a code."""
        return all(self.candidates(word, owner) for word in ("message", "code"))

    def candidates(self, word: str, owner: Owner) -> list[Part]:
        """The part that the contract names, or all that look like it."""
        name = self.named(word)
        return [each for each in _parts(owner) if (self.looks_like(word, each) if name is None else each.name == name)]

    def looks_like(self, word: str, part: Part) -> bool:
        kind = _type(part)
        match word:
            case "message":
                return part.level is m.Level.MUST and is_text(kind)
            case "remediation":
                return part.name == word and is_text(kind)
            case "context":
                return isinstance(m.bare(kind), m.AnyObject)
            case _:
                enum = self.codes if word == "code" else self.codes.classified_by
                return enum is not None and refers_to(kind, enum)

    @overload
    def choose(self, word: str, owner: m.Builder, *, needed: bool = False) -> m.Parameter | None: ...

    @overload
    def choose(self, word: str, owner: m.Record, *, needed: bool = False) -> m.Field | None: ...

    def choose(self, word: str, owner: Owner, *, needed: bool = False) -> Part | None:
        """The part of an owner for one attribute of a code; None, with an error if one is needed, if it is unclear."""
        name, node, found = self.named(word), child(self.node, word), self.candidates(word, owner)
        if word == "message" and len(found) > 1:
            found = self.likely(found, owner)
        if not found and name is not None:
            code = Code.BAD_PARAMETER if self.kind == "parameter" else Code.UNKNOWN_FIELD
            self.scope.unknown(code, node, self.kind, name, [each.name for each in _parts(owner)])
        elif not found and needed and self.is_needed:
            hint = f"name one, {self.written(word)}"
            self.error(f"'{owner.name}' has no {self.kind} for the {word}", hint)
        elif name is not None and not self.fits(word, found[0]):
            message = f"the type of '{name}' does not fit the {word} of a warning"
            if self.kind == "parameter":
                message = f"'{name}' does not accept {'an error code' if word == 'code' else 'text'}"
            self.scope.error(Code.BAD_FACTORY, node, message)
            return None
        return self.only(word, found)

    def likely(self, found: list[Part], owner: Owner) -> list[Part]:
        """The message among several texts: the first parameter, or the only one beside the code if that agrees."""
        parts = _parts(owner)
        objects = {_object(each) for each in parts if self.looks_like("code", each)}
        beside = [each for each in found if _object(each) in objects]
        chosen = ([found[0]] if found[0] is parts[0] else []) + (beside if len(beside) == 1 else [])
        return chosen[:1] if chosen and all(each is chosen[0] for each in chosen) else found

    def fits(self, word: str, part: Part) -> bool:
        """Whether a part that the contract names can hold the attribute: text can hold any code."""
        return self.looks_like(word, part) or (word != "context" and is_text(_type(part)))

    def only(self, word: str, candidates: list[Candidate]) -> Candidate | None:
        """The only candidate. Several are an error if one is needed."""
        if len(candidates) > 1 and self.is_needed:
            names = [each.name for each in candidates]
            message = f"several candidates for the {word} of {self.subject}: {', '.join(names)}"
            self.error(message, f"choose one, {self.written(word, names[0])}")
        return candidates[0] if len(candidates) == 1 else None

    def written(self, word: str, name: str = "…") -> str:
        """Where a choice is written, and how."""
        above = "error_codes" if self.section == "raised_with" else "warning_codes"
        return f"below `{above}`: `{self.section}: {{{word}: {name}}}`"

    def error(self, message: str, hint: str) -> None:
        self.scope.error(Code.BAD_FACTORY, self.node, message, hint)


def _parts(owner: Owner) -> tuple[Part, ...]:
    return owner.parameters if isinstance(owner, m.Builder) else owner.fields


def _type(part: Part) -> m.Type:
    return part.field.type if isinstance(part, m.Parameter) else part.type


def _object(part: Part) -> tuple[str, ...]:
    """The path of the object that holds a part."""
    return part.path[:-1] if isinstance(part, m.Parameter) else ()


def read_message(text: str, context: tuple[m.Field, ...], kind: m.Type, owner: Node, scope: Scope) -> m.Template:
    """The message of a code. Without placeholders, it must match the type of the part that holds it."""
    message = read_template(text, context)
    if text and all(isinstance(part, str) for part in message):
        check_value(kind, text, child(owner, "message"), scope, "the message")
    return message


def check_keywords(
    context: Iterable[m.Field], mapping: m.ErrorMapping | m.WarningMapping, node: Node, scope: Scope
) -> None:
    """Report fields of a context with the name of another argument of the factory."""
    owner, arguments = _arguments(mapping)
    known = {words(name): name for name in arguments}
    for field in context:
        if (name := known.get(words(field.name))) is not None:
            message = f"'{field.name}' is already an argument: '{name}' of '{owner}'"
            other = f", or remove '{name}' from '{owner}': a code that needs it has it already"
            hint = f"rename it{other if arguments[name] else ''}"
            scope.error(Code.BAD_CONTEXT, key(node, "context", field.name), message, hint)


def _arguments(mapping: m.ErrorMapping | m.WarningMapping) -> tuple[str, dict[str, bool]]:
    """The owner of the arguments that a factory takes besides the context, and whether it can do without each."""
    if isinstance(mapping, m.WarningMapping):
        severity = () if mapping.severity is None else (mapping.severity,)
        return mapping.record.name, {each.name: False for each in (mapping.message, *severity, *mapping.others)}
    builder = mapping.builder
    known = {each.name: each.level is m.Level.MAY for each in builder.parameters}
    return builder.name, known | dict.fromkeys(m.CLOCK_ARGUMENTS if builder.clock is not None else (), False)
