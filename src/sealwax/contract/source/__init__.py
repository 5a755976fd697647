"""The text of a file -> nodes that know their position."""

from sealwax.contract.source.nodes import *
from sealwax.contract.source.parsing import parse as parse
