"""All judges."""

from judges.node import Node
from judges.schemas import VALIDATORS, Schemas, Verdicts, by_ajv
from judges.validators import Interpreter, PydanticModels, PythonPackage, TypeScriptPackage
from judges.verdicts import Judge
from sealwax.targets.json_schema.schemas import DRAFTS


def all_judges(node: Node) -> list[Judge]:
    """Every implementation. The others are compared with the first."""
    validators: dict[str, Verdicts] = {**VALIDATORS, "ajv": by_ajv(node)}
    schemas = [
        Schemas(f"{name} {year}", draft, verdicts)
        for name, verdicts in validators.items()
        for year, draft in zip(("2020-12", "draft-07"), DRAFTS, strict=True)
    ]
    return [
        Interpreter(),
        PythonPackage(),
        PythonPackage(undecoded=True),
        TypeScriptPackage(node),
        TypeScriptPackage(node, undecoded=True),
        *schemas,
        PydanticModels(),
    ]
