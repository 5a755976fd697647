"""JSON Schema -> models.py, which datamodel-code-generator writes."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version

from msgspec import Struct
from packaging.specifiers import SpecifierSet

from sealwax import SOURCE
from sealwax.contract.model import Contract, Json
from sealwax.failures import WorkspaceError
from sealwax.rendering import Finished
from sealwax.targets.json_schema.limits import LIMITS, Schema
from sealwax.targets.json_schema.schemas import writer_of
from sealwax.targets.pydantic.names import model_attribute, model_names, models_module
from sealwax.targets.python.head import first_line

GENERATOR = "datamodel-code-generator"
VERSIONS = ">=0.84,<0.90"
"""All these versions write the same models; the tests try both ends."""
_AS_STRINGS = ("date", "date-time", "email", "time", "uri", "uuid")
"""Formats whose values stay strings: as other objects, they would be written in another way than they were read."""


class ModelsView(Struct, frozen=True):
    header: Finished
    module: Finished
    """What datamodel-code-generator wrote."""


def models_view(contract: Contract) -> ModelsView:
    return ModelsView(first_line(contract.name), _generated(contract))


def _generated(contract: Contract) -> Finished:
    _check_version()
    from datamodel_code_generator import InputFileType, generate
    from datamodel_code_generator.enums import DataModelType, TargetPydanticVersion
    from datamodel_code_generator.format import PythonVersion
    from datamodel_code_generator.parser import LiteralType

    module = generate(
        json.dumps(models_schema(contract)),
        input_file_type=InputFileType.JsonSchema,
        output_model_type=DataModelType.PydanticV2BaseModel,
        target_python_version=PythonVersion.PY_311,
        target_pydantic_version=TargetPydanticVersion.V2_14,
        base_class=f"{models_module(contract)}.checked.Checked",
        aliases={key: name for key in _keys(contract) if (name := model_attribute(key)) != key},
        allow_remote_refs=False,
        custom_file_header=" ",  # the template has a header of its own
        disable_timestamp=True,
        enum_field_as_literal=LiteralType.All,
        formatters=[],  # ruff formats the package
        skip_root_model=True,  # the root of the schema only holds the definitions
        type_mappings=[f"{each}=string" for each in _AS_STRINGS],
        use_annotated=True,
        use_missing_sentinel=True,  # an absent key is not null
        use_schema_description=True,
    )
    return Finished(str(module).strip())


def _check_version() -> None:
    try:
        found = version(GENERATOR)
    except PackageNotFoundError:
        hint = f"pip install 'sealwax[pydantic] @ git+{SOURCE}'"
        raise WorkspaceError(f"the target 'pydantic' needs {GENERATOR}", hint) from None
    if not SpecifierSet(VERSIONS).contains(found, prereleases=True):
        raise WorkspaceError(
            f"{GENERATOR} {found} may write other models than usual", f"pip install '{GENERATOR}{VERSIONS}'"
        )


# -- the schema -------------------------------------------------------------------------------------------------------

_DROPPED = frozenset({"$defs", "$schema", "allOf", "default", "deprecated", "else", "examples", "if", "not", "then"})
"""Keywords that models cannot express, or that would change a value. The package's own validators check all rules."""


_MAX_REPEATED = 1_000_000
"""How many characters an enum takes in all places together. Beyond that, models leave its values to the validators."""


def models_schema(contract: Contract) -> Schema:
    """The shapes of all objects as definitions, each after those that it refers to."""
    writer = writer_of(contract)
    strings = {*(enum.name for enum in contract.enums), *(text.name for text in contract.texts)}
    roots = (contract.envelope.name, *(tool.envelope.name for tool in contract.tools))
    objects = writer.closure((*roots, *(record.name for record in contract.records)))
    own = {name: writer.type(name) for name in objects if name not in strings}
    kinds = _repeated({name: writer.type(name) for name in strings}, own)
    shapes = _Shapes(model_names(contract), kinds)
    found = _ordered({shapes.names[name]: shapes.shape(schema) for name, schema in own.items()})
    return {"$defs": {name: _tagged(shape, found) for name, shape in found.items()}}


