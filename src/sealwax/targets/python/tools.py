"""Tools -> tools.py: what the handler of each tool returns."""

from collections.abc import Iterator

from sealwax.contract import model as m
from sealwax.languages.python import class_name, docs_text
from sealwax.languages.python.types import either, subscript, wire_name
from sealwax.rendering import Finished
from sealwax.targets.python.envelope import takes_payload
from sealwax.targets.python.head import Declaration, NamesView, head
from sealwax.targets.python.names import built_shapes


def exported_names(contract: m.Contract) -> tuple[Finished, ...]:
    """There are none unless the classes that builders return know the type of their payload."""
    is_typed = any(takes_payload(contract, shape) for shape in built_shapes(contract))
    return tuple(class_name(tool.envelope.name) for tool in contract.tools) if is_typed else ()


def tools_view(contract: m.Contract) -> NamesView:
    doc = f"What the tools of the contract {contract.name} return, for the annotations of handlers."
    return NamesView(head(contract, "tools", doc), tuple(_declaration(contract, tool) for tool in contract.tools))


def _declaration(contract: m.Contract, tool: m.Tool) -> Declaration:
    doc = docs_text(tool.docs, f"a response of {tool.name}")
    return class_name(tool.envelope.name), either(*_types(contract, tool)), doc


def _types(contract: m.Contract, tool: m.Tool) -> Iterator[Finished]:
    """The classes of responses. The payload is a record of the tool, or its wire form."""
    for shape in built_shapes(contract):
        name = class_name(shape.name)
        if takes_payload(contract, shape):
            # Two types, not one with a union: only so does pyright accept a dict display as the wire form.
            yield from (subscript(name, each(tool.payload.name)) for each in (class_name, wire_name))
        else:
            yield name
