"""TypeScript parsers: a value, or the text of one, becomes a typed envelope or an error that tells what is wrong."""

from sealwax.contract import messages
from sealwax.contract.model import Contract, Tool
from sealwax.frozen import frozen
from sealwax.languages.typescript import string, type_name
from sealwax.naming import pascal
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.types import import_type, import_values
from sealwax.targets.typescript.validation import is_valid_name, validate_name


@frozen
class ToolParser:
    """The parsers of what one tool answers."""

    type: Finished
    parse: Finished
    safe_parse: Finished
    validate: Finished
    is_valid: Finished


@frozen
class ParsingView:
    header: Finished
    envelope: Finished
    not_json: Finished
    type_imports: tuple[Finished, ...]
    imports: tuple[Finished, ...]
    tools: tuple[ToolParser, ...]


def parsing_view(contract: Contract) -> ParsingView:
    tools = tuple(_tool(tool, contract) for tool in contract.tools)
    used = ["isValid", "validate", *(name for tool in tools for name in (tool.is_valid, tool.validate))]
    return ParsingView(
        header=Finished(f"// {header(contract.name)}"),
        envelope=type_name(contract.envelope.name),
        not_json=string(messages.NOT_JSON),
        type_imports=tuple(
            import_type([type_name(contract.envelope.name), *(tool.type for tool in tools)], "./types.d.ts")
        ),
        imports=tuple(import_values(used, "./validation.js")),
        tools=tools,
    )


def _tool(tool: Tool, contract: Contract) -> ToolParser:
    name = pascal(tool.envelope.name)
    return ToolParser(
        type=type_name(tool.envelope.name),
        parse=Finished(f"parse{name}"),
        safe_parse=Finished(f"safeParse{name}"),
        validate=validate_name(tool.envelope, contract),
        is_valid=is_valid_name(tool.envelope, contract),
    )
