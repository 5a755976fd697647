"""FastAPI applications whose handlers have pydantic models as types, and one whose handlers have the package's own."""

from typing import Any

import response_v2
import response_v2_pydantic as models
from fastapi import FastAPI
from pydantic import BaseModel
from response_v2 import errors, success_response
from response_v2.fastapi import install


class Meta(BaseModel):
    """A class with the name of one in the contract."""

    own: int


class Page(BaseModel):
    found: list[models.ToolResponse]
    digest: models.DigestPayload


def application() -> FastAPI:
    app = FastAPI(title="Specs", version="1")
    install(app)
    app.get("/openapi/{name}", include_in_schema=False)(lambda name: APPLICATIONS[name].openapi())
    return app


def simple(response: Any) -> FastAPI:
    app = application()

    @app.get("/specs/{spec_id}")
    def get_spec(spec_id: int) -> response:
        return success_response({"id": 1}) if spec_id == 1 else errors.spec_not_found(spec_id="none")

    return app


def nested() -> FastAPI:
    app = application()
    app.get("/outcomes", response_model=models.ToolResponseSuccess | models.ToolResponseFailure)(lambda: None)
    app.get("/page", response_model=Page)(lambda: None)

    @app.post("/own")
    def own(meta: Meta) -> Meta:
        return meta

    @app.post("/meta")
    def meta(meta: models.Meta) -> models.Meta:
        return meta

    return app


app = simple(models.ToolResponse)
APPLICATIONS = {"models": app, "classes": simple(response_v2.ToolResponse), "nested": nested()}
