"""_runtime.py and runtime.js: the parts of generated code that are the same for every contract."""

from msgspec import Struct

from sealwax.meaning.findings import MESSAGES, FixedMessages
from sealwax.rendering import Finished


class RuntimeView(Struct, frozen=True):
    header: Finished
    messages: FixedMessages = MESSAGES
