"""Runs the benchmarks, and writes what came out into benchmarks/README.md.

make bench                                      everything, and the tables into the page
python benchmarks/run.py generate 100 1000      only these sizes of `sealwax generate`, to the terminal
python benchmarks/run.py python                 only the generated Python package
python benchmarks/run.py node                   only the generated TypeScript package
python benchmarks/run.py verify                 only `sealwax verify`
python benchmarks/run.py diff                   only `sealwax diff`
"""

import argparse
import os
import sys

import comparing
import generation
import runtime
import verifying
from judging import Bar, Section, circumstances, write_section

PARTS = ("generate", "python", "node", "verify", "diff")


def main() -> int:
    arguments = argparse.ArgumentParser(description="Measures sealwax, and what it generates, beside other tools.")
    arguments.add_argument("part", nargs="?", choices=PARTS, help="one part alone; all of them by default")
    arguments.add_argument("size", nargs="*", help=f"for `generate`: any of {', '.join(generation.SIZES)}")
    arguments.add_argument("--write", action="store_true", help="put the tables into benchmarks/README.md")
    options = arguments.parse_args()
    bars: list[Bar] = []
    for part in PARTS:
        if options.part in (None, part):
            busy = os.getloadavg()[0]
            section = measured(part, options.size or list(generation.SIZES))
            report = "\n".join([*section.lines, "", circumstances(busy, section.tools)])
            print(report, end="\n\n")
            bars += section.bars
            if options.write:
                write_section(part, report)
    return 0 if all(bar.passed for bar in bars) else 1


def measured(part: str, sizes: list[str]) -> Section:
    if part == "generate":
        return generation.section(sizes)
    if part == "verify":
        return verifying.section()
    if part == "diff":
        return comparing.section()
    return runtime.python_section() if part == "python" else runtime.node_section()


if __name__ == "__main__":
    sys.exit(main())
