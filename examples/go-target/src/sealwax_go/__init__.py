"""Go: a package per contract with its error types and error codes, and what the catalogue says about them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sealwax.contract.model import Catalogue, Contract, Enum, EnumValue
from sealwax.rendering import Finished, Page, Target, header
from sealwax_go.spelling import comment, constant, package_name, string


@dataclass(frozen=True)
class Constant:
    """A value of an enum, as a constant."""

    name: Finished
    value: str
    doc: str
    error_type: Finished | None
    """The constant of its error type, for error codes."""
    http_status: Finished | None
    retry_decision: str
    retry_hint: str


@dataclass(frozen=True)
class Catalogued:
    """An enum, as a string type with constants."""

    type: Finished
    doc: str
    constants: tuple[Constant, ...]
    has_status: bool
    has_retry: bool
    classified_by: Finished | None
    """The type that classifies the values; None for error types themselves."""


@dataclass(frozen=True)
class CatalogueView:
    header: Finished
    package: Finished
    contract: str
    enums: tuple[Catalogued, ...]


def pages(contract: Contract) -> Iterator[Page]:
    enums = tuple(enum for enum in contract.enums if enum.catalogue in (Catalogue.ERROR_TYPES, Catalogue.ERROR_CODES))
    if enums:
        mark = Finished(f"// {header(contract.name)}")
        view = CatalogueView(mark, package_name(contract.name), contract.name, tuple(map(_catalogued, enums)))
        yield Page(f"{contract.name}/go/catalogue.go", "go/catalogue.go.j2", view)


def _catalogued(enum: Enum) -> Catalogued:
    types = enum.classified_by
    constants = tuple(_constant(enum, value) for value in enum.values)
    return Catalogued(
        type=Finished(enum.name),
        doc=enum.docs.doc,
        constants=constants,
        has_status=any(constant.http_status for constant in constants),
        has_retry=any(constant.retry_decision for constant in constants),
        classified_by=None if types is None else Finished(types.name),
    )


def _constant(enum: Enum, value: EnumValue) -> Constant:
    types = enum.classified_by
    return Constant(
        name=constant(enum, value.value),
        value=value.value,
        doc=value.docs.doc,
        error_type=None if types is None else constant(types, value.classified_as),
        http_status=None if value.http is None else Finished(f"{value.http}"),
        retry_decision="" if value.retry is None else value.retry.decision.value,
        retry_hint="" if value.retry is None else value.retry.hint,
    )


TARGET = Target(
    "go",
    pages,
    {"comment": comment, "string": string},
    templates=Path(__file__).parent / "templates",
)
