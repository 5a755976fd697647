"""What was seen of a contract, as a table and as JSON."""

from collections.abc import Iterable

from sealwax.reports.terminal import as_json
from sealwax.verify.servers.coverage import Covered

_MOST = 8
"""How many parts are named that were not seen."""


def render_coverage(covered: Iterable[Covered], form: str) -> str:
    found = tuple(covered)
    if form == "json":
        kinds = {each.kind.replace(" ", "_"): {"seen": [*each.seen], "unseen": [*each.unseen]} for each in found}
        return as_json({"coverage": kinds}, indent=None)
    rows = [(each.kind, f"{len(each.seen)} of {len(each.seen) + len(each.unseen)}", _unseen(each)) for each in found]
    rows.insert(0, ("seen", "", ""))
    widths = [max(len(row[at]) for row in rows) for at in (0, 1)]
    lines = (f"{kind:<{widths[0]}}  {count:>{widths[1]}}  {rest}".rstrip() for kind, count, rest in rows)
    return "\n" + "".join(f"{line}\n" for line in lines)


def _unseen(each: Covered) -> str:
    if not each.unseen:
        return ""
    left = len(each.unseen) - _MOST
    return "not: " + ", ".join(each.unseen[:_MOST]) + (f", and {left} more" if left > 0 else "")
