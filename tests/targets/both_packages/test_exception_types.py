"""An exception and its response agree about the error type, whichever way the code is given, in both languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from packages.both import Packages, both_packages

from sealwax.contract.model import Json
from sealwax.meaning.builders.interpreter import build

LIBRARY = """
contract: library
version: "1.0.0"
title: Responses of a library
envelope:
  name: Reply
  fields:
    ok: {type: boolean}
    data: {type: object, default: {}}
    error: {type: Problem | null}
  outcomes:
    success: {when: {ok: true}, fields: {error: {type: "null"}}}
    failure: {when: {ok: false}, fields: {error: {type: Problem}}}
types:
  Problem:
    open: true
    fields:
      message: {type: string, min_length: 1}
      code: {type: ErrorCode}
      kind: {type: ErrorType, follows: code, level: may}
error_types: {values: {not_found: {http: 404}, conflict: {http: 409}}}
error_codes:
  open: true
  values:
    BOOK_NOT_FOUND: {type: not_found, doc: There is no such book.}
    ALREADY_LENT: {type: conflict, doc: Somebody else has the book.}
builders:
  success: {outcome: success, parameters: {data: {into: data, level: must}}}
  failure:
    outcome: failure
    parameters:
      message: {into: error.message, level: must}
      code: {into: error.code, default: ALREADY_LENT}
      details: {into: error}
"""
BY_PRESENCE = LIBRARY.replace("    ok: {type: boolean}\n", "").replace("Problem | null}", "Problem, only: failure}")
BY_PRESENCE = BY_PRESENCE.replace('{ok: true}, fields: {error: {type: "null"}}', "{error: {present: false}}")
BY_PRESENCE = BY_PRESENCE.replace("{ok: false}, fields: {error: {type: Problem}}", "{error: {present: true}}")
OF_ANOTHER_TYPE = "the code BOOK_NOT_FOUND is one of the type not_found, not conflict"


@pytest.fixture(scope="module", params=[LIBRARY, BY_PRESENCE], ids=["tag", "presence"])
def packages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Packages]:
    path: Path = tmp_path_factory.mktemp("library") / "library.yaml"
    path.write_text(request.param, encoding="utf-8")
    with both_packages(path) as found:
        yield found


def caught(packages: Packages, expression: str) -> Json:
    return packages.node(f"try {{ return {expression}; }} catch (error) {{ return [error.name, error.message]; }}")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"details": {"code": "BOOK_NOT_FOUND"}}, "There is no such book."),
        ({"code": "ALREADY_LENT", "details": {"code": "BOOK_NOT_FOUND"}}, "There is no such book."),
        ({"code": "BOOK_NOT_FOUND", "details": {"code": "OUR_OWN", "kind": "conflict"}}, "OUR_OWN"),
        ({"code": "BOOK_NOT_FOUND", "details": {"code": ""}}, "There is no such book."),
        ({"details": {"shelf": 3}}, "Somebody else has the book."),
    ],
)
def test_the_description_is_that_of_the_code_in_the_response(
    packages: Packages, options: dict[str, Json], message: str
) -> None:
    made = packages.python.failure("", **options).to_dict()
    assert made["error"]["message"] == message
    assert packages.node('return it.failure("", given);', options) == made
    assert build(packages.contract.builders[1], {"message": "", **options}) == made


@pytest.mark.parametrize("options", [{"code": "BOOK_NOT_FOUND"}, {"details": {"code": "BOOK_NOT_FOUND"}}])
def test_an_exception_refuses_a_code_of_another_type(packages: Packages, options: dict[str, Json]) -> None:
    with pytest.raises(ValueError, match=OF_ANOTHER_TYPE):
        packages.python.ConflictError("", **options)
    body = 'try { new it.ConflictError("", given); } catch (error) { return [error.name, error.message]; }'
    assert packages.node(body, options) == ["RangeError", OF_ANOTHER_TYPE]
    fitting = packages.python.NotFoundError("", **options)
    assert str(fitting) == "There is no such book."
    assert packages.node('return new it.NotFoundError("", given).response;', options) == fitting.response.to_dict()


def test_only_a_failure_becomes_an_exception(packages: Packages) -> None:
    it, words = packages.python, "only a failure can become an exception"
    for kind in (it.ContractError, it.ConflictError):
        with pytest.raises(ValueError, match=words):
            kind.from_response(it.success({"title": "Emma"}))
    assert caught(packages, 'it.exceptionFor(it.success({ title: "Emma" }))') == ["RangeError", words]
    assert caught(packages, 'it.exceptionFor(it.failure("No.")).name') == "ConflictError"


def test_a_class_carries_failures_of_its_own_type_only(packages: Packages) -> None:
    it = packages.python
    missing, unlisted = it.failure("No.", code="BOOK_NOT_FOUND"), {"code": "OUR_OWN", "kind": "conflict"}
    with pytest.raises(ValueError, match=OF_ANOTHER_TYPE):
        it.ConflictError.from_response(missing)
    assert type(it.NotFoundError.from_response(missing)) is it.NotFoundError
    assert type(it.ContractError.from_response(missing)) is it.NotFoundError
    assert type(it.ConflictError.from_response(it.failure("No.", details=unlisted))) is it.ConflictError
