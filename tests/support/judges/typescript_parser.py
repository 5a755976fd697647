"""A TypeScript parser and JavaScript engine to check generated code with."""

import json
from typing import Any

from checkout.processes import LineServer


class TypeScript:
    """A long-lived process that parses TypeScript and evaluates JavaScript."""

    def __init__(self, server: LineServer) -> None:
        self._server = server

    def value(self, code: str) -> object:
        """The value of an expression. JavaScript has one kind of number."""
        return json.loads(self._ask({"ask": "value", "code": code})["value"], parse_int=float)

    def module(self, code: str) -> dict[str, Any]:
        """The names, documentation comments and compiler directives of a module."""
        return self._ask({"ask": "module", "code": code})

    def _ask(self, question: dict[str, str]) -> dict[str, Any]:
        answer: dict[str, Any] = self._server.ask(question)
        assert answer["errors"] == [], question["code"]
        return answer
