"""The page of tools: what each of them puts into the envelope."""

from sealwax.contract.model import Tool
from sealwax.frozen import frozen
from sealwax.languages.markdown import code, text
from sealwax.rendering import Finished
from sealwax.targets.markdown.parts import Places, doc_of, remarks


@frozen
class ToolSection:
    name: Finished
    summary: Finished
    doc: Finished
    remarks: tuple[Finished, ...]
    see_also: tuple[Finished, ...]


@frozen
class ToolsView:
    header: Finished
    sections: tuple[ToolSection, ...]


def tools_view(tools: tuple[Tool, ...], header: Finished, places: Places) -> ToolsView:
    return ToolsView(header, tuple(_section(tool, places) for tool in tools))


def _section(tool: Tool, places: Places) -> ToolSection:
    payload = f"Payload: {places.link(tool.payload.name)}"
    whole = f"its whole response: {code(tool.envelope.name)}"
    return ToolSection(
        text(tool.name),
        Finished(" · ".join((payload, whole, *places.schema(tool.name)))),
        doc_of(tool.docs),
        remarks(tool.docs),
        places.see_also(tool.envelope.name),
    )
