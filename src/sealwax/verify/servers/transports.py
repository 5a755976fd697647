"""Messages to an MCP server and back: over the pipes of a process, or over HTTP on this computer."""

import json
import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Protocol
from urllib.parse import quote, urlsplit

from sealwax.failures import WorkspaceError
from sealwax.verify.payloads import MAX_BYTES
from sealwax.verify.servers.processes import Deadline, OutOfTime, Started, cut_off, shortened

LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Broken(Exception):
    """The server ended the conversation, or says what nobody can understand."""


class Unreachable(Broken):
    """Nobody answers at the address."""


class Transport(Protocol):
    def exchange(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Send a message, and return what the server says from then on, until the caller has its answer."""

    def notify(self, message: dict[str, Any]) -> None:
        """Send a message that has no answer."""


class Pipes:
    """One message per line."""

    def __init__(self, server: Started, deadline: Deadline) -> None:
        self._server, self._process, self._deadline = server, server.process, deadline
        self._lines: queue.Queue[bytes] = queue.Queue(1)  # a server that says more has to wait
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Read until the server ends. Closing the pipe from outside would wait for what is being read."""
        if (stream := self._process.stdout) is not None:
            with stream:
                while line := stream.readline(MAX_BYTES + 1):
                    self._lines.put(line)
        self._lines.put(b"")

    def exchange(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        self.notify(message)
        while True:
            try:
                line = self._lines.get(timeout=self._deadline.left())
            except queue.Empty:
                raise OutOfTime from None
            if not line:
                raise Broken("the server exited before it answered")
            if (received := decoded(line)) is not None:
                yield received

    def notify(self, message: dict[str, Any]) -> None:
        stream = self._process.stdin
        try:
            if stream is not None:
                with cut_off(self._deadline, self._server.kill):
                    stream.write(json.dumps(message).encode() + b"\n")
                    stream.flush()
        except OSError as error:
            raise Broken("the server exited before it received a request") from error


class Http:
    """Streamable HTTP: a request per message, answered with JSON or a stream of events."""

    def __init__(self, url: str, deadline: Deadline) -> None:
        self._url, self._deadline = loopback(url), deadline
        self._headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}

    def exchange(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        status, headers, body = fetch("POST", self._url, self._headers, json.dumps(message).encode(), self._deadline)
        if status >= 400 and decoded(body) is None:
            raise Broken(f"the server answered with the HTTP status {status}")
        if "mcp-session-id" in headers:
            self._headers["Mcp-Session-Id"] = headers["mcp-session-id"]
        if headers.get("content-type", "").startswith("text/event-stream"):
            events = (line.removeprefix(b"data:") for line in body.splitlines() if line.startswith(b"data:"))
            yield from filter(None, map(decoded, events))
        elif (received := decoded(body)) is not None:
            yield received
        raise Broken("the server did not answer")

    def notify(self, message: dict[str, Any]) -> None:
        fetch("POST", self._url, self._headers, json.dumps(message).encode(), self._deadline)

    def speak(self, version: str) -> None:
        """Name the version of the protocol that both sides speak, in all further requests."""
        self._headers["MCP-Protocol-Version"] = version


def loopback(url: str) -> str:
    """The address, if it is one on this computer."""
    try:
        parts = urlsplit(url)
        is_near = parts.scheme == "http" and parts.hostname in LOOPBACK and parts.port != 0
    except ValueError:  # a port that is no number, or a bracket that is not closed
        is_near = False
    if not is_near:
        hint = "start it here, or forward a port: http://127.0.0.1:8000/mcp"
        raise WorkspaceError(f"{url} is not an http address on this computer", hint)
    return url


def fetch(
    method: str, url: str, headers: dict[str, str], body: bytes | None, deadline: Deadline
) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers in lower case and the body of an answer. Redirects are not followed."""
    from http.client import HTTPConnection, HTTPException  # slow to import

    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname or "", parts.port or 80, timeout=deadline.left())
    target = quote((parts.path or "/") + (f"?{parts.query}" if parts.query else ""), safe=_ASCII)
    try:
        connection.connect()
        connected: socket.socket = connection.sock  # which the connection forgets while an answer is read
        with cut_off(deadline, lambda: _disconnect(connected)):
            connection.request(method, target, body, headers)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read(MAX_BYTES)
    except TimeoutError:
        raise OutOfTime from None
    except (OSError, HTTPException, ValueError) as error:  # a ValueError is about a header
        raise Unreachable(f"the server cannot be reached: {shortened(str(error))}") from error
    finally:
        connection.close()


_ASCII = "".join(map(chr, range(0x21, 0x7F)))
"""What stays as it is in the path of a request; everything else is encoded."""


def _disconnect(connected: socket.socket) -> None:
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


def decoded(line: bytes) -> dict[str, Any] | None:
    """A message; None for anything else, such as a line that a server prints by mistake."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
