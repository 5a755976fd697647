"""Shows each line, a schema, to the converters of three vendors' SDKs, and prints what they make of it. No network."""

import copy
import json
import logging
import sys

from anthropic.lib._parse._transform import transform_schema
from google.genai import _transformers, types
from openai.lib._pydantic import _ensure_strict_json_schema

logging.disable()


def by_openai(schema: dict) -> dict:
    return _ensure_strict_json_schema(schema, path=(), root=schema)


def by_gemini(schema: dict) -> dict:
    """All that the SDK does with a schema, for tools and for responses: what it cannot say raises an error."""
    types.FunctionDeclaration(name="tool", parameters_json_schema=schema)
    wanted = types.JSONSchema.model_validate(schema, strict=False)
    found = types.Schema.from_json_schema(json_schema=wanted, raise_error_on_unsupported_field=True)
    processed = copy.deepcopy(schema)
    _transformers.process_schema(processed, None)
    types.Schema.model_validate(processed)
    return found.model_dump(mode="json", by_alias=True, exclude_none=True)


CONVERTERS = {"openai": by_openai, "anthropic": transform_schema, "gemini": by_gemini}
for line in sys.stdin:
    found = {}
    for vendor, convert in CONVERTERS.items():
        try:
            found[vendor] = convert(json.loads(line))
        except Exception as error:
            found[vendor] = f"{type(error).__name__}: {error}"
    print(json.dumps(found), flush=True)
