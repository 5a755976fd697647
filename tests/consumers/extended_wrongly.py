"""What the contract demands has to be given, and what neither it nor the one below has does not exist.

Every marked line is a mistake.
"""

import harbour_office as harbour
import response_v2 as base


def on_meta(meta: harbour.Meta) -> str:
    return meta.request_id


def on_wire(wire: harbour.GetTidesToolResponseDict) -> bool:
    return wire["success"]


on_meta(base.Meta(request_id="req-0001"))  # wrong
harbour.Meta(port="NLRTM")  # wrong
harbour.success_response({})  # wrong
harbour.errors.fog(request_id="req-0001")  # wrong
harbour.errors.fog(visibility_m=20)  # wrong
base.Meta(port="NLRTM")  # wrong
fog = base.ErrorCode.FOG  # wrong
on_wire({"success": True, "data": {"tides": 1}, "error": None, "meta": {"version": "response-v2"}})  # wrong
