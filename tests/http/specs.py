"""A FastAPI application that does with response-v2 whatever an application can do, also what it should not."""

from fastapi import APIRouter, FastAPI, HTTPException
from pydantic import BaseModel
from response_v2 import ContractError, DigestPayload, NotFoundError, ToolResponse, errors, success_response
from response_v2.fastapi import install

app = FastAPI(title="Specs", version="1")
install(app)
router = APIRouter()


class Meta(BaseModel):
    """A class with the name of one in the contract."""

    own: int


@router.get("/specs/{spec_id}")
def get_spec(spec_id: int) -> ToolResponse:
    match spec_id:
        case 1:
            return success_response({"spec": {"id": 1}})
        case 2:
            return errors.rate_limit_exceeded(limit=100, period="minute", retry_after_seconds=45)
        case 3:
            raise ContractError.from_response(
                errors.rate_limit_exceeded(limit=100, period="minute", retry_after_seconds=45)
            )
        case 4:
            raise ZeroDivisionError("the password is hunter2")
        case 5:
            raise HTTPException(418, "I am a teapot", {"X-Kettle": "on"})
        case 6:
            raise HTTPException(503)
        case 7:
            raise HTTPException(304)
        case 8:
            raise HTTPException(409, {"not": "a text"})
    raise NotFoundError(f"There is no spec {spec_id}", error_code="SPEC_NOT_FOUND")


@router.get("/digests")
def get_digest() -> ToolResponse[DigestPayload]:
    return success_response({})


@app.post("/own", status_code=201)
def own(meta: Meta) -> Meta:
    return meta


@app.get("/others")
def others() -> dict[str, bool]:
    """Not a response of the contract, although it has a key of one."""
    return {"success": False}


app.include_router(router)
