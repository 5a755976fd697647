"""Type annotations: what they are made of, how they are spelled, and the names that they use."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from sealwax.frozen import frozen
from sealwax.rendering import Finished


@frozen
class Subscript:
    """`list[str]`, `dict[str, Any]`."""

    base: str
    arguments: "tuple[Annotation, ...]"


@frozen
class Union:
    """`str | None`."""

    operands: "tuple[Annotation, ...]"


Annotation: TypeAlias = Finished | Subscript | Union

NONE = Finished("None")


def spell(annotation: Annotation) -> Finished:
    match annotation:
        case Finished():
            return annotation
        case Subscript(base, arguments):
            return Finished(f"{base}[{', '.join(map(spell, arguments))}]")
        case Union(operands):
            return Finished(" | ".join(map(spell, operands)))
        case _:
            assert_never(annotation)


def either(*annotations: Annotation) -> Annotation:
    """The union of the annotations, each operand once, None last."""
    operands: list[Annotation] = []
    for annotation in annotations:
        for operand in annotation.operands if isinstance(annotation, Union) else (annotation,):
            if operand not in operands:
                operands.append(operand)
    if NONE in operands:
        operands.remove(NONE)
        operands.append(NONE)
    return operands[0] if len(operands) == 1 else Union(tuple(operands))


def names_in(annotation: Annotation) -> Iterator[str]:
    """The names that an annotation uses."""
    match annotation:
        case Finished():
            yield annotation
        case Subscript(base, arguments):
            yield base
            for argument in arguments if base != "Literal" else ():
                yield from names_in(argument)
        case Union(operands):
            for operand in operands:
                yield from names_in(operand)
        case _:
            assert_never(annotation)
