"""Turns pages into text, and prints nothing that is not finished code."""

from sealwax.rendering.pages import (
    ALL_CONTRACTS,
    MARK,
    BrokenTemplateError,
    Filters,
    Finished,
    HeaderView,
    Page,
    Target,
    TargetError,
    header,
    spelled,
)
from sealwax.rendering.renderer import Renderer, own_templates

__all__ = [
    "ALL_CONTRACTS",
    "MARK",
    "BrokenTemplateError",
    "Filters",
    "Finished",
    "HeaderView",
    "Page",
    "Renderer",
    "Target",
    "TargetError",
    "header",
    "own_templates",
    "spelled",
]
