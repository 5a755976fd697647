"""A FastAPI application for bakery, whose responses have a key that can be absent."""

from bakery import GetBreadReply, baked, trouble
from bakery.fastapi import install
from fastapi import FastAPI

app = FastAPI(title="Bakery", version="1")
install(app)


@app.get("/breads/{name}")
def get_bread(name: str) -> GetBreadReply:
    if name == "none":
        return trouble("There is none", code="UNKNOWN_BREAD")
    if name == "burnt":
        raise ZeroDivisionError("the password is hunter2")
    return baked({"bread": {"name": name, "price": 1}})
