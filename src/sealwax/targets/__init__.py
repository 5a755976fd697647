"""One module per target: model -> typed views -> pages."""

from collections.abc import Collection

from sealwax.language import editor_schema as language_schema
from sealwax.rendering import ProjectTarget, Target
from sealwax.targets import conformance, json_schema, markdown, typescript
from sealwax.targets import python as python_dataclasses
from sealwax.targets.markdown.project import project_pages
from sealwax.targets.python import factories as python_factories
from sealwax.targets.python import merging as python_merging
from sealwax.targets.python import partial as python_partial
from sealwax.targets.python import validators as python_validation
from sealwax.targets.python import wire as python_typed_dicts

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
