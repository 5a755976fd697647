"""The syntax of types: `string`, `list of Item`, `map of string`, `string | null`, with parentheses."""

import re
from typing import TypeAlias

from sealwax.frozen import frozen

SPELLINGS_ELSEWHERE = (
    (re.compile(r"(?:list|array|sequence|set)[ ]*[\[<(][ ]*(.+?)[ ]*[\])>]", re.IGNORECASE), "list of"),
    (
        re.compile(
            r"(?:map|dict|record|mapping)[ ]*[\[<(][ ]*(?:(?:str|string)[ ]*,[ ]*)?(.+?)[ ]*[\])>]", re.IGNORECASE
        ),
        "map of",
    ),
    (re.compile(r"(.+?)[ ]*\[[ ]*\]"), "list of"),
)
"""Lists and maps as other languages write them, and our spelling."""
TOKEN = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_-]*|[|()]|\S)")


@frozen
class Named:
    name: str
    offset: int


@frozen
class ListText:
    item: "TypeText"


@frozen
class MapText:
    value: "TypeText"


@frozen
class OrNull:
    inner: "TypeText"
    offset: int


TypeText: TypeAlias = Named | ListText | MapText | OrNull


class TypeTextError(Exception):
    """A syntax error in a type: a message, a hint, and which characters it is about."""

    def __init__(self, message: str, hint: str, offset: int, width: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.offset = offset
        self.width = width


def parse_type(text: str) -> TypeText:
    """Parse a type; raises `TypeTextError`."""
    return _Parser(text).whole()


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = [(match[1], match.start(1)) for match in TOKEN.finditer(text)]
        self.text = text.strip()
        self.end = len(text)
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def offset(self) -> int:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else self.end

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def whole(self) -> TypeText:
        found = self.union()
        if self.peek():
            message = f"unexpected '{self.peek()}'"
            hint = f"write {self.suggestion()}"
            raise TypeTextError(message, hint, self.offset(), len(self.peek()))
        return found

    def suggestion(self) -> str:
        for spelling, prefix in SPELLINGS_ELSEWHERE:
            if (match := spelling.fullmatch(self.text)) is not None:
                inner = match[1]
                return f"`{prefix} {inner}`" if inner.isalnum() else f"`{prefix} T`"
        return "`list of T`, `map of T` or `T | null`, with parentheses where they nest"

    def union(self) -> TypeText:
        inner = self.single()
        if self.peek() != "|":
            return inner
        self.take()
        offset, token = self.offset(), self.take()
        if token != "null":
            hint = "write `| null`, or declare an enum or a record"
            raise TypeTextError("the only possible union is with null", hint, offset, len(token))
        return OrNull(inner, offset)

    def single(self) -> TypeText:
        offset, token = self.offset(), self.take()
        if token == "(":
            inner = self.union()
            if self.take() != ")":
                raise TypeTextError("this parenthesis is not closed", "add ')'", offset)
            return inner
        if token in ("list", "map") and self.peek() == "of":
            self.take()
            return ListText(self.single()) if token == "list" else MapText(self.single())
        if not token or not token[0].isalpha():
            found = f"'{token}'" if token else "nothing"
            raise TypeTextError(f"expected a type, found {found}", "write the name of a type, such as `string`", offset)
        return Named(token, offset)
