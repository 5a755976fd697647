"""The same desk with Starlette: the handlers of errors are all that it takes."""

from library import ContractError, errors, found
from library.http import reply, reply_to, reply_to_status
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route


def get_book(request: Request) -> JSONResponse:
    isbn = request.path_params["isbn"]
    if isbn != "9780199535569":
        raise ContractError.from_response(errors.unknown_book(isbn=isbn))
    return JSONResponse(*reply(found({"book": {"isbn": isbn, "title": "Emma", "copies": 1}})))


def on_error(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse(*reply_to(error))


def on_crash(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse(*reply_to_status(500))  # Starlette raises the error again, so that the server logs it


def on_http_exception(request: Request, error: HTTPException) -> JSONResponse:
    return JSONResponse(*reply_to_status(error.status_code, error.detail))


app = Starlette(
    routes=[Route("/books/{isbn}", get_book)],
    exception_handlers={ContractError: on_error, Exception: on_crash, HTTPException: on_http_exception},
)
