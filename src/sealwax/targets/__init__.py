"""One module per target: model -> typed views -> pages."""

from sealwax.rendering import ProjectTarget, Target
from sealwax.targets import (
    conformance,
    json_schema,
    language_schema,
    markdown,
    python_dataclasses,
    python_factories,
    python_typed_dicts,
    python_validation,
    typescript,
)
from sealwax.targets.markdown.project import project_pages

TARGETS: tuple[Target, ...] = (
    python_dataclasses.TARGET,
    python_factories.TARGET,
    python_typed_dicts.TARGET,
    python_validation.TARGET,
    typescript.TARGET,
    json_schema.TARGET,
    markdown.TARGET,
    conformance.TARGET,
)
PROJECT_TARGETS: tuple[ProjectTarget, ...] = (
    ProjectTarget("overview", project_pages, {}),
    language_schema.TARGET,
)
