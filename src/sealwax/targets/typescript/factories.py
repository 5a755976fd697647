"""Parts that errors.js and warnings.js share: the declarations of factories, and the facts that they take."""

import re
from collections.abc import Iterable, Iterator

from sealwax.contract.model import ABSENT, Absent, AnyValue, Constant, Field, Null, Nullable
from sealwax.frozen import frozen
from sealwax.languages.typescript import INHERITED, field_doc, literal, property_key
from sealwax.naming import camel
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Property
from sealwax.targets.typescript.types import Printer

_SEPARATED = re.compile("_([A-Za-z0-9_])")


@frozen
class Declaration:
    """The function for a code, as callers see it."""

    doc: Finished
    name: Finished
    base: Finished
    """The type that its options extend, or nothing."""
    needs_options: bool
    properties: tuple[Property, ...]
    returns: Finished


def fact_key(field: Field) -> Finished:
    """The option for a fact."""
    name = camel(field.name)
    return Finished(f"{name}_" if name in INHERITED else name)


def is_needed(field: Field) -> bool:
    """Whether the caller has to give a fact."""
    return field.required and field.default is ABSENT


def needs_facts(fields: Iterable[Field]) -> bool:
    """Whether the caller has to give some of these facts."""
    return any(is_needed(field) and not isinstance(field.type, Constant) for field in fields)


def fact_properties(fields: Iterable[Field], printer: Printer) -> Iterator[Property]:
    for field in fields:
        if not isinstance(field.type, Constant):
            yield option(field, printer, is_needed=is_needed(field))


def option(field: Field, printer: Printer, *, is_needed: bool) -> Property:
    kind = printer.type(field.type) if is_needed else printer.optional(field.type)
    return Property(field_doc(field), property_key(fact_key(field)), not is_needed, kind)


def fact(field: Field) -> Finished:
    """A fact in the list of a code: its name, the name of its option if it is not plain, the value that replaces it.

    Null as a replacement says that the fact is there even when it is null.
    """
    key = fact_key(field)
    if isinstance(field.type, Constant):
        return literal([field.name, "", field.type.value])
    if not isinstance(field.default, Absent):
        return literal([field.name, key, field.default])
    if field.required and isinstance(field.type, Null | Nullable | AnyValue):
        return literal([field.name, key, None])
    is_plain = _SEPARATED.sub(lambda match: match[1].upper(), field.name) == key
    return literal(field.name if is_plain else [field.name, key])
