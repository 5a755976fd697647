"""One module per target: model -> typed views -> pages."""

from sealwax.rendering import ProjectTarget, Target
from sealwax.targets import json_schema, language_schema, markdown, typescript
from sealwax.targets.markdown.project import project_pages

TARGETS: tuple[Target, ...] = (json_schema.TARGET, typescript.TARGET, markdown.TARGET)
PROJECT_TARGETS: tuple[ProjectTarget, ...] = (
    ProjectTarget("overview", project_pages, {}),
    language_schema.TARGET,
)
