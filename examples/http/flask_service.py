"""The same desk with Flask: the handlers of errors are all that it takes."""

from flask import Flask
from library import errors, found
from library.http import HttpReply, reply, reply_to, reply_to_status
from werkzeug.exceptions import HTTPException

app = Flask(__name__)
app.register_error_handler(Exception, reply_to)
app.register_error_handler(HTTPException, lambda error: reply_to_status(error.code or 500, error.description or ""))


@app.get("/books/<isbn>")
def get_book(isbn: str) -> HttpReply:
    if isbn != "9780199535569":
        return reply(errors.unknown_book(isbn=isbn))
    return reply(found({"book": {"isbn": isbn, "title": "Emma", "copies": 1}}))
