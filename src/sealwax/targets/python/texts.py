"""Named kinds of strings -> texts.py."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages.python import class_name, text_text
from sealwax.rendering import Finished
from sealwax.targets.python.head import first_line


class TextsView(Struct, frozen=True):
    header: Finished
    doc: str
    texts: tuple[tuple[Finished, str], ...]
    """Names with their documentation."""


def texts_view(contract: Contract) -> TextsView:
    texts = tuple((class_name(text.name), text_text(text)) for text in contract.texts)
    doc = f"The kinds of strings that the contract {contract.name} names."
    return TextsView(first_line(contract.name), doc, texts)
