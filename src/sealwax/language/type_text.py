"""The syntax of types: `string`, `list of Item`, `map of string`, `string | null`, with parentheses."""

import re
from typing import TypeAlias

from msgspec import Struct

BUILT_IN = ("boolean", "string", "integer", "number", "object", "json", "null", "payload")
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
MAX_DEPTH = 10
"""How many lists, maps and parentheses can be nested in one type."""
MAX_COMPARED_LENGTH = 200
"""The longest text, in characters, that is compared with the spellings of other languages."""
TOKEN = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_-]*|[|()]|\S)")


class Named(Struct, frozen=True):
    name: str
    offset: int


class ListText(Struct, frozen=True):
    item: "TypeText"


class MapText(Struct, frozen=True):
    value: "TypeText"


class OrNull(Struct, frozen=True):
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
        self.end = "", len(text)
        self.depth = 0

    def peek(self) -> str:
        return self.tokens[0][0] if self.tokens else ""

    def take(self) -> tuple[str, int]:
        """The next token and its offset."""
        return self.tokens.pop(0) if self.tokens else self.end

    def whole(self) -> TypeText:
        found = self.union()
        token, offset = self.take()
        if token:
            raise TypeTextError(f"unexpected '{token}'", f"write {self.suggestion()}", offset, len(token))
        return found

    def suggestion(self) -> str:
        for spelling, prefix in SPELLINGS_ELSEWHERE if len(self.text) <= MAX_COMPARED_LENGTH else ():
            if (match := spelling.fullmatch(self.text)) is not None:
                inner = match[1]
                return f"`{prefix} {inner}`" if inner.isalnum() else f"`{prefix} T`"
        return "`list of T`, `map of T` or `T | null`, with parentheses where they nest"

    def union(self) -> TypeText:
        inner = self.single()
        if self.peek() != "|":
            return inner
        self.take()
        token, offset = self.take()
        if token != "null":
            raise TypeTextError("the only possible union is with null", _instead(inner, token), offset, len(token))
        return OrNull(inner, offset)

    def single(self) -> TypeText:
        self.depth += 1
        token, offset = self.take()
        if self.depth > MAX_DEPTH:
            message = f"this type is nested more than {MAX_DEPTH} levels deep"
            raise TypeTextError(message, "declare a record for a part of it", offset, len(token))
        if token == "(":
            inner = self.union()
            if self.take()[0] != ")":
                raise TypeTextError("this parenthesis is not closed", "add ')'", offset)
            return inner
        if token in ("list", "map") and self.peek() == "of":
            self.take()
            return ListText(self.single()) if token == "list" else MapText(self.single())
        if not token or not token[0].isalpha():
            found = f"'{token}'" if token else "nothing"
            raise TypeTextError(f"expected a type, found {found}", "write the name of a type, such as `string`", offset)
        return Named(token, offset)


def _instead(left: TypeText, right: str) -> str:
    """What to write instead of a union."""
    names = (left.name if isinstance(left, Named) else "", right)
    if names[0] == "null":
        return f"write `{right} | null`"
    if set(names) <= {"integer", "number"}:
        return "write `number`, which includes whole numbers"
    if any(name in BUILT_IN or not name[:1].isalpha() for name in names):
        return "write `json` to accept any value, or declare a field for each type"
    if all(name[0].isupper() for name in names):
        return "declare a record with the keys of both, and give those that can be absent `level: may`"
    return "declare these values as an enum under `enums`, and write its name"
