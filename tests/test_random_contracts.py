from hypothesis import Phase, given, settings

from contracts import Block, as_yaml, contracts
from sealwax.pipeline import load


@given(contracts())
@settings(max_examples=100, phases=[Phase.generate])
def test_reads(contract: Block) -> None:
    found, diagnostics = load({"contract/x.yaml": as_yaml(contract)})
    assert not diagnostics, diagnostics
