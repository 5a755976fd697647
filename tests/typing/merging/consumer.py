from collections.abc import Mapping

from stac_meta import Meta, MetaDict, ToolResponse, merge_meta, parse

given: MetaDict = {"schema_version": "1.0", "_exp_cache_hit": True}
made: dict[str, object] = merge_meta({"features": []}, given, gates={"cache"})
merge_meta(made, Meta(schema_version="1.0", extra={"x_a": 1}), plugins={"quota": {"x_left": 1}}, gates=("cache",))
answer: Mapping[str, object] = parse(made).to_dict()
response: ToolResponse = ToolResponse(meta={"schema_version": "1.0"})
