"""The lending desk of a library as a FastAPI service. To run it: uvicorn service:app"""

from typing import Annotated

from fastapi import FastAPI, Path
from library import BookDict, ContractError, GetBookAnswer, LendBookAnswer, errors, found
from library.fastapi import install
from pydantic import BaseModel, Field

app = FastAPI(title="Library", version="1.0.0", description="A shelf with three books.")
install(app)

Isbn = Annotated[str, Path(pattern="^[0-9]{13}$", description="The number of a book.")]
LOANS_A_DAY = 3
shelf: dict[str, BookDict] = {
    "9780141439518": {"isbn": "9780141439518", "title": "Pride and Prejudice", "copies": 2},
    "9780199535569": {"isbn": "9780199535569", "title": "Emma", "copies": 0},
    "9780140449136": {"isbn": "9780140449136", "title": "Crime and Punishment", "copies": 9},
}
loans: dict[str, int] = {}


class Loan(BaseModel):
    reader: Annotated[str, Field(min_length=1, max_length=40)]


@app.get("/books/{isbn}")
def get_book(isbn: Isbn) -> GetBookAnswer:
    """Looks a book up."""
    return found({"book": book(isbn)})


@app.post("/books/{isbn}/loans", status_code=201)
def lend_book(isbn: Isbn, loan: Loan) -> LendBookAnswer:
    """Lends a copy of a book."""
    lent = book(isbn)
    if not lent["copies"]:
        return errors.no_copy_left(book=lent["title"])
    if loans.get(loan.reader, 0) >= LOANS_A_DAY:
        return errors.too_many_requests(limit=LOANS_A_DAY, retry_after_seconds=86_400)
    loans[loan.reader] = loans.get(loan.reader, 0) + 1
    lent["copies"] -= 1
    return found({"book": lent, "reader": loan.reader})


def book(isbn: str) -> BookDict:
    if isbn not in shelf:
        raise ContractError.from_response(errors.unknown_book(isbn=isbn))
    return shelf[isbn]
