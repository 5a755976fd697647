"""A program that uses the package of a contract which extends another, and nothing else."""

import pickle
from typing import assert_type

import harbour_office as harbour

MOMENT = "2026-11-16T06:12:00Z"

# What the contract inherits and what it adds are in the same classes.
warning = harbour.WarningDetail(message="Narrow.", code=harbour.WarningCode.TIGHT_FIT, berth_id="WK-12")
meta = harbour.Meta(request_id="req-0001", port="NLRTM", warning_details=[warning])
assert meta.to_dict()["warning_details"] == [{"message": "Narrow.", "code": "TIGHT_FIT", "berth_id": "WK-12"}]
made: harbour.ToolResponse = harbour.success_response({"tides": []}, request_id="req-0001", port="NLRTM")
parsed = harbour.parse(made.to_dict())
assert_type(parsed.meta.port, str | None)
assert parsed.meta.port == "NLRTM"


# A handler keeps the contract of its tool.
def get_tides(request_id: str) -> harbour.GetTidesToolResponse:
    if not request_id:
        return harbour.errors.fog(visibility_m=20, request_id="req-0000")
    tide = harbour.Tide(at=MOMENT, height_m=4, phase=harbour.TidePhase.HIGH)
    return harbour.success_response(harbour.TideTable(tides=[tide]), request_id=request_id, port="NLRTM")


tides = harbour.parse_json_get_tides_tool_response(get_tides("req-0002").to_json())
if harbour.is_failure(tides):
    raise SystemExit(tides.error)
height: float = tides.data.tides[0].height_m
assert tides.data.tides[0].phase is harbour.TidePhase.HIGH
assert harbour.is_failure(harbour.parse(get_tides("").to_dict()))

# So do values as they are on the wire.
wire: harbour.ToolResponseDict = {
    "success": True,
    "data": {"tides": []},
    "error": None,
    "meta": {"version": "response-v2", "request_id": "req-0003", "port": "NLRTM"},
}
answer: harbour.GetTidesToolResponseDict = {
    "success": True,
    "data": {"tides": [{"at": MOMENT, "height_m": 4, "phase": "high"}]},
    "error": None,
    "meta": {"version": "response-v2", "request_id": "req-0003"},
}
assert harbour.is_valid(wire)
assert harbour.is_valid_get_tides_tool_response(answer)
assert [each.pointer for each in harbour.validate({**answer, "meta": {}}) if each.level == "error"]

# Exceptions have the inherited types and the new ones.
error = harbour.ConflictError("Taken.", error_code=harbour.ErrorCode.BERTH_CLOSED, request_id="req-0004")
fog = harbour.ContractError.from_response(harbour.errors.fog(visibility_m=20, request_id="req-0005"))
assert type(fog) is harbour.WeatherError
assert isinstance(error, harbour.ContractError)
again = pickle.loads(pickle.dumps(fog))  # noqa: S301 - it is our own
assert (type(again), again.response) == (harbour.WeatherError, fog.response)
assert (harbour.http_status("FOG"), harbour.http_status("NOT_FOUND")) == (503, 404)

# An inherited composite string has its parts.
place = harbour.parse_locator("page:3:char:200-450")
assert_type(place, harbour.TextLocator | harbour.PdfLocator)
match place:
    case harbour.TextLocator(start, end):
        assert_type((start, end), tuple[str, str])
    case harbour.PdfLocator(page=page):
        assert_type(page, str)
assert str(harbour.PdfLocator(page="3", start="200", end="450")) == "page:3:char:200-450"
snippet = harbour.EvidenceSnippet(text="Tide", locator=str(place), relevance_score=0.5)
assert harbour.parse_json_evidence_snippet(snippet.to_json()) == snippet
print("done")
