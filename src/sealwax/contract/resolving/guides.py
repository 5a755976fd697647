"""Guides, and the repository that links refer to."""

from collections.abc import Collection

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.source import Sequence, child
from sealwax.diagnostics import Code
from sealwax.language import grammar as g


def read_guide(decl: g.GuideDecl, known: Collection[str], scope: Scope) -> m.Guide:
    """Resolve a guide; `known` are the names that it can be about."""
    if decl.about is not None and decl.about not in known:
        scope.unknown(Code.UNKNOWN_TYPE, child(decl.node, "about"), "type", decl.about, known)
    first = _section("", "", decl.passage, scope)
    more = (_section(each.title, each.doc, each.passage, scope) for each in decl.sections)
    return m.Guide(decl.title, scope.docs(decl.docs), decl.about or "", (first, *more))


def _section(title: str, doc: str, decl: g.PassageDecl, scope: Scope) -> m.GuideSection:
    table = None if decl.table is None else _table(decl.table, scope)
    return m.GuideSection(title, doc, decl.steps, decl.points, decl.code, table)


def _table(decl: g.TableDecl, scope: Scope) -> m.Table:
    nodes = child(decl.node, "rows")
    expected = len(decl.columns)
    for row, node in zip(decl.rows, nodes.items if isinstance(nodes, Sequence) else (), strict=True):
        if len(row) != expected:
            message = f"this row has {len(row)} {'text' if len(row) == 1 else 'texts'}, but the table has {expected}"
            hint = "write one text per column"
            scope.error(Code.BAD_VALUE, node, f"{message} {'column' if expected == 1 else 'columns'}", hint)
    return m.Table(decl.columns, decl.rows)


def read_repository(decl: g.ContractDecl, scope: Scope) -> str:
    if decl.repository and not decl.repository.startswith(("https://", "http://")):
        hint = "write it with its scheme, as in https://github.com/acme/orders/blob/main"
        scope.error(Code.BAD_VALUE, child(decl.node, "repository"), f"'{decl.repository}' is not a web address", hint)
    return decl.repository.removesuffix("/")
