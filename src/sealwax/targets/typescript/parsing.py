"""TypeScript parsers: a value, or the text of one, becomes a typed envelope or an error that tells what is wrong."""

from sealwax.contract.model import Contract, Tool
from sealwax.frozen import frozen
from sealwax.languages.typescript import string, type_name
from sealwax.meaning import messages
from sealwax.naming import article, pascal
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.declarations import import_type, import_values
from sealwax.targets.typescript.validation import is_valid_name, validate_name


@frozen
class ToolParser:
    """The parsers of what one tool answers."""

    type: Finished
    article: Finished
    parse: Finished
    safe_parse: Finished
    parse_json: Finished
    safe_parse_json: Finished
    validate: Finished
    is_valid: Finished


@frozen
class ParsingView:
    header: Finished
    envelope: Finished
    article: Finished
    """The indefinite article before it."""
    not_json: Finished
    too_deep: Finished
    type_imports: tuple[Finished, ...]
    imports: tuple[Finished, ...]
    tools: tuple[ToolParser, ...]


def parsing_view(contract: Contract) -> ParsingView:
    tools = tuple(_tool(tool, contract) for tool in contract.tools)
    used = ["isValid", "validate", *(name for tool in tools for name in (tool.is_valid, tool.validate))]
    return ParsingView(
        header=Finished(f"// {header(contract.name)}"),
        envelope=type_name(contract.envelope.name),
        article=Finished(article(contract.envelope.name)),
        not_json=string(messages.NO_JSON_TEXT),
        too_deep=string(messages.TOO_DEEP),
        type_imports=tuple(
            import_type([type_name(contract.envelope.name), *(tool.type for tool in tools)], "./types.d.ts")
        ),
        imports=tuple(import_values(used, "./validation.js")),
        tools=tools,
    )


def parse_name(tool: Tool) -> Finished:
    return Finished(f"parse{pascal(tool.envelope.name)}")


def _tool(tool: Tool, contract: Contract) -> ToolParser:
    name = pascal(tool.envelope.name)
    return ToolParser(
        type=type_name(tool.envelope.name),
        article=Finished(article(tool.envelope.name)),
        parse=parse_name(tool),
        safe_parse=Finished(f"safeParse{name}"),
        parse_json=Finished(f"parseJson{name}"),
        safe_parse_json=Finished(f"safeParseJson{name}"),
        validate=validate_name(tool.envelope, contract),
        is_valid=is_valid_name(tool.envelope, contract),
    )
