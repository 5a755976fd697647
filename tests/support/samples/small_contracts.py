"""Small contracts as YAML: one that extends nothing, and one that others extend."""

from checkout import TESTS

from sealwax.contract.model import Catalogue, Contract

SMALL = """\
contract: {name}
version: "1.0.0"
title: A reply about {name}

envelope:
  name: Reply
  fields:
    ok: {{type: boolean}}
  outcomes:
    success: {{when: {{ok: true}}}}
    failure: {{when: {{ok: false}}}}
"""
BASE = (TESTS / "invalid" / "redefined" / "base.yaml").read_text(encoding="utf-8")
HEAD = 'contract: {name}\nversion: "0.1.0"\ntitle: Some contract\nextends: {extends}\n'
LEFT = "error_codes: {values: {LEFT: {type: conflict}}}\nguides: [{title: Left, points: [Look left.]}]\n"
RIGHT = "types: {Meta: {fields: {right: {type: string, level: may}}}}\n"


def extending(name: str, body: str = "", extends: str = "base.yaml") -> bytes:
    """A contract that extends another one, and says no more than `body`."""
    return (HEAD.format(name=name, extends=extends) + body).encode()


def error_codes(contract: Contract) -> list[str]:
    found = contract.catalogue(Catalogue.ERROR_CODES)
    assert found is not None
    return [value.value for value in found.values]
