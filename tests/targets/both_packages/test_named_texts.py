"""A named kind of string says what it has to look like, wherever an editor shows its documentation."""

from packages.built import built

CONTRACT = b"""
contract: named
version: "1.0.0"
title: Named strings
envelope: {name: Reply, fields: {id: {type: TicketId, doc: Which ticket it is.}}}
types: {TicketId: {type: string, pattern: "^T-[0-9]+$", max_length: 12, doc: Names a ticket.}}
"""


def test_the_pattern_is_in_the_documentation_of_the_type() -> None:
    words = "t most 12 characters; matches `^T-[0-9]+$`."
    with built(CONTRACT) as made:
        python, script = (made.path(inner) for inner in ("python/src/named/texts.py", "typescript/index.d.ts"))
        assert words in python.read_text(encoding="utf-8").partition("TicketId: TypeAlias")[2]
        assert words in script.read_text(encoding="utf-8").partition("export type TicketId")[0]
