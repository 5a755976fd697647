"""A check plan as compiled code: the validators of the generated Python package, loaded without writing a file."""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import TypeAlias

from sealwax.meaning.checks import Plan
from sealwax.meaning.findings import Finding, RuleId, Weight
from sealwax.rendering import Finished, Page, Renderer, header
from sealwax.targets.python import TARGET
from sealwax.targets.python.names import suffix
from sealwax.targets.python.runtime import runtime_view
from sealwax.targets.python.validation import called, validation_view

Validate: TypeAlias = Callable[[object, bool], list[Finding]]
"""All findings about a value. The flag says that it may hold what is not JSON."""


def compile_validator(plan: Plan, name: str) -> Validate:
    """The validator of a named type."""
    function = "validate" if name == plan.envelope else f"validate{suffix(name)}"
    find = getattr(_validation(plan), function)

    def validate(value: object, undecoded: bool) -> list[Finding]:
        found = find(value, undecoded=undecoded)
        # Most values have no findings, and a comprehension costs something even then.
        return [Finding(each[0], Weight(each[1]), RuleId(each[2]), each[3]) for each in found] if found else found

    return validate


def _validation(plan: Plan) -> ModuleType:
    """The module validation.py of a plan."""
    line, renderer = Finished(f"# {header(plan.contract)}"), Renderer()
    views = {
        "_runtime": runtime_view(line, called(plan)),
        "validation": validation_view(plan, line, {}),
    }
    modules: dict[str, ModuleType] = {}
    try:
        for name, view in views.items():
            page = Page(f"{name}.py", f"python/{name}.py.j2", view)
            module = ModuleType(f"{__name__}.{name}")
            module.__package__ = __name__
            sys.modules[module.__name__] = modules[name] = module  # where the next module imports it from
            exec(compile(renderer.render(page, TARGET.filters), page.path, "exec"), module.__dict__)  # noqa: S102
    finally:
        for module in modules.values():
            del sys.modules[module.__name__]
    return modules["validation"]
