"""Named kinds of strings -> texts.py."""

from sealwax.contract.model import Contract
from sealwax.languages.python import class_name, text_text
from sealwax.languages.python.types import STR
from sealwax.targets.python.head import Head, NamesView, first_line


def texts_view(contract: Contract) -> NamesView:
    texts = tuple((class_name(text.name), STR, text_text(text)) for text in contract.texts)
    doc = f"The kinds of strings that the contract {contract.name} names."
    return NamesView(Head(first_line(contract.name), doc), texts)
