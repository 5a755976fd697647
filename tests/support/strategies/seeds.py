"""The same seed gives the same examples, whatever else is loaded.

Hypothesis mixes constants of loaded modules into what it draws. Which modules those are depends on the tests that ran
before in the same process, so that a failure in CI would not happen again elsewhere.
"""

from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants


def draw_without_constants_of_modules() -> None:
    assert callable(providers._get_local_constants)
    nothing = Constants()
    providers._get_local_constants = lambda: nothing
