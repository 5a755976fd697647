"""A server for response-v2: specifications of a project, and the work that is left to do."""

from typing import Annotated, Any

from pydantic import Field
from response_v2 import ContractError, NotFoundError, ToolResponse, errors, success_response
from response_v2.mcp import contract_tool
from serving import create, run

SPECS = {
    "billing": {"title": "Billing", "tasks": ["charge", "refund", "report"]},
    "search": {"title": "Search", "tasks": ["index"]},
}
server = create("specs")


@server.tool()
@contract_tool
def get_spec(spec_id: str) -> dict[str, Any]:
    """Return one specification."""
    if spec_id == "draft":
        raise RuntimeError("the database password is hunter2")  # a crash: no client ever sees this text
    if spec_id not in SPECS:
        raise NotFoundError(f"There is no spec '{spec_id}'", error_code="SPEC_NOT_FOUND")
    return {"spec": {"id": spec_id, **SPECS[spec_id]}}


@server.tool()
@contract_tool
async def list_tasks(spec_id: str, limit: Annotated[int, Field(ge=1, le=100)] = 2) -> ToolResponse:
    """Return the first tasks of a specification, and say if there are more."""
    tasks = SPECS[spec_id]["tasks"] if spec_id in SPECS else []
    left = len(tasks) - limit
    warnings = [f"{left} tasks were left out"] if left > 0 else None
    fidelity = "partial" if left > 0 else None
    return success_response({"tasks": tasks[:limit]}, warnings=warnings, content_fidelity=fidelity)


@server.tool()
@contract_tool
def add_task(spec_id: str, task: str) -> ToolResponse:
    """Add a task. Nobody can do that too often."""
    raise ContractError.from_response(
        errors.rate_limit_exceeded(
            limit=0, period="minute", retry_after_seconds=45, details={"spec": spec_id, "task": task}
        )
    )


if __name__ == "__main__":
    run(server)
