"""check: compares the output folder with the contracts."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from sealwax.commands import CLEAN, DRIFT, Answer, Request
from sealwax.commands.expected_output import compile_project, count, differing, read_safe_tree, with_prefix
from sealwax.contract.source.edits import top_level_value
from sealwax.diagnostics import NEVER, Position
from sealwax.drift.comparison import compare, converted
from sealwax.drift.selection import within
from sealwax.project.documents import read_documents
from sealwax.project.loading import read_project, require_output_folder


class Check(Struct, frozen=True):
    reports_errors: ClassVar = True
    targets: tuple[str, ...] = ()
    """Only files of these targets; empty for everything."""
    fail_on: str = "error"

    def run(self, request: Request) -> Answer:
        """Compare the output folder with the contracts, and write nothing."""
        project = read_project(request.root)
        documents = read_documents(project)
        expected, notes = compile_project(request, project, documents, self.targets)
        require_output_folder(project)
        tree = read_safe_tree(project, expected.files, "cannot compare with the contracts:")
        drifts = within(compare(expected.files, tree), self.targets, project.configuration)
        drifts += differing(documents, expected, self.targets)
        if not drifts and request.form == "text":
            endings = f" ({windows} with CRLF line endings)" if (windows := converted(tree)) else ""
            summary = f"{count(request, project, expected, self.targets)}, all up to date{endings}.\n"
            return Answer(CLEAN, "" if request.quiet else summary, notes)
        from sealwax.reports.drift import render_drift  # not needed when all is well

        drifts = tuple(with_prefix(request, drifts))
        places = _places(request, project.sources, expected.contracts)
        out = render_drift(drifts, request.fix, request.form, places, color=request.color_out)
        return Answer(DRIFT if drifts and self.fail_on != NEVER else CLEAN, out, notes)


def _places(request: Request, sources: Mapping[str, bytes], contracts: Mapping[str, str]) -> dict[str, Position]:
    """By name: where each contract says its name."""
    found = {}
    for name, file in contracts.items():
        value, *_ = top_level_value(sources[file].decode(), "contract")
        line = value.start_mark.line if value.start_mark is not None else 0
        found[name] = Position(request.prefix + file, line + 1, 1)
    return found
