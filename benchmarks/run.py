"""Runs the benchmarks, writes what came out into benchmarks/README.md, and says which bars hold.

make bench                                      everything, and the tables into the page
python benchmarks/run.py generate 100 1000      only these sizes of `sealwax generate`, to the terminal
python benchmarks/run.py python                 only the generated Python package; also node, verify and diff
"""

import argparse
import os
import sys

import comparing
import generation
import runtime
import verifying
from reporting import Section, circumstances, verdicts, write_part

PARTS = ("generate", "python", "node", "verify", "diff")


def main() -> int:
    arguments = argparse.ArgumentParser(description="Measures sealwax, and what it generates, beside other tools.")
    arguments.add_argument("part", nargs="?", choices=PARTS, help="one part alone; all of them by default")
    arguments.add_argument("size", nargs="*", help=f"for `generate`: any of {', '.join(generation.SIZES)}")
    arguments.add_argument("--write", action="store_true", help="put the tables into benchmarks/README.md")
    options = arguments.parse_args()
    figures: dict[str, float] = {}
    behind: list[str] = []
    for part in PARTS if options.part is None else (options.part,):
        busy = os.getloadavg()[0]
        section = measured(part, options.size or list(generation.SIZES))
        report = "\n".join([*section.lines, "", circumstances(busy, section.tools)])
        print(report, end="\n\n", flush=True)
        figures |= section.figures
        behind += section.behind
        if options.write:
            write_part(part, report)
    listed = "\n".join(f"- {each}" for each in behind) or "Nowhere in this run."
    if options.write and options.part is None:
        write_part("behind", listed)
    found = [*verdicts(figures, is_whole=options.part is None)]
    print("\n".join([listed, "", *(line for _, line in found)]))
    return 0 if all(holds for holds, _ in found) else 1


def measured(part: str, sizes: list[str]) -> Section:
    match part:
        case "generate":
            return generation.section(sizes)
        case "verify":
            return verifying.section()
        case "diff":
            return comparing.section()
        case "python":
            return runtime.python_section()
        case _:
            return runtime.node_section()


if __name__ == "__main__":
    sys.exit(main())
