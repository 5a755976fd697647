"""A server for the harbour office: berths, bookings and tides."""

import sys
from pathlib import Path
from typing import Annotated

from pydantic import Field
from serving import create, run

sys.path.insert(0, str(Path(__file__).parents[1] / "harbour"))

import book_a_berth as office  # what the other example does, now with clients of its own
from harbour_office import (
    ContractError,
    Tide,
    TidePhase,
    TideTable,
    ToolResponse,
    Vessel,
    VesselKind,
    errors,
)
from harbour_office.mcp import contract_tool, current_request_id

server = create("harbour")


@server.tool()
@contract_tool
def find_berths(length_m: Annotated[float, Field(ge=1, le=460)], draught_m: float = 3.0) -> ToolResponse:
    """Look for berths that a ship fits into."""
    vessel = Vessel(name="Zeearend", kind=VesselKind.BULK, length_m=length_m, draught_m=draught_m)
    return office.find_berths(vessel, current_request_id())


@server.tool()
@contract_tool
def book_berth(berth_id: str, length_m: float, pilot: bool = False) -> ToolResponse:
    """Hold a berth for a ship."""
    vessel = Vessel(name="Zeearend", kind=VesselKind.BULK, length_m=length_m, draught_m=3.0)
    berth = next((each for each in office.BERTHS if each.id == berth_id), None)
    if berth is None:
        unknown = errors.unknown_berth(asked_for=berth_id, request_id=current_request_id(), port=office.PORT)
        raise ContractError.from_response(unknown)
    return office.book_berth(berth, vessel, pilot=pilot, request_id=current_request_id())


@server.tool()
@contract_tool
async def get_tides(station: str) -> TideTable:
    """Tell how high the water will stand."""
    heights = {"quay": [(4, 0.4), (10, 3.1)], "dry": []}[station]  # a crash for any other station
    tides = [
        Tide(at=f"2026-11-18T{hour:02}:00:00Z", height_m=height, phase=TidePhase.RISING) for hour, height in heights
    ]
    return TideTable(tides=tides)


if __name__ == "__main__":
    run(server)
