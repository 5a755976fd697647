"""A FastAPI application for harbour-office, whose failures all need a request id."""

from fastapi import FastAPI, Request
from harbour_office import BookBerthToolResponse, FindBerthsToolResponse, ToolResponse, errors
from harbour_office.fastapi import install
from harbour_office.http import HttpFacts

app = FastAPI(title="Harbour", version="1")


def facts(request: Request) -> HttpFacts:
    return {"request_id": f"req-{request.method}-{request.url.path.strip('/')}"}


install(app, facts)


@app.get("/berths")
def find_berths(length: int) -> FindBerthsToolResponse:
    raise ZeroDivisionError("the password is hunter2")


@app.post("/berths")
def book_berth() -> BookBerthToolResponse:
    return errors.pilot_required(length_m=100, request_id="req-0001")


@app.get("/any")
def anything() -> ToolResponse: ...
