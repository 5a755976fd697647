"""One module per target: model -> typed views -> pages."""

from collections.abc import Collection

from sealwax.rendering import ProjectTarget, Target
from sealwax.targets import (
    conformance,
    json_schema,
    language_schema,
    markdown,
    python_dataclasses,
    python_factories,
    python_merging,
    python_partial,
    python_typed_dicts,
    python_validation,
    typescript,
)
from sealwax.targets.markdown.project import project_pages

GROUPS: dict[str, tuple[Target, ...]] = {
    "python": (
        python_dataclasses.TARGET,
        python_factories.TARGET,
        python_merging.TARGET,
        python_partial.TARGET,
        python_typed_dicts.TARGET,
        python_validation.TARGET,
    ),
    "typescript": (typescript.TARGET,),
    "json-schema": (json_schema.TARGET,),
    "markdown": (markdown.TARGET,),
}
"""By the name under which a project asks for them."""
COMPANIONS: tuple[Target, ...] = (conformance.TARGET,)
"""These look themselves at what a project asks for, because packages hold what they make."""
TARGETS: tuple[Target, ...] = (*(target for group in GROUPS.values() for target in group), *COMPANIONS)


def chosen(names: Collection[str]) -> list[Target]:
    """The targets that a project asks for."""
    return [*(target for name, group in GROUPS.items() if name in names for target in group), *COMPANIONS]


PROJECT_TARGETS: tuple[ProjectTarget, ...] = (
    ProjectTarget("overview", project_pages, {}),
    language_schema.TARGET,
)
