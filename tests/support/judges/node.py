"""A Node process for the judges that run in JavaScript."""

from typing import Any

from checkout import NODE
from checkout.processes import LineServer


class Node:
    """A long-lived Node process. Imported modules stay in memory, so the process is replaced after some questions."""

    def __init__(self, questions: int = 1000) -> None:
        self._limit = self._left = questions
        self._server: LineServer | None = None

    def ask(self, question: dict[str, Any]) -> Any:
        if self._left == 0:
            self.close()
        self._left -= 1
        if self._server is None:
            self._server = LineServer("node", "validators.mjs", folder=NODE)
        answer = self._server.ask(question)
        assert "error" not in answer, answer["error"]
        return answer["answer"]

    def close(self) -> None:
        self._left = self._limit
        if self._server is not None:
            self._server.close()
            self._server = None
