"""Errors in templates, in the words of the page about templates, with the name that was probably meant."""

import re
from collections.abc import Iterable, Mapping

import jinja2
from jinja2.utils import missing

from sealwax.diagnostics import closest

_KINDS: dict[type, str] = {
    bool: "a boolean", str: "text", int: "a number", float: "a number", tuple: "a list", list: "a list",
    frozenset: "a list", set: "a list", Mapping: "a mapping", type(None): "None",
}  # fmt: skip
_NO_SUCH = re.compile(r"No (filter|test) named '([^']+)'")


def kind_words(value: object) -> str:
    """The class of a view or of a part of the contract, as on the page about templates, or the kind of a value."""
    return next((words for kind, words in _KINDS.items() if isinstance(value, kind)), type(value).__name__)


class MissingNameError(jinja2.UndefinedError):
    """A name that does not exist, and the one that was probably meant."""

    def __init__(self, message: str, meant: str | None) -> None:
        super().__init__(message)
        self.meant = meant


class MissingName(jinja2.StrictUndefined):
    """The value of a name that does not exist: an error as soon as it is used."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:  # Jinja asks for it when it is about to raise an error of its own
        owner, name = self._undefined_obj, self._undefined_name
        known = ("view",) if owner is missing else owner if isinstance(owner, Mapping) else dir(owner)
        public = [each for each in known if isinstance(each, str) and not each.startswith("_")]
        raise MissingNameError(self._words(), closest(name, public) if isinstance(name, str) else None)

    def _words(self) -> str:
        owner, name = self._undefined_obj, self._undefined_name
        if self._undefined_hint:
            return self._undefined_hint
        if owner is missing:
            return f"there is no variable '{name}'"
        if not isinstance(name, str):
            return f"{kind_words(owner)} has no element {name!r}"
        return f"{kind_words(owner)} has no {'key' if isinstance(owner, Mapping) else 'attribute'} '{name}'"


def explained(error: Exception, filters: Iterable[str], tests: Iterable[str]) -> tuple[str, str | None]:
    """What is wrong, and the name that was probably meant."""
    match error:
        case MissingNameError():
            return str(error), error.meant
        case jinja2.TemplateNotFound():
            return f"there is no template {error.name}", None
        case jinja2.TemplateError() if (found := _NO_SUCH.match(error.message or "")) is not None:
            kind, name = found.groups()
            return f"there is no {kind} '{name}'", closest(name, filters if kind == "filter" else tests)
        case _:
            return str(error) or type(error).__name__, None
