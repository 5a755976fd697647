"""Checks what a server sent against the contract, and against what the file of calls expects."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from sealwax.contract import model as m
from sealwax.diagnostics import did_you_mean
from sealwax.meaning.checks import Plan
from sealwax.meaning.checks.interpreter import holds, text_at
from sealwax.meaning.checks.lowering import outcome_test
from sealwax.meaning.findings import Finding, ServerRule, Weight
from sealwax.meaning.serving.mcp import serving
from sealwax.meaning.wording import quoted
from sealwax.verify.compiled import Validate, compile_validator
from sealwax.verify.servers.call_list import Asked, RequestDecl
from sealwax.verify.servers.coverage import Coverage

MAX_LENGTH = 100
"""The most characters of a server's text that a finding quotes."""


class Judge:
    """Knows a contract, and what was seen of it so far."""

    def __init__(self, contract: m.Contract, plan: Plan, tools: Mapping[str, str]) -> None:
        """`tools`: by the name of a tool on the server, its name in the contract, if that is another."""
        self.contract, self._plan, self._tools = contract, plan, tools
        self.coverage = Coverage(contract)
        self._validators: dict[str, Validate] = {}
        failing = serving(contract).failing
        self._mapping = failing.mapping if failing else None
        self._protocol = failing.protocol if failing else None

    def tool(self, name: str) -> str:
        """The name that the contract has for a tool of the server."""
        return self._tools.get(name, name)

    def envelope(self, tool: str) -> m.Envelope:
        """The envelope of a tool; the general one if the contract does not declare it."""
        name = self.tool(tool)
        return next((each.envelope for each in self.contract.tools if each.name == name), self.contract.envelope)

    def unknown(self, tool: str) -> Iterator[Finding]:
        """Advice on a tool of the server that the contract does not declare, if it declares any."""
        known = [each.name for each in self.contract.tools]
        if known and self.tool(tool) not in known:
            yield _advice(f"the contract does not declare this tool{_meant(tool, known)}")

    def missing(self, offered: Collection[str]) -> Iterator[Finding]:
        """Advice on tools of the contract that the server does not have."""
        present = {self.tool(each) for each in offered}
        for name in (each.name for each in self.contract.tools if each.name not in present):
            yield _advice(f"the server does not have the tool `{name}` of the contract")

    def without_tool(self, asked: Asked, offered: Collection[str], findings: list[Finding]) -> list[Finding]:
        """The findings about a call; if it has no response because the server has no such tool, only that."""
        if asked.tool in offered or all(each.rule is not ServerRule.NO_RESPONSE for each in findings):
            return findings
        message = f"the server has no tool `{asked.tool}`{_meant(asked.tool, offered)}"
        return [_error(ServerRule.NO_RESPONSE, message)]

    def result(self, asked: Asked, result: dict[str, Any]) -> Iterator[Finding]:
        """Findings about the result of a call."""
        self.coverage.tool(self.tool(asked.tool))
        is_error, has_failures = result.get("isError") is True, self.contract.envelope.failure is not None
        response = result.get("structuredContent", _from_text(result))
        if response is None:
            if not is_error or has_failures:
                text = _text(result).strip()[:MAX_LENGTH]
                said = f", only the text {quoted(text)}" if text else ""
                yield _error(ServerRule.NO_RESPONSE, f"the result has no structured content{said}")
            yield from self._expected(asked, "failure" if is_error else "success", "")
            return
        yield from self.response(asked, response)
        outcome = self.outcome(asked, response)
        if has_failures and outcome and (outcome == m.OutcomeName.FAILURE) is not is_error:
            stated = "true" if is_error else "false"
            yield _error(ServerRule.WRONG_OUTCOME, f"the response is a {outcome}, but `isError` is {stated}")

    def response(self, asked: Asked, response: object) -> Iterator[Finding]:
        envelope = self.envelope(asked.tool)
        yield from self._validator(envelope.name)(response, True)
        if (outcome := outcome_of(envelope, response)) is not None:
            self.coverage.response(response, outcome)
        yield from self._expected(asked, self.outcome(asked, response), self._code(response))

    def outcome(self, asked: Asked, response: object) -> str:
        """The outcome that a response has by its discriminator; empty if it has none."""
        found = outcome_of(self.envelope(asked.tool), response)
        return found.outcome if found is not None else ""

    def rpc_error(self, asked: Asked, error: object) -> Iterator[Finding]:
        """Findings about an error of the protocol, which can be that of a contract with JSON-RPC numbers."""
        self.coverage.tool(self.tool(asked.tool))
        failure, protocol = self.contract.envelope.failure, self._protocol
        if failure is None or protocol is None or not isinstance(error, dict):
            yield _error(
                ServerRule.NO_RESPONSE, "the server answered with an error of the protocol, and not with a response"
            )
            return
        field = next((each for each in failure.fields if (each.name,) == protocol.path), None)
        record = m.record_of(m.bare(field.type)) if field is not None else None
        if record is not None:
            yield from self._validator(record.name)(error, True)
        held: object = error
        for step in reversed(protocol.path):
            held = {step: held}
        self.coverage.response(held, failure)
        yield from self._expected(asked, m.OutcomeName.FAILURE, self._code(held))

    def status(self, asked: RequestDecl, response: object, status: int) -> Iterator[Finding]:
        """Findings about the HTTP status of a response."""
        outcome = self.outcome(asked, response)
        if self.contract.envelope.failure is None:
            return
        types, codes = self._mapping and self._mapping.types, self._mapping and self._mapping.codes
        code = codes.value(self._code(response)) if codes else None
        kind = types.value(code.classified_as) if types and code else None
        is_stated = asked.status == status >= 400  # such as that of a route that does not exist
        if outcome == m.OutcomeName.SUCCESS and status >= 400:
            yield _error(ServerRule.WRONG_OUTCOME, f"the response is a success, but its HTTP status is {status}")
        elif outcome == m.OutcomeName.FAILURE and kind and kind.http and kind.http != status and not is_stated:
            yield _error(ServerRule.WRONG_OUTCOME, f"the HTTP status of `{kind.value}` is {kind.http}, not {status}")
        elif outcome == m.OutcomeName.FAILURE and not (kind and kind.http) and status < 400:
            yield _error(ServerRule.WRONG_OUTCOME, f"the response is a failure, but its HTTP status is {status}")

    def _validator(self, name: str) -> Validate:
        if name not in self._validators:
            self._validators[name] = compile_validator(self._plan, name)
        return self._validators[name]

    def _code(self, response: object) -> str:
        return (text_at(response, self._mapping.code.path) if self._mapping else None) or ""

    def _expected(self, asked: Asked, outcome: str, code: str) -> Iterator[Finding]:
        if asked.outcome and asked.outcome != outcome:
            came = f"is a {outcome}" if outcome else "has no outcome of the contract"
            yield _error(ServerRule.WRONG_OUTCOME, f"expected a {asked.outcome}, but the response {came}")
        if asked.code and asked.code != code:
            is_known = self._mapping is not None and self._mapping.codes.value(code) is not None
            came = f"`{code}`" if is_known else "a code that the contract does not list" if code else "no code"
            yield _error(ServerRule.WRONG_OUTCOME, f"expected the code `{asked.code}`, but the response has {came}")


def outcome_of(envelope: m.Envelope, response: object) -> m.Outcome | None:
    """The outcome that a response has by its discriminator."""
    for outcome in envelope.outcomes if isinstance(response, dict) else ():
        test = outcome_test(outcome)
        if isinstance(response, dict) and holds((test,) if test is not None else (), response):
            return outcome
    return None


def _from_text(result: dict[str, Any]) -> object:
    """The response in the text of a result, for servers that send no structured content."""
    try:
        found = json.loads(_text(result))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _text(result: dict[str, Any]) -> str:
    """The first text of a result; empty if there is none."""
    content = result.get("content")
    first = content[0] if isinstance(content, list) and content else None
    text = first.get("text") if isinstance(first, dict) else None
    return text if isinstance(text, str) else ""


def _meant(name: str, known: Iterable[str]) -> str:
    hint = did_you_mean(name, known)
    return f"; {hint}" if hint else ""


def _error(rule: ServerRule, message: str) -> Finding:
    return Finding("", Weight.ERROR, rule, message)


def _advice(message: str) -> Finding:
    return Finding("", Weight.ADVICE, ServerRule.UNMATCHED_TOOL, message)
