"""A stricter check plan: advice on keys of open records that the contract does not declare."""

from msgspec.structs import replace

from sealwax.contract.model import Contract, record_of
from sealwax.meaning import checks
from sealwax.meaning.findings import RuleId, Weight

_UNDECLARED = checks.OtherKeys(checks.Message(RuleId.UNDECLARED, "this key is not declared", Weight.ADVICE))


def with_undeclared(plan: checks.Plan, contract: Contract) -> checks.Plan:
    """The plan with this advice. A fact of an error code is declared for the record that receives it."""
    facts: dict[str, dict[str, None]] = {}
    for factory in contract.error_mapping.factories if contract.error_mapping is not None else ():
        for placement in factory.placements:
            record = record_of(placement.parameter.field.type)
            names = dict.fromkeys(placement.fields)
            facts.setdefault(record.name if record is not None else "", {}).update(names)
    types = {name: _stricter(checked, facts.get(name, {})) for name, checked in plan.types.items()}
    return replace(plan, types=types)


def _stricter(checked: checks.CheckedType, facts: dict[str, None]) -> checks.CheckedType:
    check = checked.check
    is_open = checked.role is checks.Role.RECORD and isinstance(check, checks.ObjectCheck) and not check.other_keys
    if not is_open or not isinstance(check, checks.ObjectCheck):
        return checked
    declared = {row.key for row in check.rows}
    rows = tuple(checks.Row(name, checks.AnyCheck()) for name in facts if name not in declared)
    return replace(checked, check=replace(check, rows=(*check.rows, *rows), other_keys=(_UNDECLARED,)))
