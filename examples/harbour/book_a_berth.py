"""A harbour office that answers, an agent that asks it, and a monitor that knows nothing about harbours.

The office and the agent use `harbour_office`, the package of this example's contract, which needs no other. The monitor
was written for `response_v2`, the contract below it, and takes every answer of the office all the same: it is JSON that
is valid for both.
"""

import json

import response_v2
from harbour_office import (
    Berth,
    BerthSearch,
    BerthState,
    Booking,
    ContractError,
    ErrorCode,
    ParsedToolResponseFailure,
    RegulationError,
    ToolResponse,
    Vessel,
    VesselKind,
    WarningDetail,
    errors,
    is_retryable,
    parse_book_berth_tool_response,
    parse_find_berths_tool_response,
    success_response,
    warning_details,
)

PORT = "NLRTM"
PILOT_FROM_M = 100.0
BERTHS = (
    Berth(id="WK-12", state=BerthState.FREE, length_m=180.0, depth_m=11.5, services=["shore_power"]),
    Berth(id="WK-13", state=BerthState.OCCUPIED, length_m=240.0, depth_m=13.0, free_from="2026-11-19T04:00:00Z"),
    Berth(id="J-3", state=BerthState.FREE, length_m=40.0, depth_m=4.0),
)


# -- the office -------------------------------------------------------------------------------------------------------


def find_berths(vessel: Vessel, request_id: str) -> ToolResponse:
    """The berths that a ship fits into, with a word of warning where it is narrow."""
    fitting = [berth for berth in BERTHS if berth.length_m >= vessel.length_m and berth.depth_m >= vessel.draught_m]
    narrow = [_tight(berth, vessel) for berth in fitting if berth.length_m - vessel.length_m < 20]
    found = BerthSearch(berths=fitting, considered=len(BERTHS))
    return success_response(found.to_dict(), warning_details=narrow, request_id=request_id, port=PORT)


def _tight(berth: Berth, vessel: Vessel) -> WarningDetail:
    warning = warning_details.tight_fit(spare_m=round(berth.length_m - vessel.length_m, 1))
    warning.berth_id = berth.id
    return warning


def book_berth(berth: Berth, vessel: Vessel, *, pilot: bool, request_id: str) -> ToolResponse:
    """Holds a berth, or says in the words of the contract why not."""
    if berth.free_from is not None:
        return errors.berth_occupied(berth_id=berth.id, free_from=berth.free_from, request_id=request_id, port=PORT)
    try:
        _require_pilot(vessel, pilot=pilot, request_id=request_id)
    except ContractError as refused:
        return refused.response
    booking = Booking(
        booking_id="5b0e6a0e-4c1d-4e46-9f57-8f6f1a3f2c11",
        berth=berth,
        vessel=vessel,
        arrives="2026-11-18T05:00:00Z",
        leaves="2026-11-20T18:00:00Z",
        pilot=pilot,
        dues_cents=round(vessel.length_m * 2469),
    )
    return success_response(booking.to_dict(), request_id=request_id, port=PORT)


def _require_pilot(vessel: Vessel, *, pilot: bool, request_id: str) -> None:
    if vessel.length_m >= PILOT_FROM_M and not pilot:
        raise RegulationError.from_response(
            errors.pilot_required(length_m=PILOT_FROM_M, request_id=request_id, port=PORT)
        )


# -- the agent --------------------------------------------------------------------------------------------------------


def best_berth(answer: str) -> Berth:
    """Reads an answer of `find_berths`, typed down to the berth."""
    match parse_find_berths_tool_response(json.loads(answer)):
        case ParsedToolResponseFailure() as failed:
            raise LookupError(failed.error)
        case found:
            for warning in found.meta.warning_details or []:
                print(f"{warning.berth_id}: {warning.message}")
            return found.data.berths[0]


def outcome(answer: str) -> str:
    """Reads an answer of `book_berth`."""
    booked = parse_book_berth_tool_response(json.loads(answer))
    if isinstance(booked, ParsedToolResponseFailure):
        code = booked.data.error_code or ErrorCode.INTERNAL_ERROR
        again = "perhaps later" if is_retryable(code) else "not like this"
        return f"{code}: {booked.error} ({again})"
    return f"{booked.data.berth.id} is held for {booked.data.vessel.name}, for {booked.data.dues_cents / 100:.2f}"


# -- the monitor ------------------------------------------------------------------------------------------------------


def watch(answer: str) -> str:
    """Reads an answer of any service whose contract extends response-v2."""
    seen = response_v2.parse_json(answer)
    status = seen.data.error_type if isinstance(seen, response_v2.ParsedToolResponseFailure) else "ok"
    return f"{seen.meta.request_id} {status}"


def main() -> None:
    ship = Vessel(name="Zeearend", kind=VesselKind.BULK, length_m=169.4, draught_m=9.8, imo="IMO9074729")
    asked = find_berths(ship, "req-0001")
    berth = best_berth(json.dumps(asked.to_dict()))
    without_pilot = book_berth(berth, ship, pilot=False, request_id="req-0002")
    taken = book_berth(BERTHS[1], ship, pilot=True, request_id="req-0003")
    held = book_berth(berth, ship, pilot=True, request_id="req-0004")
    for response in (without_pilot, taken, held):
        print(outcome(json.dumps(response.to_dict())))
    for response in (asked, without_pilot, taken, held):
        print(watch(response.to_json()))


if __name__ == "__main__":
    main()
