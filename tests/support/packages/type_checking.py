"""Programs that use generated packages, judged by type checkers: one run of each checker over all programs.

A program says at its lines what is wrong with them. `# error: arg-type, reportArgumentType` expects the error
`arg-type` from mypy and `reportArgumentType` from pyright, and `// error: TS2322` an error of the TypeScript compiler.
"""

import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from checkout import CASES, CONSUMERS, CONTRACTS, NODE_MODULES, ROOT, TESTS, TSC

from packages.built import RENDERER, write_files
from packages.npm import RESOLUTIONS, STRICT
from sealwax.contract.model.output import FOLDER
from sealwax.diagnostics import errors
from sealwax.pipeline import load, render

PROGRAMS = TESTS / "typing"
Errors: TypeAlias = dict[str, set[tuple[int, str]]]
"""The errors of each file: line and code. Files are named from the workplace, such as `programs/codes/uses.py`."""
EXPECTED = re.compile(r"(?:#|//) error: ([\w, -]+)$")
MYPY = re.compile(r"^(.+\.py):(\d+): error: .*\[([\w-]+)\]$", re.MULTILINE)
COMPILER = re.compile(r"^(.+\.[jt]s)\((\d+),\d+\): error (TS\d+): ", re.MULTILINE)

OVERWRITTEN = "TS2783"
"""A key is given twice: a builder writes what the contract fixes before what it was given, whose type has the key."""
USED = ("task-server", "demanding", "waiting")
"""Contracts of `consumers` that programs use."""
OWN = ("response_v2", "mail_imap", "stac_meta")
"""The packages that pyright reads in strict mode, which takes it several times as long as a program."""


def contracts() -> Iterator[dict[str, bytes]]:
    """The contracts whose packages are installed, each together with those that it extends."""
    for file in sorted(CASES.glob("*/contract.yaml")):
        yield {f"contract/{path.name}": path.read_bytes() for path in file.parent.glob("*.yaml")}
    own = {f"contract/{path.name}": path.read_bytes() for path in CONTRACTS.glob("*.yaml")}
    for file in sorted(
        [*PROGRAMS.glob("*/*.yaml"), *(CONSUMERS / f"{name}.yaml" for name in ("task-server", "demanding", "waiting"))]
    ):
        yield {**own, f"contract/{file.name}": file.read_bytes()}


def workplace(folder: Path) -> Path:
    """A folder with all packages, installed, and all programs."""
    files: dict[str, bytes] = {}
    for sources in contracts():
        loaded, diagnostics = load(sources)
        assert errors(diagnostics) == ()
        files |= render(loaded, RENDERER)
    for generated in (ROOT / FOLDER, ROOT / "examples" / "harbour" / FOLDER):
        paths = (path for path in generated.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        files |= {f"{FOLDER}/{path.relative_to(generated).as_posix()}": path.read_bytes() for path in paths}
    write_files({f"packages/{inner}": files[path] for path, inner in _within(files, "/src/")}, folder)
    modules = {f"node_modules/{name}": files[path] for path, name in _npm_packages(files)}
    write_files(modules, folder)
    shutil.copytree(PROGRAMS, folder / "programs", ignore=shutil.ignore_patterns("*.yaml"))
    for package in NODE_MODULES.iterdir():
        if not package.name.startswith(".") and not (folder / "node_modules" / package.name).exists():
            (folder / "node_modules" / package.name).symlink_to(package)
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    return folder


def _within(files: Mapping[str, bytes], marker: str) -> Iterator[tuple[str, str]]:
    for path in files:
        _, found, inner = path.partition(marker)
        if found:
            yield path, inner


def _npm_packages(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    for path in files:
        match path.split("/", 3):
            case (_, name, "typescript", inner):
                yield path, f"{name}/{inner}"
            case _:
                pass


def expected(file: Path, tool: str) -> set[tuple[int, str]]:
    """What the comments of a program say that `mypy`, `pyright` or `tsc` finds."""
    found = set()
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if stated := EXPECTED.search(line):
            found |= {(number, code) for code in stated[1].split(", ") if _tool_of(code) == tool}
    return found


def _tool_of(code: str) -> str:
    if code.startswith("TS"):
        return "tsc"
    return "pyright" if code.startswith("report") else "mypy"


def by_mypy(place: Path) -> Errors:
    """The errors of mypy in packages and programs."""
    settings = "[mypy]\nstrict = True\nmypy_path = packages\nexplicit_package_bases = True\n"
    (place / "mypy.ini").write_text(settings, encoding="utf-8")
    done = _run(sys.executable, "-m", "mypy", "--cache-dir", ".mypy", "programs", "packages", folder=place)
    return _grouped(MYPY.findall(done), done)


def by_pyright(place: Path) -> Errors:
    """The errors of pyright in our own packages and in programs."""
    settings = {
        "typeCheckingMode": "strict",
        "extraPaths": ["packages"],
        "include": [*(f"packages/{name}" for name in OWN), "programs"],
        "reportUnusedExpression": False,
        "reportUnusedVariable": False,
    }
    (place / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    done = _run(sys.executable, "-m", "pyright", "--outputjson", folder=place)
    found = [
        (
            Path(each["file"]).relative_to(place).as_posix(),
            each["range"]["start"]["line"] + 1,
            each.get("rule", "error"),
        )
        for each in json.loads(done)["generalDiagnostics"]
    ]
    return _grouped(found, done)


def by_compiler(place: Path, resolution: str) -> Errors:
    """The errors of the TypeScript compiler in programs, and in the declarations of packages."""
    programs = [path.relative_to(place).as_posix() for path in sorted((place / "programs").rglob("*.ts"))]
    flags = [*STRICT, *RESOLUTIONS[resolution], "--isolatedDeclarations", "--declaration"]
    done = _run("node", str(TSC), *flags, *programs, *_own(place, "index.d.ts"), folder=place)
    return _grouped(COMPILER.findall(done), done)


def by_compiler_in_modules(place: Path) -> Errors:
    """The errors of the TypeScript compiler in the JavaScript modules of packages."""
    flags = [*STRICT, *RESOLUTIONS["nodenext"], "--allowJs", "--checkJs", "--noUnusedLocals"]
    done = _run("node", str(TSC), *flags, "--maxNodeModuleJsDepth", "0", *_own(place, "*.js"), folder=place)
    found = [each for each in COMPILER.findall(done) if each[2] != OVERWRITTEN]
    return _grouped(found, "" if OVERWRITTEN in done else done)


def _own(place: Path, names: str) -> list[str]:
    """Files of the generated packages."""
    paths = sorted(path for path in place.glob(f"node_modules/*/{names}") if not path.parent.is_symlink())
    return [path.relative_to(place).as_posix() for path in paths]


def _run(*command: str, folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode in (0, 1, 2), done.stderr
    return done.stdout


def _grouped(found: list[tuple[str, int | str, str]] | list[tuple[str, str, str]], printed: str) -> Errors:
    errors_: Errors = defaultdict(set)
    for file, line, code in found:
        errors_[file].add((int(line), code))
    assert found or "error" not in printed.lower().replace("0 errors", ""), printed
    return errors_
