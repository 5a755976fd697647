"""Renders pages, each in the environment of its target."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sealwax.rendering.pages import Filters, Page
from sealwax.shipped import shipped

if TYPE_CHECKING:
    from sealwax.rendering.environment import Environment
    from sealwax.rendering.sandbox import Budget


class Renderer:
    """Turns pages into text. Templates are compiled once per process, and kept beside their sources for the next.

    `overrides` are texts that a project puts in the place of templates, by path. A target with such a template is
    rendered in a sandbox. What all pages there may cost depends on `size`: the bytes of all contracts, each with those
    that it extends.
    """

    def __init__(
        self, templates: Path | None = None, overrides: Mapping[str, str] | None = None, size: int = 0
    ) -> None:
        self._templates = templates or own_templates()
        self._overrides = overrides or {}
        self._size = size
        self._budget: Budget | None = None
        self._environments: dict[object, Environment] = {}

    def render(self, page: Page, filters: Filters, templates: Path | None = None) -> str:
        """The text of a page. `templates` is the folder of its target, if that isn't one of our own."""
        environment = self._environment(page.template.split("/")[0], filters, templates or self._templates)
        try:
            return environment.text(page.template, page.view)
        except Exception as error:
            raise environment.explain(error, page.template) from error

    def _environment(self, folder: str, filters: Filters, templates: Path) -> "Environment":
        """Each target has an environment of its own, because a macro keeps the filters it was loaded with."""
        overrides = {name: text for name, text in self._overrides.items() if name.startswith(f"{folder}/")}
        key = (templates, frozenset(filters.items()), *overrides)
        kept = self._environments if overrides or templates != own_templates() else _OWN_ENVIRONMENTS
        if key not in kept:
            # Jinja is slow to import, and few projects need its sandbox.
            if overrides:
                from sealwax.rendering.sandbox import Budget, SandboxedEnvironment

                self._budget = self._budget or Budget(self._size)
                kept[key] = SandboxedEnvironment(templates, filters, overrides, self._budget)
            else:
                from sealwax.rendering.environment import Environment

                kept[key] = Environment(templates, filters)
        return kept[key]


_OWN_ENVIRONMENTS: "dict[object, Environment]" = {}
"""Those with our own templates, which do not change while `generate --watch` runs: it compiles them once."""


def own_templates() -> Path:
    """The folder that holds the templates of our own targets."""
    return shipped("templates")
