"""JSON pointers as Python expressions."""

from sealwax.frozen import frozen
from sealwax.rendering import Finished


@frozen
class Pointer:
    """A place in a value: the text of an f-string, and the variable with a key that has to be escaped, if any."""

    text: str
    variable: str = ""

    @property
    def expression(self) -> Finished:
        whole = f'f"{self.text}"' if "{" in self.text else f'"{self.text}"'
        # A variable alone needs no formatting.
        start = self.text[1:-1] if self.text[:1] == "{" and self.text.find("}") == len(self.text) - 1 else whole
        return Finished(f"_below({start}, {self.variable})" if self.variable else start)

    def key(self, name: str) -> "Pointer":
        """The place of a key that the contract names: such a key needs no escapes."""
        return Pointer(f"{self.text}/{name}")

    def item(self, index: str) -> "Pointer":
        return Pointer(f"{self.text}/{{{index}}}")

    def member(self, variable: str) -> "Pointer":
        """The place of a key that only the value names."""
        return Pointer(self.text, variable)


ROOT = Pointer("")
"""The value itself."""
HERE = Pointer("{at}")
"""Where the value of a function lies."""
