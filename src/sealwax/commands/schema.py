"""schema: prints the JSON Schema with which editors complete and check contracts."""

from sealwax.commands.requests import CLEAN, Answer, Request, Schema
from sealwax.rendering import Renderer
from sealwax.targets import editor_schema


def schema(_request: Request, _arguments: Schema) -> Answer:
    """The same text as the file that `generate` writes."""
    return Answer(CLEAN, Renderer().render(editor_schema.page(), editor_schema.FILTERS))
