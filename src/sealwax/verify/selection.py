"""Finds the contract and the type that payloads are checked against."""

import os
from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract.model import Contract, record_of
from sealwax.diagnostics import did_you_mean, errors
from sealwax.failures import ContractError, WorkspaceError
from sealwax.meaning import checks
from sealwax.meaning.checks import Plan
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.findings import RuleId
from sealwax.pipeline import load
from sealwax.project.loading import base_folders, quotable, read_project
from sealwax.project.workspace import CONTRACTS, from_root, read_bases, read_named_contract


class Selected(Struct, frozen=True):
    """What payloads are checked against."""

    contract: Contract
    plan: Plan
    type: str
    """The name of a type of the plan."""
    untried: str
    """If payloads of tools are not checked: the type of the responses of the first tool."""


def select(root: Path, prefix: str, contract: str, type_name: str | None, *, undeclared: bool) -> Selected:
    """Find a contract and one of its types, by default the envelope. A tool stands for its responses.

    The prefix leads from the current folder to the project. `undeclared` adds advice on undeclared keys.
    """
    found = _contract(root, prefix, contract)
    plan = _plan(found, undeclared=undeclared)
    tools = {tool.name: tool.envelope.name for tool in found.tools}
    name = plan.envelope if type_name is None else tools.get(type_name, type_name)
    if name not in plan.public:
        known = (*plan.public, *tools)
        hint = did_you_mean(name, known, f"known types: {', '.join(plan.public)}")
        raise WorkspaceError(f"there is no type '{name}' in {contract}", hint)
    return Selected(found, plan, name, next(iter(tools.values()), "") if name == plan.envelope else "")


def _is_path(contract: str) -> bool:
    """Whether a contract is given by its path rather than by its name."""
    return contract.endswith((".yaml", ".yml")) or "/" in contract or os.sep in contract


def _contract(root: Path, prefix: str, name: str) -> Contract:
    """The contract at a path, or the one of the project with this name. Other contracts may have errors."""
    if _is_path(name):
        path = from_root(root, name)
        alone = {path: read_named_contract(root, path)}
        return _loaded(alone, read_bases(root, alone, (dirname(path), *base_folders(root))))
    project = read_project(root)
    sources = project.sources
    others = {**project.bases, **sources}
    usual = f"{CONTRACTS}/{name}.yaml"
    if usual in sources:
        found = _loaded({usual: sources[usual]}, others)
        if found.name == name:
            return found
    contracts = [contract for file, raw in sources.items() for contract in load({file: raw}, bases=others)[0]]
    for contract in contracts:
        if contract.name == name:
            return contract
    names = [contract.name for contract in contracts]
    hint = did_you_mean(name, names, f"known contracts: {', '.join(names)}" if names else "run sealwax lint")
    where = ", ".join(dict.fromkeys(f"{prefix}{file.rpartition('/')[0] or '.'}" for file in sources))
    raise WorkspaceError(f"there is no contract '{name}' in {where}", hint)


def _loaded(sources: Mapping[str, bytes], bases: Mapping[str, bytes]) -> Contract:
    contracts, diagnostics = load(sources, bases=bases)
    if errors(diagnostics):
        raise ContractError(diagnostics, {**quotable(bases), **sources})
    return contracts[0]


_UNDECLARED = checks.OtherKeys(checks.Message(RuleId.UNDECLARED, "this key is not declared"))


def _plan(contract: Contract, *, undeclared: bool) -> Plan:
    """The check plan of a contract, with advice on undeclared keys or without.

    A fact of an error code is declared for the record that receives it.
    """
    plan = lower(contract)
    if not undeclared:
        return plan
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
