"""The contract language: one class per mapping, one attribute per key.

An instance holds what the author of a contract wrote; names are not resolved yet. `node` is its place in the file. The
descriptions of the classes and keys are the reference of the language.
"""

from sealwax.language.grammar.catalogues import *
from sealwax.language.grammar.contract import *
from sealwax.language.grammar.envelope import *
from sealwax.language.grammar.types import *
