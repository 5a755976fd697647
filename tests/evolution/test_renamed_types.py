"""A rename that a contract declares is one change, wherever the old name was used."""

from sealwax.contract.model import Contract
from sealwax.diagnostics import errors
from sealwax.evolution.assessment import assess
from sealwax.pipeline import load

SHOP = """\
contract: orders
version: "1.0.0"
title: Responses about orders
envelope:
  name: Reply
  fields:
    ok: {type: boolean}
    data: {type: object, default: {}}
    error: {type: string | null, default: null}
    details: {type: list of Detail, default: []}
  outcomes:
    success: {when: {ok: true}, fields: {data: {type: payload}}}
    failure: {when: {ok: false}}
tools:
  find_order: {payload: Order}
enums:
  Grade: {values: {low: {doc: Low.}, high: {doc: High.}}}
types:
  Order: {open: true, fields: {id: {type: string}}}
  Parcel: {includes: [Order], fields: {size: {type: integer}}}
  Detail: {fields: {code: {type: WarningCode}, message: {type: string}, grade: {type: Grade}}}
warning_codes:
  severities: Grade
  noted_in: {record: Detail, message: message, code: code, severity: grade}
  values: {SLOW: {severity: low, doc: It was slow.}}
"""


def contract(text: str) -> Contract:
    contracts, diagnostics = load({"contract/orders.yaml": text.encode()})
    assert errors(diagnostics) == ()
    return contracts[0]


def renamed(text: str, old: str, new: str, declaration: str) -> str:
    """The text with another name everywhere, which is declared at one place."""
    return text.replace(old, new).replace(declaration.format(new), f"{declaration.format(new)}renamed_from: {old}, ")


def test_a_renamed_type_is_no_change_of_what_refers_to_it() -> None:
    after = SHOP
    for old, new in (("Order", "Purchase"), ("Detail", "Notice"), ("Grade", "Rank")):
        after = renamed(after, old, new, "  {}: {{")
    topics = [each.change.topic for each in assess(contract(SHOP), contract(after))]
    assert sorted({*topics}) == ["enum renamed", "enum.title", "record renamed", "record.title"]
    assert topics.count("record renamed") == 2
