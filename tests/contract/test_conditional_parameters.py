"""A field that an argument can make a must, although no argument fills it, is reported with what to write."""

from checkout import CASES, CONSUMERS

from sealwax.diagnostics import Code, Diagnostic, Severity, errors
from sealwax.pipeline import load

SOURCE = (CONSUMERS / "demanding.yaml").read_text(encoding="utf-8")


def found(text: str) -> list[Diagnostic]:
    _, diagnostics = load({"contract.yaml": text.encode()})
    return [each for each in diagnostics if each.code is Code.BAD_PARAMETER]


def test_a_parameter_fills_what_a_code_demands() -> None:
    assert found(SOURCE) == []


def test_a_field_without_a_parameter_is_an_error() -> None:
    (error,) = errors(found(SOURCE.replace("      room_version: {into: room_version}\n", "")))
    assert error.message == "'room_version' can become required, but nothing fills it"
    assert error.hint == "add a parameter with `into: room_version`"
    lines = SOURCE.splitlines()
    assert lines[error.position.line - 1].strip() == "parameters:"


def test_what_is_not_a_code_is_only_noted() -> None:
    text = SOURCE.replace("{must: {kind: token}, otherwise: may}", "{must: {error: x}, otherwise: may}")
    (note,) = found(text.replace("      soft_logout: {into: soft_logout}\n", ""))
    assert (note.message, note.severity) == ("'soft_logout' can become required, but nothing fills it", Severity.NOTE)


def test_an_argument_for_the_whole_object_is_enough() -> None:
    text = (CASES / "codes/contract.yaml").read_text(encoding="utf-8")
    assert found(text.replace("      until: {into: error.until}\n", "")) == []
