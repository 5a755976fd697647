"""The README on what goes wrong and on tests: a failure by its code, an exception, a clock that stands still."""

from collections.abc import Iterator

from sealwax.contract.model import Builder, Contract, ErrorFactory, ErrorMapping, Parameter
from sealwax.frozen import frozen
from sealwax.languages.python import argument, exception_name
from sealwax.languages.python.layout import called, imported, value_of
from sealwax.meaning.samples import example_facts
from sealwax.naming import CONTRACT_ERROR
from sealwax.project.package_names import python_module
from sealwax.targets.python.arguments import is_required
from sealwax.targets.python.builders import builder_name
from sealwax.targets.python.errors import function_name

_STANDING = "StandingClock"


@frozen
class Usage:
    title: str
    doc: str
    code: str


def failures(contract: Contract) -> Iterator[Usage]:
    """What a handler does when something goes wrong; nothing when the builder wants to know more than we can tell."""
    error_mapping = contract.error_mapping
    if error_mapping is None or not all(_is_told(each, error_mapping) for each in error_mapping.builder.parameters):
        return
    usual = next((kind for kind in error_mapping.types.values if kind.usual_code), None)
    if usual is not None:
        code = _raised(python_module(contract), exception_name(usual.value))
        told = f"An exception carries the response; its code is `{usual.usual_code}`, unless another one is given."
        yield Usage("Raise, and answer in one place", told, code)
    made = next((call for factory in error_mapping.factories if (call := _made(factory))), None)
    if made is not None:
        imports = imported(python_module(contract), [CONTRACT_ERROR, "errors"])
        raises = f"raise {CONTRACT_ERROR}.from_response(response)"
        told = "Codes that have a message are functions. An exception can carry what they make."
        yield Usage("A failure by its code", told, f"{imports}\n\nresponse = {made}\n{raises}")


def _is_told(parameter: Parameter, error_mapping: ErrorMapping) -> bool:
    return parameter in (error_mapping.message, error_mapping.code) or not is_required(parameter)


def _raised(module: str, name: str) -> str:
    return f"""{imported(module, [CONTRACT_ERROR, name])}

try:
    raise {name}("It did not work")
except {CONTRACT_ERROR} as error:
    response = error.response"""


def _made(factory: ErrorFactory) -> str:
    """A call with the facts that have to be given; nothing when there is no good value for one."""
    facts = example_facts(factory.value.context)
    if facts is None:
        return ""
    given = [f"{argument(name)}={value_of(value, 4)}" for name, value in facts.items()]
    return called(f"errors.{function_name(factory.value.value)}", given, 0, before=len("response = "))


# -- the clock --------------------------------------------------------------------------------------------------------


def standing_clock(contract: Contract, builder: Builder, arguments: list[str]) -> Usage:
    """A call of a builder whose time is known beforehand."""
    clock = builder.clock
    module = python_module(contract)
    methods = [_NOW] if clock is not None and clock.now else []
    methods += [_MONOTONIC] if clock is not None and clock.elapsed else []
    head = "from datetime import UTC, datetime\n\n" if _NOW in methods else ""
    imports = f"{head}{imported(module, ['Clock', builder_name(builder)])}"
    body = "\n\n".join(methods)
    call = called(builder_name(builder), [*arguments, f"clock={_STANDING}()"], 0, before=88)
    code = f"{imports}\n\n\nclass {_STANDING}(Clock):\n{body}\n\n\nresponse = {call}"
    return Usage("Know the time in a test", "Builders read a clock, and take another one for it.", code)


_NOW = """    def now(self) -> datetime:
        return datetime(2024, 2, 26, 10, 30, 45, tzinfo=UTC)"""
_MONOTONIC = """    def monotonic(self) -> float:
        return 0.0"""
