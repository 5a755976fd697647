"""Results as SARIF 2.1.0, which code scanning takes."""

import os
from pathlib import Path
from urllib.parse import quote

from sealwax import DOCUMENTATION, __version__
from sealwax.diagnostics import Diagnostic, Position
from sealwax.reports.explanations import explained_codes, meaning_of, render_page
from sealwax.reports.results import Results, sentence
from sealwax.reports.terminal import as_json

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(found: Results) -> str:
    """A log with one run."""
    rules = sorted({result.code for result in found.results})
    explained = set(explained_codes())
    driver = {
        "name": "sealwax",
        "version": __version__,
        "informationUri": DOCUMENTATION,
        "rules": [_rule(rule, is_explained=rule in explained) for rule in rules],
    }
    bases = sorted({base for result in found.results for file in _files(result) if (base := _split(file)[0])})
    run: dict[str, object] = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"sealwax/{found.command}/"},
        "columnKind": "unicodeCodePoints",
        "results": [_result(result, rules.index(result.code)) for result in found.results],
    }
    if bases:
        run["originalUriBaseIds"] = {base: {"description": {"text": f"The files of {base}"}} for base in bases}
    return as_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: str, *, is_explained: bool) -> dict[str, object]:
    if not is_explained:
        return {"id": rule, "name": rule}
    page, (sentence, meaning) = render_page(rule, color=False), meaning_of(rule)
    return {
        "id": rule,
        "name": rule,
        "shortDescription": {"text": sentence},
        "fullDescription": {"text": meaning},
        "help": {"text": page, "markdown": page},
        "helpUri": f"{DOCUMENTATION}/rules/{rule}.md",
    }


def _result(result: Diagnostic, index: int) -> dict[str, object]:
    message = "\n".join(filter(None, (sentence(result), result.hint, *result.diff)))
    location = _location(result.position)
    if result.path:
        location["logicalLocations"] = [{"fullyQualifiedName": result.path}]
    found: dict[str, object] = {
        "ruleId": result.code,
        "ruleIndex": index,
        "level": result.severity.value,
        "message": {"text": _unlinked(message)},
        "locations": [location],
    }
    related: list[dict[str, object]] = []
    for one in result.related:
        other = {**_location(one.position), "message": {"text": _unlinked(one.message)}}
        related += [other] if other not in related else []  # the schema takes no location twice
    return found | ({"relatedLocations": related} if related else {})


def _unlinked(text: str) -> str:
    """Text in which nothing is a link: a reader of SARIF makes one of `[words](address)`, even in plain text."""
    return text.replace("](", "] (")


def _files(result: Diagnostic) -> tuple[str, ...]:
    return (result.position.file, *(one.position.file for one in result.related))


def _location(position: Position) -> dict[str, object]:
    base, path = _split(position.file)
    if not base and path.startswith("<"):  # standard input
        return {}
    artifact = {"uri": quote(_raw(path)), "uriBaseId": base} if base else {"uri": _uri(path)}
    region = {"startLine": position.line, "startColumn": position.column}
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}


def _split(file: str) -> tuple[str, str]:
    """A file that is not in the checkout, as in `<v1.4.0>/contract/orders.yaml`: what it belongs to, and its path."""
    base, separator, path = file.partition(">/")
    return (base[1:], path) if separator and path and len(base) > 1 and base.startswith("<") else ("", file)


def _uri(file: str) -> str:
    """A relative reference, or an absolute address for a file outside the current folder."""
    if os.path.isabs(file):
        return Path(file).as_uri()
    # A colon in the first part of a path would end the scheme of an address.
    return quote(_raw(file))


def _raw(file: str) -> bytes:
    return file.encode("utf-8", "surrogateescape")
