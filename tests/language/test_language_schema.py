"""The schema that editors use for contracts, and the reader of contracts, are of one mind."""

import json
from pathlib import Path

import pytest
import yaml
from checkout import CASES, CONTRACTS, ROOT
from hypothesis import Phase, given, settings
from jsonschema import Draft7Validator
from samples.invalid_contracts import FOLDERS, invalid_contract
from strategies.contracts import as_yaml, contracts
from strategies.effort import examples
from strategies.fields import Block

from sealwax.contract.model import Json
from sealwax.diagnostics import Code, errors
from sealwax.pipeline import load as load_contracts
from sealwax.targets import editor_schema as language_schema

SCHEMA = Draft7Validator(language_schema.document())
VALID = sorted([*CONTRACTS.glob("*.yaml"), *CASES.glob("*/contract.yaml")])
SHAPE = {Code.WRONG_KIND, Code.UNKNOWN_KEY, Code.MISSING_KEY, Code.UNQUOTED_VERSION, Code.BAD_NAME}


def load(raw: bytes) -> Json:
    """With the rules of YAML 1.2, as the reader has it: only true and false are booleans."""
    loaded: Json = yaml.load(raw, Loader=_Loader)  # noqa: S506 - it is a safe loader
    return loaded


class _Loader(yaml.SafeLoader):
    yaml_implicit_resolvers = {  # noqa: RUF012
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def test_the_schema_is_valid() -> None:
    Draft7Validator.check_schema(language_schema.document())


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.parent.name)
def test_what_the_reader_takes_the_schema_takes(path: Path) -> None:
    assert [error.message for error in SCHEMA.iter_errors(load(path.read_bytes()))] == []


@given(contracts())
@settings(max_examples=examples(15), phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_every_random_contract_is_taken_by_both(drawn: Block) -> None:
    assert errors(load_contracts({"contract/random.yaml": as_yaml(drawn)})[1]) == ()
    assert SCHEMA.is_valid(json.loads(as_yaml(drawn)))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_mistake_of_shape_is_refused_by_both(folder: Path) -> None:
    codes = {diagnostic.code for diagnostic in load_contracts({"contract/demo.yaml": invalid_contract(folder)})[1]}
    if codes & SHAPE and not codes - SHAPE:
        # Missing cells and texts depend on other keys, which a schema of keys cannot see.
        assert not SCHEMA.is_valid(load(invalid_contract(folder)))


def test_editors_find_the_schema_from_every_contract() -> None:
    for path in CONTRACTS.glob("*.yaml"):
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        prefix, _, reference = first.partition("=")
        assert prefix == "# yaml-language-server: $schema"
        assert (path.parent / reference).resolve() == (ROOT / "generated" / language_schema.PATH).resolve()
