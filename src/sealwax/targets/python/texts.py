"""Named kinds of strings -> texts.py."""

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.languages.python import class_name, text_text
from sealwax.rendering import Finished


@frozen
class TextView:
    """A named kind of string."""

    name: Finished
    doc: str


@frozen
class TextsView:
    """The module texts.py."""

    header: Finished
    doc: str
    texts: tuple[TextView, ...]


def texts_view(contract: Contract, header: Finished) -> TextsView:
    texts = tuple(TextView(class_name(text.name), text_text(text)) for text in contract.texts)
    return TextsView(header, f"The kinds of strings that the contract {contract.name} names.", texts)
