"""The generated Python packages in the hands of pydantic, as FastAPI and MCP servers use them."""

import sys
from dataclasses import is_dataclass

from checkout import ROOT
from checkout.processes import run
from packages.built import built, imported
from pydantic import TypeAdapter


def test_records_are_plain_dataclasses_to_pydantic() -> None:
    """It has schemas for them, and writes attributes: `to_dict` writes the keys of the contract."""
    for package in ("response_v2", "mail_imap", "stac_meta"):
        with imported(package, ROOT / f"generated/{package.replace('_', '-')}/python/src") as module:
            kinds = [kind for name in module.__all__ if is_dataclass(kind := getattr(module, name))]
            assert kinds
            for kind in kinds:
                assert TypeAdapter(kind).json_schema(), kind


def test_the_package_works_without_typing_extensions() -> None:
    source = ROOT / "generated/response-v2/python/src"
    program = """
import sys; sys.modules["typing_extensions"] = None
from response_v2 import MetaDict, is_valid_meta
assert is_valid_meta(MetaDict(version="response-v2"))
"""
    run(sys.executable, "-c", program, folder=source)


NO_KEYS = """
contract: nothing
version: "1.0.0"
title: An outcome without keys
envelope:
  name: Reply
  open: true
  fields:
    error: {type: string, only: failure}
  outcomes:
    success: {name: Answer, when: {error: {present: false}}}
    failure: {name: Refusal, when: {error: {present: true}}}
"""


def test_an_outcome_without_keys_passes_the_type_checker() -> None:
    with built(NO_KEYS.encode()) as made:
        run(sys.executable, "-m", "mypy", "--strict", "nothing", folder=made.path("python/src"))
