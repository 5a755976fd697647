"""schema: prints the JSON Schema with which editors complete and check contracts."""

from sealwax.commands.requests import CLEAN, Answer, Request
from sealwax.rendering import Renderer


def schema(_request: Request) -> Answer:
    """The same text as the file that `generate` writes."""
    from sealwax.targets import editor_schema  # the other commands do not need it

    return Answer(CLEAN, Renderer().render(editor_schema.page(), editor_schema.FILTERS))
