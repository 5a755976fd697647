"""schema: prints the JSON Schema with which editors complete and check contracts."""

from typing import ClassVar

from msgspec import Struct

from sealwax.commands import CLEAN, Answer, Request
from sealwax.rendering import Renderer
from sealwax.targets import editor_schema


class Schema(Struct, frozen=True):
    reports_errors: ClassVar = False

    def run(self, _request: Request) -> Answer:
        """The same text as the file that `generate` writes."""
        return Answer(CLEAN, Renderer().render(editor_schema.page(), editor_schema.FILTERS))
