"""A FastAPI application -> fastapi.py: responses over HTTP; _openapi.py: its OpenAPI document."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract, Envelope
from sealwax.languages.python import attribute, class_name
from sealwax.meaning.serving.http import HttpPlan
from sealwax.rendering import Finished
from sealwax.targets.openapi import response_name
from sealwax.targets.package_names import distribution, python_module
from sealwax.targets.python.head import first_line
from sealwax.targets.python.names import built_shapes


class Returned(Struct, frozen=True):
    """What a handler can return, and its schema in the contract."""

    annotation: Finished
    schema: str


class FastapiView(Struct, frozen=True):
    header: Finished
    missing: str
    """The message where FastAPI is not installed."""
    prefix: str
    """What the names of schemas start with if an application has a schema of that name."""
    plan: HttpPlan
    returned: tuple[Returned, ...]
    envelopes: tuple[Envelope, ...]
    """The envelope of all responses, and that of each tool."""
    failure: str
    """The schema and the response of all failures."""
    invalid: str
    """The response to an invalid request."""
    keys: dict[str, str]
    """The attributes of responses that have other names than their keys, each with its key."""


def fastapi_view(contract: Contract, plan: HttpPlan) -> FastapiView:
    fields = [field for shape in built_shapes(contract) for field in shape.fields]
    return FastapiView(
        header=first_line(contract.name),
        missing=f"FastAPI is not installed; install it with: pip install '{distribution(contract)}[fastapi]'",
        prefix=f"{python_module(contract)}.",
        plan=plan,
        returned=tuple(_returned(contract)),
        envelopes=(contract.envelope, *(tool.envelope for tool in contract.tools)),
        failure=plan.mapping.builder.outcome.name,
        invalid=response_name(plan.invalid.error_type),
        keys={attribute(each.name): each.name for each in fields if attribute(each.name) != each.name},
    )


def _returned(contract: Contract) -> Iterator[Returned]:
    """The classes of all responses first: the annotation of a tool is a union that can include them.

    They are named with their module: a class of the contract can have the name of one of FastAPI.
    """
    for shape in built_shapes(contract):
        yield Returned(Finished(f"_envelope.{class_name(shape.name)}"), shape.name)
    for tool in (each.envelope for each in contract.tools):
        schema = tool.success.name if contract.envelope.has_shapes else tool.name
        yield Returned(Finished(f"_tools.{class_name(tool.name)}"), schema)
