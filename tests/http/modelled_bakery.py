"""A FastAPI application for bakery whose handlers have the models of tools as types."""

from bakery import baked, trouble
from bakery.fastapi import install
from bakery_pydantic import GetBreadReply
from fastapi import FastAPI

app = FastAPI(title="Bakery", version="1")
install(app)


@app.get("/breads/{name}")
def get_bread(name: str) -> GetBreadReply:
    if name == "none":
        return trouble("There is none", code="UNKNOWN_BREAD")
    return baked({"bread": {"name": name, "price": 1}})
