"""Handlers with the return type of their tool, as READMEs show it and as frameworks read it."""

import re
from typing import Any, get_type_hints

from checkout import ROOT
from packages.built import imported
from packages.type_checking import PROGRAMS
from pydantic import TypeAdapter

SOURCE = ROOT / "generated/mail-imap/python/src"


def test_the_readme_shows_a_return_type_that_a_builder_has() -> None:
    program = (PROGRAMS / "handlers" / "payload_of_a_response.py").read_text(encoding="utf-8")
    readme = (ROOT / "generated/response-v2/python/README.md").read_text()
    (shown,) = re.findall(r"declared to return `([^`]+)`", readme)
    assert f"def digest_dict(payload: DigestPayloadDict) -> {shown}:" in program


def test_frameworks_can_read_the_annotation_of_a_handler() -> None:
    with imported("mail_imap", SOURCE) as it:

        def handler() -> Any: ...

        handler.__annotations__["return"] = it.ImapListAccountsToolResult
        assert get_type_hints(handler, include_extras=True)["return"] == it.ImapListAccountsToolResult
        adapter = TypeAdapter[Any](it.ImapListAccountsToolResult)
        assert adapter.json_schema()
        made = it.success_response("None.", data=it.ListAccounts(accounts=[]))
        assert adapter.dump_python(made) == made.to_dict()
