"""A rename that a contract declares is one change, wherever the old name was used."""

import pytest

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


PARCEL = """\
  Parcel:
    open: true
    fields:
      kind: {type: string, level: may}
      small: {type: integer, level: may}
      large: {type: integer, level: may}
      total: {type: integer, level: may, sum_of: [small, large]}
      code: {type: ErrorCode, level: may}
      type: {type: ErrorType, level: may, follows: code}
      label: {type: string, level: {must: {kind: fragile}, otherwise: may}}
      note: {type: string, level: may, expects: {kind: kind}}
error_types: {values: {full: {}}}
error_codes:
  values:
    FULL:
      type: full
      message: "No place for {parcel}{?, the {place} is full}"
      remediation: "Wait for {place}"
      context: {parcel: {type: string}, place: {type: string}}
"""


@pytest.mark.parametrize(
    ("old", "renamed", "references"),
    [
        ("kind", "sort: {renamed_from: kind, ", ("must: {kind:", "expects: {kind:")),
        ("small", "little: {renamed_from: small, ", ("[small",)),
        ("code", "reason: {renamed_from: code, ", ("follows: code",)),
        ("place", "store: {renamed_from: place, ", ("the {place}", "for {place}")),
    ],
)
def test_a_renamed_field_is_no_change_of_what_refers_to_it(old: str, renamed: str, references: tuple[str, ...]) -> None:
    before = SHOP.replace("  Parcel: {includes: [Order], fields: {size: {type: integer}}}\n", "")
    before = before.replace("warning_codes:\n", f"{PARCEL}warning_codes:\n")
    after = before.replace(f" {old}: {{", f" {renamed}")
    for each in references:
        after = after.replace(each, each.replace(old, renamed.partition(":")[0]))
    (change,) = (each.change for each in assess(contract(before), contract(after)))
    assert (change.action, change.before) == ("renamed", old)


def test_a_key_that_must_be_there_while_another_is_absent_is_demanded_by_its_rename() -> None:
    """Who sends the new name does not send the old one, so readers of the old version expect the other key."""
    order = """{
    id: {type: string, level: may},
    name: {type: string, level: {must: {id: {present: false}}, otherwise: may}}}}"""
    before = SHOP.replace("{id: {type: string}}}", order)
    after = before.replace(" id: {", " number: {renamed_from: id, ").replace("{id: ", "{number: ")
    (found,) = (each for each in assess(contract(before), contract(after)) if "Order" in each.change.new_place)
    assert [*found.sides] == ["readers", "writers", "source code"]
