"""examples.md: the examples of a contract, by the declaration that they are examples of."""

from sealwax.contract.model import Contract, Example
from sealwax.frozen import frozen
from sealwax.rendering import Finished
from sealwax.targets.markdown.places import Places, by_subject


@frozen
class SubjectSection:
    """The examples of one declaration."""

    name: str
    examples: tuple[Example, ...]


@frozen
class ExamplesView:
    header: Finished
    places: Places
    subjects: tuple[SubjectSection, ...]


def examples_view(contract: Contract, header: Finished, places: Places) -> ExamplesView:
    subjects = by_subject(contract.examples).items()
    return ExamplesView(header, places, tuple(SubjectSection(name, tuple(found)) for name, found in subjects))
