"""Programs that use the packages: mypy, pyright and the TypeScript compiler accept them, and find each mistake in them.

A folder below `typing` has programs about one feature, and the contract that they use if no other test has it. To add
one, write it as a user would, and state at the line of each mistake what is found there (`packages/type_checking.py`).
"""

from pathlib import Path

import pytest
from packages.npm import RESOLUTIONS
from packages.type_checking import (
    PROGRAMS,
    Errors,
    by_compiler,
    by_compiler_in_modules,
    by_mypy,
    by_pyright,
    expected,
    workplace,
)


def programs(suffix: str) -> list[str]:
    return [path.relative_to(PROGRAMS).as_posix() for path in sorted(PROGRAMS.rglob(f"*{suffix}"))]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return workplace(tmp_path_factory.mktemp("typing"))


@pytest.fixture(scope="module")
def mypy(place: Path) -> Errors:
    return by_mypy(place)


@pytest.fixture(scope="module")
def pyright(place: Path) -> Errors:
    return by_pyright(place)


@pytest.fixture(scope="module", params=RESOLUTIONS)
def compiler(place: Path, request: pytest.FixtureRequest) -> Errors:
    return by_compiler(place, request.param)


@pytest.mark.parametrize("program", programs(".py"))
def test_mypy_finds_the_mistakes_of_a_program_and_no_others(program: str, mypy: Errors) -> None:
    assert mypy.get(f"programs/{program}", set()) == expected(PROGRAMS / program, "mypy")


@pytest.mark.parametrize("program", programs(".py"))
def test_pyright_finds_the_mistakes_of_a_program_and_no_others(program: str, pyright: Errors) -> None:
    assert pyright.get(f"programs/{program}", set()) == expected(PROGRAMS / program, "pyright")


@pytest.mark.parametrize("program", programs(".ts"))
def test_the_compiler_finds_the_mistakes_of_a_program_and_no_others(program: str, compiler: Errors) -> None:
    assert compiler.get(f"programs/{program}", set()) == expected(PROGRAMS / program, "tsc")


def test_type_checkers_find_nothing_in_python_packages(mypy: Errors, pyright: Errors) -> None:
    found = {**mypy, **pyright}
    assert {file: found[file] for file in found if file.startswith("packages/")} == {}


def test_the_compiler_finds_nothing_in_declarations(compiler: Errors) -> None:
    assert {file: found for file, found in compiler.items() if not file.startswith("programs/")} == {}


def test_the_compiler_finds_nothing_in_modules(place: Path) -> None:
    assert by_compiler_in_modules(place) == {}
