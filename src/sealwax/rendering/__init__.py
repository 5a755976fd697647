"""Turns pages into text, and prints nothing that is not finished code."""

from sealwax.rendering.pages import (
    ALL_CONTRACTS,
    MARK,
    BrokenTemplateError,
    Filters,
    Finished,
    Page,
    Target,
    TargetError,
    header,
)
from sealwax.rendering.renderer import Renderer, own_templates

__all__ = [
    "ALL_CONTRACTS",
    "MARK",
    "BrokenTemplateError",
    "Filters",
    "Finished",
    "Page",
    "Renderer",
    "Target",
    "TargetError",
    "header",
    "own_templates",
]
