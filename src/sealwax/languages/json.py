"""How JSON spells values."""

import json
import re

from sealwax.contract.model import Json
from sealwax.languages import INVISIBLE, show
from sealwax.rendering import Finished


def document(value: Json) -> Finished:
    """The value over indented lines, without a final line break. Readable text of any script stays as it is."""
    text = json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
    if text.isascii() and "\x7f" not in text:  # the encoder has escaped all other controls
        return Finished(text)
    return Finished("\n".join(show(INVISIBLE, _escape, line) for line in text.split("\n")))


def _escape(match: re.Match[str]) -> str:
    return json.dumps(match.group())[1:-1]
