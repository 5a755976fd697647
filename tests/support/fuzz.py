"""Searches for mistakes with random input, for a given time: `make fuzz MODE=drift SECONDS=1200`.

Each module of `fuzzing/` is a mode. Its `run(seconds)` draws from the global `random`, prints counts, and raises an
AssertionError that describes what it found. `--seed` repeats the draws of a run.
"""

import argparse
import importlib
import random
import sys
import time
from pathlib import Path

MODES = sorted(path.stem for path in Path(__file__).with_name("fuzzing").glob("[a-z]*.py"))


def main() -> int:
    parser = argparse.ArgumentParser(description="Searches for mistakes with random input.")
    parser.add_argument("mode", nargs="?", choices=MODES, default="agreement", help="default: agreement")
    parser.add_argument("--seconds", type=float, default=60, help="how long to search (default: 60)")
    parser.add_argument("--seed", type=int, help="repeat the draws of a run (default: drawn)")
    parser.add_argument("--replay", type=Path, help="try a reported disagreement again")
    options = parser.parse_args()
    if options.replay:
        from fuzzing import agreement  # takes long to import

        return agreement.replay(options.replay)
    return search(options.mode, options.seconds, random.randrange(10**6) if options.seed is None else options.seed)


def search(mode: str, seconds: float, seed: int) -> int:
    """Run a mode. Returns 1 if it found something."""
    random.seed(seed)
    begin, found = time.time(), 0
    try:
        importlib.import_module(f"fuzzing.{mode}").run(seconds)
    except AssertionError as mistake:
        print(mistake)
        found = 1
    print(f"fuzz {mode}: {'FAILED' if found else 'nothing found'}, {time.time() - begin:.0f} s, --seed {seed}")
    return found


if __name__ == "__main__":
    sys.exit(main())
