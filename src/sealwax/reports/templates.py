"""The list of templates, and the note about a copied one, as text and as JSON."""

from collections.abc import Mapping

from sealwax.reports.terminal import as_json, visible


def render_templates(templates: Mapping[str, str], form: str) -> str:
    """The templates, each with the path of its override; empty if there is none."""
    if form == "json":
        return as_json(
            {"templates": [{"template": name, "override": file or None} for name, file in templates.items()]}
        )
    lines = (f"{name}  (overridden by {file})" if file else name for name, file in templates.items())
    return "".join(f"{visible(line)}\n" for line in lines)


def render_copied(file: str, folder: str, form: str) -> str:
    """The path of a copy. `folder` has to be added to the configuration; empty if it is there already."""
    if form == "json":
        return as_json({"copied": file, "configure": {"templates": folder} if folder else {}})
    lines = [f"wrote {file}"]
    if folder:
        lines.append(f'To use it, add to [tool.sealwax] in pyproject.toml, or to sealwax.toml: templates = "{folder}"')
    return "".join(f"{visible(line)}\n" for line in lines)
