"""Valid contracts as models: those of the product, and one that uses every part of the model."""

from checkout import CONTRACTS, read_contract

from samples.full_contract import CONTRACT

ALL = {contract.name: contract for contract in (CONTRACT, *map(read_contract, sorted(CONTRACTS.glob("*.yaml"))))}
