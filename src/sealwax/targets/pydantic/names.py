"""The names of the package, of its classes and of their attributes."""

from sealwax.contract.model import Contract, Envelope, Outcome
from sealwax.languages.python import attribute, class_name
from sealwax.languages.python.types import Named
from sealwax.rendering import Finished
from sealwax.targets.package_names import distribution, python_module

_IMPORTED = frozenset({"Checked", "CheckedRoot", "ConfigDict", "Field", "RootModel"})
"""What models.py imports, beyond the names that no class of a Python package has."""
_METHODS = frozenset(
    """
    construct copy dict from_orm from_record json parse_file parse_obj parse_raw schema schema_json to_dict to_record
    update_forward_refs validate
    """.split()
)
"""The methods of a model whose names do not begin with `model_`."""


def models_distribution(contract: Contract) -> str:
    return f"{distribution(contract)}-pydantic"


def models_module(contract: Contract) -> Finished:
    return Finished(f"{python_module(contract)}_pydantic")


def model_names(contract: Contract) -> dict[str, Finished]:
    """The class of each type: that of the Python package, but without underscores, which would get lost."""
    envelopes = (contract.envelope, *(tool.envelope for tool in contract.tools))
    outcomes = (outcome for envelope in envelopes for outcome in envelope.outcomes)
    named: tuple[Envelope | Outcome | Named, ...] = (*envelopes, *outcomes, *contract.records)
    plain = {each.name: class_name(each.name) for each in (*named, *contract.enums, *contract.texts)}
    taken = _IMPORTED.union(plain.values())
    return {name: _free(found, taken) if found in _IMPORTED or "_" in found else found for name, found in plain.items()}


def _free(name: str, taken: frozenset[str]) -> Finished:
    bare = name.replace("_", "")
    return _free(f"{bare}Model", taken) if bare in taken else Finished(bare)


def model_attribute(key: str) -> Finished:
    """The attribute of a key: that of the dataclass, unless every model has an attribute of this name."""
    plain = attribute(key)
    return Finished(f"{plain}_") if plain in _METHODS or plain.startswith("model_") else plain
