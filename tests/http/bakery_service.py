"""A FastAPI application for bakery, whose responses have a key that can be absent."""

from typing import Annotated, Any, Optional, TypeVar

from bakery import (
    BreadPayload,
    BreadPayloadDict,
    GetBreadReply,
    GetBreadReplyDict,
    ParsedReplySuccess,
    Reply,
    ReplyFailure,
    ReplySuccess,
    ReplySuccessDict,
    baked,
    parse_get_bread_reply,
    trouble,
)
from bakery.fastapi import install
from fastapi import APIRouter, FastAPI
from pydantic import BaseModel

app = FastAPI(title="Bakery", version="1")
install(app)
router = APIRouter(prefix="/annotated")


@app.get("/breads/{name}")
def get_bread(name: str) -> GetBreadReply:
    if name == "none":
        return trouble("There is none", code="UNKNOWN_BREAD")
    if name == "burnt":
        raise ZeroDivisionError("the password is hunter2")
    return baked({"bread": {"name": name, "price": 1}})


@app.get("/others")
def others() -> dict[str, bool]:
    """Not a response of the contract, although it has the name of an attribute."""
    return {"is_ok": True}


# -- what a handler can be annotated with, and what it returns then ---------------------------------------------------


class Page(BaseModel):
    found: ReplySuccess[BreadPayload]


Payload = TypeVar("Payload")
Own = ReplySuccess[Payload] | ReplyFailure
LOAF = baked({"bread": {"name": "rye", "price": 1}})
ANNOTATIONS: dict[str, tuple[Any, Any]] = {
    "any": (Any, LOAF),
    "object": (object, LOAF),
    "envelope": (Reply, LOAF),
    "class": (ReplySuccess, LOAF),
    "payload": (ReplySuccess[BreadPayload], LOAF),
    "payload-as-dict": (ReplySuccess[BreadPayloadDict], LOAF),
    "payload-by-name": (ReplySuccess["BreadPayload"], LOAF),
    "union": (ReplySuccess[BreadPayload] | ReplyFailure, LOAF),
    "optional": (Optional[ReplySuccess[BreadPayload]], LOAF),  # noqa: UP045 - it makes another kind of union
    "with-a-note": (Annotated[ReplySuccess[BreadPayload], "a note"], LOAF),
    "own-alias": (Own[BreadPayload], LOAF),
    "parsed": (ParsedReplySuccess[BreadPayload], parse_get_bread_reply(LOAF.to_dict())),
    "wire-form": (GetBreadReplyDict, LOAF.to_dict()),
    "generic-wire-form": (ReplySuccessDict[BreadPayloadDict], LOAF.to_dict()),
    "alias-of-a-dict": (GetBreadReply, LOAF.to_dict()),
    "list": (list[ReplySuccess[BreadPayload]], [LOAF]),
    "map": (dict[str, ReplySuccess[BreadPayload]], {"found": LOAF}),
    "model": (Page, Page(found=LOAF)),
}


def handler(returned: Any) -> Any:
    return lambda: returned


router.get("/nothing")(handler(LOAF))
for name, (annotation, returned) in ANNOTATIONS.items():
    router.get(f"/{name}", response_model=annotation)(handler(returned))
app.include_router(router)
