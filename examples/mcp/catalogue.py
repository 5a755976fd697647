"""A server for stac-meta, over a small catalogue of images. The contract governs `meta`; all else is the tools' own."""

from typing import Any
from uuid import uuid4

from serving import create, run
from stac_meta import merge_meta
from stac_meta.mcp import contract_tool, current_request_id

ITEMS = {"S2A_1": {"cloud_cover": 12}, "S2A_2": {"cloud_cover": 80}}
server = create("catalogue")


@server.tool()
@contract_tool(request_id=lambda: str(uuid4()))
def search_items(max_cloud_cover: int = 100) -> dict[str, Any]:
    """Search two catalogues, of which one does not answer."""
    features = [
        {"id": key, "properties": value} for key, value in ITEMS.items() if value["cloud_cover"] <= max_cloud_cover
    ]
    given = {
        "schema_version": "1.0",
        "correlation_id": current_request_id(),
        "_exp_federation_warnings": ["The catalogue 'earth' did not answer in time."],
    }
    return merge_meta({"type": "FeatureCollection", "features": features}, given, gates=["federation"])


@server.tool()
@contract_tool
def get_item(item_id: str) -> dict[str, Any]:
    """Return one item. An item that does not exist is not an error of this contract, which has none."""
    if item_id == "S2A_9":
        raise RuntimeError("the bucket key is hunter2")  # a crash: no client ever sees this text
    if item_id not in ITEMS:
        return {"error": {"code": 404, "message": "There is no such item."}}
    return merge_meta({"id": item_id, **ITEMS[item_id]}, {"schema_version": "1.0"})


if __name__ == "__main__":
    run(server)
