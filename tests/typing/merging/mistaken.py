from stac_meta import Meta, MetaDict, merge_meta

merge_meta([1])  # error: arg-type, reportArgumentType
merge_meta({}, "text")  # error: arg-type, reportArgumentType
merge_meta({}, {}, ["cache"])  # error: arg-type, call-arg, reportCallIssue
merge_meta({}, plugins=["quota"])  # error: arg-type, reportArgumentType
merge_meta({}, gates=7)  # error: arg-type, reportArgumentType
merge_meta({}, gates="cache")  # error: arg-type, reportArgumentType
merge_meta({}, gates=["cash"])  # error: list-item, reportArgumentType
Meta(schema_version=1)  # error: arg-type, reportArgumentType
wrong: MetaDict = {"_exp_cache_hit": "yes"}  # error: typeddict-item, reportAssignmentType
