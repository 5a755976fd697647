"""generate --watch: generates again whenever the input changes."""

import gc
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import monotonic, sleep

from sealwax.cli.requests import command, request
from sealwax.cli.streams import Ticker, deliver
from sealwax.commands import CLEAN, Request, run
from sealwax.failures import ContractError, WorkspaceError
from sealwax.project.documents import read_documents
from sealwax.project.loading import read_project
from sealwax.regions.markers import marker_lines
from sealwax.reports.terminal import inert

PAUSE = 0.1
"""Seconds between two looks at the input, at least."""
SETTLED = 0.02
"""Seconds for which a change must stay as it is: many editors empty a file before they write it."""
SHARE = 10
"""Looking takes at most one part in so many of the time, however many contracts there are."""


def watch(parsed: Namespace) -> int:
    """Generate, and again after every change, until the user interrupts it."""
    asked = request(parsed, Ticker())
    seen = known = inputs(asked.root)
    while True:
        answer = run(asked, command(parsed))
        if deliver(answer.code, answer.out, answer.err) != answer.code:
            return deliver(answer.code)
        gc.collect()  # the command switched it off, and this one never ends
        if not asked.quiet:
            deliver(CLEAN, "watching for changes, stop with Ctrl-C\n")
        seen = _changed(asked.root, seen)
        before, known = known, _known(asked.root, known, seen)
        if not asked.quiet:
            deliver(CLEAN, inert("".join(f"\n{line}\n" for line in _changes(asked, before, known))))


def inputs(root: Path) -> Mapping[str, bytes]:
    """Everything that the output depends on, by path; as much of it as can be read."""
    try:
        project = read_project(root)
        documents = {path: marker_lines(raw) for path, raw in read_documents(project).items()}
    except ContractError as error:
        return error.sources
    except WorkspaceError as error:
        return {"": error.message.encode()}
    return {**project.bases, **project.texts, **documents}


def _changed(root: Path, seen: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Wait until the input differs, and return it."""
    while True:
        start = monotonic()
        found = inputs(root)
        if found == seen:
            sleep(max(PAUSE, SHARE * (monotonic() - start)))
            continue
        sleep(SETTLED)
        if found == inputs(root):
            return found


def _known(root: Path, known: Mapping[str, bytes], found: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """What is known after a look: a broken configuration hides the contracts, which does not remove them."""
    return {**{path: raw for path, raw in known.items() if (root / path).is_file()}, **found}


def _changes(asked: Request, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Iterator[str]:
    for path in sorted(filter(None, {*before, *after})):
        if before.get(path) != after.get(path):
            verb = "removed" if path not in after else "added" if path not in before else "changed"
            yield f"{asked.shown(path)} {verb}"
