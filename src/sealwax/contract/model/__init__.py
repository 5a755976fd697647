"""The model: frozen classes, independent of any target language.

In a `Contract`, every name is resolved and everything is checked. Targets match on the type classes and end in
`assert_never`, so the type checker lists all targets that do not handle a new type yet.
"""

from sealwax.contract.model.builders import *
from sealwax.contract.model.catalogue import *
from sealwax.contract.model.contract import *
from sealwax.contract.model.documentation import *
from sealwax.contract.model.envelope import *
from sealwax.contract.model.output import *
from sealwax.contract.model.records import *
from sealwax.contract.model.types import *
