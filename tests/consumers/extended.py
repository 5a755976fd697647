"""A program that mixes the packages of a contract and of the one below it, as type checkers should take it."""

import pickle
from typing import Any, assert_type

import harbour_office as harbour
import response_v2 as base

MOMENT = "2026-11-16T06:12:00Z"


def on_meta(meta: base.Meta) -> str | None:
    return meta.request_id


def on_details(details: list[base.WarningDetail] | None) -> int:
    return len(details or ())


def on_response(response: base.ToolResponse) -> dict[str, Any]:
    return response.to_dict()


def on_parsed(parsed: base.ParsedToolResponseSuccess | base.ParsedToolResponseFailure) -> dict[str, Any]:
    return parsed.to_dict()


def on_wire(wire: base.ToolResponseDict) -> bool:
    return wire["success"]


def on_error(error: base.ContractError) -> base.ToolResponse:
    return error.response


def on_parts(parts: base.LocatorParts) -> str:
    return str(parts)


def on_code(code: base.ErrorCode | str) -> str:
    return str(code)


# Objects of the contract pass for objects of the one below.
warning = harbour.WarningDetail(message="Narrow.", code=harbour.WarningCode.TIGHT_FIT, berth_id="WK-12")
meta = harbour.Meta(request_id="req-0001", port="NLRTM", warning_details=[warning])
on_meta(meta)
on_details(base.Meta(warning_details=[warning]).warning_details)
on_code(harbour.ErrorCode.FOG)
made: harbour.ToolResponse = harbour.success_response({"tides": []}, request_id="req-0001", port="NLRTM")
on_response(made)
parsed = harbour.parse(made.to_dict())
on_parsed(parsed)
port: str | None = parsed.meta.port
assert_type(parsed, harbour.ParsedToolResponseSuccess | harbour.ParsedToolResponseFailure)

# What has a type of its own is read with it.
tides = harbour.parse_get_tides_tool_response(
    harbour.success_response(
        {"tides": [{"at": MOMENT, "height_m": 4, "phase": "high"}]}, request_id="req-0002", port="NLRTM"
    ).to_dict()
)
if isinstance(tides, harbour.ParsedToolResponseFailure):
    on_parsed(tides)
else:
    height: float = tides.data.tides[0].height_m
    assert tides.data.tides[0].phase is harbour.TidePhase.HIGH

# So do values as they are on the wire.
wire: harbour.ToolResponseDict = {
    "success": True,
    "data": {"anything": 1},
    "error": None,
    "meta": {"version": "response-v2", "request_id": "req-0003", "port": "NLRTM"},
}
on_wire(wire)
answer: harbour.GetTidesToolResponseDict = {
    "success": True,
    "data": {"tides": [{"at": MOMENT, "height_m": 4, "phase": "high"}]},
    "error": None,
    "meta": {"version": "response-v2", "request_id": "req-0003"},
}
on_wire(answer)

# Exceptions are caught as those below.
error = harbour.ConflictError("Taken.", error_code=harbour.ErrorCode.BERTH_CLOSED, request_id="req-0004")
on_error(error)
fog = harbour.ContractError.from_response(harbour.errors.fog(visibility_m=20, request_id="req-0005"))
assert type(fog) is harbour.WeatherError
assert isinstance(fog, base.ContractError)
assert isinstance(error, base.ConflictError)
assert isinstance(error, harbour.ContractError)
again = pickle.loads(pickle.dumps(fog))  # noqa: S301 - it is our own
assert (type(again), again.response) == (harbour.WeatherError, fog.response)
assert harbour.http_status("FOG") == 503
assert base.http_status("FOG") is None

# The parts of a composite string are those of the one below; the forms are told apart by their classes.
place = harbour.parse_locator("page:3:char:200-450")
on_parts(place)
assert harbour.PdfLocator is base.PdfLocator
assert_type(place, harbour.TextLocator | harbour.PdfLocator)
match place:
    case harbour.TextLocator(start, end):
        assert_type((start, end), tuple[str, str])
    case harbour.PdfLocator(page=page):
        assert_type(page, str)
assert str(harbour.PdfLocator(page="3", start="200", end="450")) == "page:3:char:200-450"
snippet = harbour.EvidenceSnippet(text="Tide", locator=str(place), relevance_score=0.5)
assert harbour.parse_json_evidence_snippet(snippet.to_json()) == snippet

# What says the same is the same.
assert isinstance(meta, base.Meta)
assert isinstance(warning, base.WarningDetail)
assert isinstance(parsed, base.ParsedToolResponseSuccess)
for name in ("UNSET", "Finding", "InvalidResponse", "ToolResponse", "RateLimit", "Severity", "PaginationDict", "Retry"):
    assert getattr(harbour, name) is getattr(base, name), name
assert str(harbour.ErrorCode.NOT_FOUND) == base.ErrorCode.NOT_FOUND
assert base.is_valid(made.to_dict())
assert not harbour.is_valid(base.success_response({}).to_dict())
print("done")
