"""The service of the example, whose success has another shape than it says."""

from library import GetBookAnswer
from service import app
from starlette.responses import JSONResponse


@app.get("/liar")
def lie() -> GetBookAnswer:
    return JSONResponse({"data": {"book": "not a book"}})
