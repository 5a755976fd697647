"""What the packages of a contract have modules to serve: what the configuration asks for and the contract can have."""

from sealwax.contract.model import Contract
from sealwax.contract.model.output import HTTP, MCP
from sealwax.meaning.serving.http import HttpPlan, http_plan


def serves_mcp(contract: Contract) -> bool:
    return MCP in contract.output.serve


def served_over_http(contract: Contract) -> HttpPlan | None:
    """How responses are sent over HTTP; None if the packages have no module for that."""
    return http_plan(contract) if HTTP in contract.output.serve else None


def contains_schemas(contract: Contract) -> bool:
    """Whether the packages contain JSON Schemas: those of the results of tools are part of a server's answers."""
    return contract.output.schemas or serves_mcp(contract)