def _tagged(shape: Json, found: Schema) -> Json:
    """A union with the key that tells its classes apart, if there is one, so that pydantic tries only one of them."""
    if not isinstance(shape, dict):
        return shape
    members = shape.get("anyOf")
    if not isinstance(members, list) or not all(map(_is_reference, members)):
        return shape
    constants = [_constants(found[name]) for name in _references(members)]
    for key in constants[0] if len(constants) > 1 else ():
        if len({each[key] for each in constants if key in each}) == len(constants):
            return {**shape, "discriminator": {"propertyName": key}}
    return shape


def _is_reference(schema: Json) -> bool:
    return isinstance(schema, dict) and [*schema] == ["$ref"]


def _constants(shape: Json) -> dict[str, str | bool]:
    """The keys of an object that are always there, and always have one value."""
    match shape:
        case {"properties": dict(properties), "required": list(required)}:
            values = {key: each.get("const") for key, each in properties.items() if isinstance(each, dict)}
            return {key: each for key, each in values.items() if key in required and isinstance(each, str | bool)}
        case _:
            return {}


def _ordered(definitions: dict[str, Schema]) -> Schema:
    """Definitions after those that they refer to.

    datamodel-code-generator puts them in this order anyway, which is not that of `graphlib`. For a union of classes
    that it has not made yet, it would also search all classes, which takes quadratic time if there are many tools.
    """
    needed = {name: set(_references(schema)) for name, schema in definitions.items()}
    found: Schema = {}
    while waiting := [name for name in definitions if name not in found]:
        for name in waiting:
            if needed[name] <= found.keys():
                found[name] = definitions[name]
        if not found.keys() & waiting:
            raise ValueError(f"a definition refers to one that does not exist: {waiting[0]}")
    return found


def _references(schema: object) -> Iterator[str]:
    """The names of the definitions that a schema refers to."""
    match schema:
        case {"$ref": str(target)}:
            yield target.removeprefix("#/$defs/")
        case dict():
            yield from (name for part in schema.values() for name in _references(part))
        case list() | tuple():
            yield from (name for part in schema for name in _references(part))
        case _:
            pass


def _repeated(kinds: Mapping[str, Schema], users: Mapping[str, Schema]) -> dict[str, Schema]:
    """The kinds as they are written where they are used: any string, if that would be too much text."""
    uses = Counter(_references(users))
    return {
        name: schema if uses[name] * len(json.dumps(schema)) <= _MAX_REPEATED else {"type": "string"}
        for name, schema in kinds.items()
    }


class _Shapes(Struct, frozen=True):
    """Makes the shape of a schema: without what models don't express, and with the names of the classes."""

    names: Mapping[str, str]
    kinds: Mapping[str, Schema]
    """The schemas of enums and named strings, which are written where they are used: their values are strings."""

    def shape(self, schema: Schema, dropped: frozenset[str] = _DROPPED) -> Schema:
        """The shape. Items of lists and values of maps have no limits, which would bring classes with made-up names."""
        shape: Schema = {}
        for keyword, value in schema.items():
            if keyword == "properties" and isinstance(value, dict):
                shape[keyword] = {key: self.shape(each) for key, each in value.items() if isinstance(each, dict)}
            elif keyword in ("anyOf", "oneOf") and isinstance(value, list):
                shape["anyOf"] = [self.shape(each, dropped | LIMITS) for each in value if isinstance(each, dict)]
            elif keyword in ("additionalProperties", "items") and isinstance(value, dict):
                shape[keyword] = self.shape(value, dropped | LIMITS)
            elif keyword == "$ref":
                shape |= self.referred(str(value), dropped)
            elif keyword not in dropped:
                shape[keyword] = value
        return shape

    def referred(self, reference: str, dropped: frozenset[str]) -> Schema:
        name = reference.removeprefix("#/$defs/")
        if name in self.kinds:
            return self.shape(self.kinds[name], dropped | {"description", "title"})
        return {"$ref": f"#/$defs/{self.names[name]}"}


def _keys(contract: Contract) -> Iterator[str]:
    """The keys of all objects."""
    envelopes = (contract.envelope, *(tool.envelope for tool in contract.tools))
    yield from (field.name for each in envelopes for outcome in each.outcomes for field in outcome.fields)
    yield from (field.name for record in contract.records for field in record.fields)
