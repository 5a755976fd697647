"""An installed package adds a target, which is generated and checked like ours; nothing of a checkout is imported.

`examples/go-target` is such a package. It is installed into an environment of its own and run outside the checkout.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from checkout import ROOT, read_contract
from hypothesis import given
from samples.small_contracts import SMALL
from strategies.hostile import prose, strings

from sealwax.languages import INVISIBLE, one_line

EXAMPLE = ROOT / "examples" / "go-target"


@dataclass(frozen=True)
class Environment:
    """A virtual environment with sealwax and sealwax-go in it."""

    python: Path
    packages: Path

    def sealwax(self, *arguments: str, folder: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
        own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        own["PYTHONDONTWRITEBYTECODE"] = "1"  # a module that is replaced within a second would be taken for the same
        command = [self.python, *(("-X", "dev") if variables.pop("dev", "") else ()), "-m", "sealwax", *arguments]
        return subprocess.run(
            command, cwd=folder, env=own | variables, capture_output=True, encoding="utf-8", check=False
        )


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip())
    # sealwax and what it needs come from the environment that runs the tests.
    (packages / "tests.pth").write_text(f"{ROOT / 'src'}\n{sysconfig.get_path('purelib')}\n")
    source = shutil.copytree(EXAMPLE, folder / "go-target", ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python, "install", "--quiet"]
    options = ["--no-build-isolation", "--no-deps", "--no-index"]
    subprocess.run([*map(str, pip), *options, str(source)], cwd=folder, check=True)
    return Environment(python, packages)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    (root / "contract").mkdir(parents=True)
    shutil.copy(ROOT / "contract" / "response-v2.yaml", root / "contract")
    (root / "contract" / "orders.yaml").write_text(SMALL.format(name="orders"))
    (root / "sealwax.toml").write_text('targets = ["json-schema", "go"]\n')
    return root


Install = Callable[..., Path]

WELL = """
    from pathlib import Path

    from sealwax.rendering import Finished, Page, Target, header


    def pages(contract):
        path = f"{contract.name}/NAME/all.txt"
        yield Page(path, "NAME/all.txt.j2", (Finished(f"# {header(contract.name)}"), contract))


    def shout(text):
        return Finished(text.upper())


    TARGET = Target("NAME", pages, {"shout": shout}, templates=Path(__file__).parent / "templates")
"""


@pytest.fixture
def install(environment: Environment) -> Iterator[Install]:
    """Installs a package with one module and one template, as pip would lay them out."""
    placed: list[Path] = []

    def installed(target: str, source: str = WELL, template: str = "{{ view[0] }}\n", package: str = "") -> Path:
        package = package or f"sealwax_{target.replace('-', '_')}"
        module, facts = environment.packages / package, environment.packages / f"{package}-1.0.dist-info"
        placed.extend((module, facts))
        folder = module / "templates" / target.replace("-", "_")
        folder.mkdir(parents=True)
        facts.mkdir()
        (module / "__init__.py").write_text(textwrap.dedent(source).replace("NAME", target))
        (folder / "all.txt.j2").write_text(template)
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (facts / "entry_points.txt").write_text(f"[sealwax.targets]\n{target} = {package}:TARGET\n")
        return module

    yield installed
    for path in placed:
        shutil.rmtree(path, ignore_errors=True)


# -- the example ------------------------------------------------------------------------------------------------------


def test_the_example_generates_go_and_is_checked_for_drift(environment: Environment, project: Path) -> None:
    done = environment.sealwax("generate", folder=project)
    assert (done.returncode, done.stderr) == (0, "")
    made = project / "generated" / "response-v2" / "go" / "catalogue.go"
    text = made.read_text(encoding="utf-8")
    assert text.startswith("// Generated by sealwax from the contract response-v2.")
    assert '\tErrorCodeSpecNotFound ErrorCode = "SPEC_NOT_FOUND"\n' in text
    assert "\tcase ErrorCodeSpecNotFound:\n\t\treturn ErrorTypeNotFound, true\n" in text
    assert "\tcase ErrorTypeNotFound:\n\t\treturn 404, true\n" in text
    assert '\tcase ErrorTypeRateLimit:\n\t\treturn "yes", "after the delay", true\n' in text
    assert not (project / "generated" / "orders" / "go").exists()  # it has no error codes
    assert environment.sealwax("check", folder=project).returncode == 0

    made.write_text(text.replace("404", "410"), encoding="utf-8")
    drifted = environment.sealwax("check", folder=project)
    assert drifted.returncode == 1
    assert "generated/response-v2/go/catalogue.go:" in drifted.stdout
    assert environment.sealwax("generate", folder=project).returncode == 0
    assert made.read_text(encoding="utf-8") == text

    (project / "sealwax.toml").write_text('targets = ["json-schema"]\n')
    assert environment.sealwax("generate", folder=project).returncode == 0
    assert not made.parent.exists()


def test_the_go_of_the_example_is_laid_out_as_gofmt_does(environment: Environment, project: Path) -> None:
    assert environment.sealwax("generate", folder=project).returncode == 0
    text = (project / "generated" / "response-v2" / "go" / "catalogue.go").read_text(encoding="utf-8")
    lines = text.split("\n")
    assert text.endswith("}\n")
    assert "\n\n\n" not in text
    assert [line for line in lines if line != line.rstrip() or re.match(r"\t* ", line)] == []
    # gofmt aligns the constants of consecutive lines, so there must be none.
    constants = [number for number, line in enumerate(lines) if re.match(r"\t\w+ \w+ = ", line)]
    assert len(constants) > 20
    assert all(lines[number - 1].startswith("\t// ") for number in constants)


@pytest.fixture(scope="module")
def spelling() -> ModuleType:
    spec = spec_from_file_location("spelling", EXAMPLE / "src" / "sealwax_go" / "spelling.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@given(text=strings)
def test_no_text_leaves_its_string_in_go(spelling: ModuleType, text: str) -> None:
    literal = spelling.string(text)
    assert ast.literal_eval(literal) == text  # these escapes mean the same in Python
    assert re.fullmatch(r'"(?:[^"\\]|\\["\\]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*"', literal)
    assert not re.search(INVISIBLE, literal)


@given(text=prose)
def test_no_text_leaves_its_comment_in_go(spelling: ModuleType, text: str) -> None:
    line = spelling.comment(text)
    assert line.strip() == line != ""
    assert not re.search(INVISIBLE, line)
    assert "``" not in line
    assert "''" not in line
    if text.isascii() and text.isprintable() and not re.search("``|''", text):
        assert line == (one_line(text) or "no description")


def test_the_example_knows_every_code_of_a_real_contract(environment: Environment, project: Path) -> None:
    assert environment.sealwax("generate", folder=project).returncode == 0
    text = (project / "generated" / "response-v2" / "go" / "catalogue.go").read_text(encoding="utf-8")
    found = dict(re.findall(r'^\t(Error\w+) \w+ = "(\w+)"$', text, re.MULTILINE))
    enums = [enum for enum in read_contract().enums if enum.name in ("ErrorType", "ErrorCode")]
    assert [*found.values()] == [value.value for enum in enums for value in enum.values]


# -- any package ------------------------------------------------------------------------------------------------------


def test_a_target_brings_its_own_templates_filters_and_file_names(
    environment: Environment, project: Path, install: Install
) -> None:
    install("plain-text", template="{{ view[0] }}\n{{ view[1].title | shout }}\n")
    (project / "sealwax.toml").write_text('targets = ["plain-text", "go"]\n')
    assert environment.sealwax("generate", folder=project).returncode == 2  # a template folder has no hyphens
    (environment.packages / "sealwax_plain_text" / "__init__.py").write_text(
        textwrap.dedent(WELL).replace("NAME/all.txt.j2", "plain_text/all.txt.j2").replace("NAME", "plain-text")
    )
    assert environment.sealwax("generate", folder=project).returncode == 0
    made = project / "generated"
    assert (made / "orders" / "plain-text" / "all.txt").read_text().splitlines()[1].isupper()
    assert {path.name for path in (made / "response-v2").iterdir()} == {"plain-text", "go"}
    assert "python" not in (made / "README.md").read_text()


def test_an_unknown_target_is_reported_with_those_that_are_installed(environment: Environment, project: Path) -> None:
    (project / "sealwax.toml").write_text('targets = ["goo", "rust"]\n')
    done = environment.sealwax("lint", "--format", "json", folder=project)
    assert done.returncode == 2
    first, second = json.loads(done.stdout)["diagnostics"]
    assert (first["code"], first["column"], first["hint"]) == ("bad-value", 13, "did you mean 'go'?")
    assert first["message"].endswith(", usual, go")
    assert second["hint"].endswith("; or install the package that offers it")


def test_two_packages_cannot_offer_the_same_target(environment: Environment, project: Path, install: Install) -> None:
    install("go", package="rival")
    done = environment.sealwax("check", folder=project)
    assert done.returncode == 2
    assert "sealwax.toml:1:28: error[duplicate-name] several packages offer a target 'go': " in done.stdout
    assert "rival 1.0" in done.stdout
    assert "sealwax-go 0.1.0" in done.stdout


def test_a_package_cannot_offer_a_target_of_ours(environment: Environment, project: Path, install: Install) -> None:
    install("json-schema", package="rival", source='raise RuntimeError("imported")\n')
    done = environment.sealwax("check", folder=project)
    assert done.returncode == 2
    assert "several packages offer a target 'json-schema': sealwax, rival 1.0" in done.stdout
    (project / "sealwax.toml").write_text('targets = ["json-schema"]\n')
    assert environment.sealwax("generate", folder=project).returncode == 0  # ours, and the other is not looked at


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import nothing_like_it\n", "cannot be loaded: ModuleNotFoundError: No module named 'nothing_like_it'"),
        ("import sys\nsys.exit(0)\n", "cannot be loaded: SystemExit: 0"),
        ("OTHER = 1\n", "cannot be loaded: AttributeError: module 'sealwax_own' has no attribute 'TARGET'"),
        ("TARGET = 1\n", "cannot be loaded: TypeError: the entry point refers to int, not to a Target"),
        (WELL.replace('Target("NAME"', 'Target("other"'), "cannot be loaded: ValueError: the entry point is called"),
        (WELL.replace('/ "templates"', '/ "absent"'), "cannot be loaded: ValueError: its `templates` is not a folder"),
        (WELL.replace("path = ", "path = 1 / 0 #"), "failed for the contract 'orders': ZeroDivisionError"),
        (WELL.replace("yield Page(", "yield ("), "failed for the contract 'orders': "),
        (WELL.replace("/NAME/all.txt", "/python/all.txt", 1), "not a path below orders/own/: 'orders/python/all.txt'"),
        (WELL.replace('f"{contract.name}/NAME/', 'f"NAME/', 1), "not a path below orders/own/: 'own/all.txt'"),
        (WELL.replace("/NAME/all", "/NAME/../../all", 1), "not a path below orders/own/"),
        (WELL.replace("path = f", "path = '/etc/' + f"), "not a path below orders/own/"),
        (
            WELL.replace("yield Page(", "yield Page(path, '', None)\n        yield Page("),
            "two pages have the same path",
        ),
        (
            WELL.replace("yield Page(", "import sys; sys.exit(0); yield Page("),
            "failed for the contract 'orders': SystemE",
        ),
    ],
    ids=range(14),
)
def test_a_target_that_fails_is_an_error_that_names_its_package(
    environment: Environment, project: Path, install: Install, source: str, message: str
) -> None:
    install("own", source=source)
    (project / "sealwax.toml").write_text('targets = [\n  "json-schema",\n  "own",\n]\n')
    done = environment.sealwax("check", folder=project)
    assert done.returncode == 2
    assert done.stdout.startswith("sealwax.toml:3:4: error[broken-target] the target 'own' of sealwax_own 1.0 ")
    assert message in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert environment.sealwax("generate", folder=project).returncode == 2
    assert not (project / "generated").exists()


def test_the_author_of_a_target_sees_where_it_fails(environment: Environment, project: Path, install: Install) -> None:
    install("own", source=WELL.replace("path = ", "path = 1 / 0 #"))
    (project / "sealwax.toml").write_text('targets = ["own"]\n')
    done = environment.sealwax("check", folder=project, dev="yes")
    assert "Traceback" in done.stderr
    assert re.search(r'sealwax_own/__init__\.py", line \d+, in pages', done.stderr)


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{ view[1].title }}\n", "TypeError: str is not finished code and needs a filter: "),
        ("{{ view[2] }}\n", "has no element 2"),
        ("{{ view[1] | shout }}\n", "AttributeError: 'Contract' object has no attribute 'upper'"),
        ("{{ view[0] | quiet }}\n", "No filter named 'quiet'"),
    ],
)
def test_a_template_of_a_target_that_fails_is_shown_with_its_line(
    environment: Environment, project: Path, install: Install, template: str, message: str
) -> None:
    install("own", template=f"\n{template}")
    (project / "sealwax.toml").write_text('targets = ["own"]\n')
    done = environment.sealwax("check", folder=project)
    assert done.returncode == 2
    assert done.stdout.startswith("sealwax.toml:1:13: error[broken-target] the target 'own' of sealwax_own 1.0 ")
    assert " cannot print generated/orders/own/all.txt: own/all.txt.j2, line 2: " in done.stdout
    assert message in done.stdout


def test_python_of_a_target_that_is_none_is_an_error_of_that_target(
    environment: Environment, project: Path, install: Install
) -> None:
    install("own", source=WELL.replace("all.txt", "all.py", 1), template="{{ view[0] }}\nif (:\n")
    (project / "sealwax.toml").write_text('targets = ["own"]\n')
    done = environment.sealwax("check", folder=project)
    assert done.returncode == 2
    assert "error[broken-target] the target 'own' of sealwax_own 1.0 printed what ruff cannot format: " in done.stdout
    assert "generated/orders/own/all.py:2:5: " in done.stdout


# -- the checkout -----------------------------------------------------------------------------------------------------

EVIL = 'from pathlib import Path\nPath("/").joinpath(__file__).with_name("ran").touch()\nTARGET = None\n'


def plant(folder: Path) -> None:
    """Modules and metadata that Python would find if the folder were on its path."""
    folder.mkdir(parents=True, exist_ok=True)
    for module in ("sealwax_go", "evil", "difflib", "site", "importlib_metadata"):
        (folder / f"{module}.py").write_text(EVIL)
    for name in ("evil-1.0.dist-info", "evil.egg-info"):
        (folder / name).mkdir()
        (folder / name / "entry_points.txt").write_text("[sealwax.targets]\nevil = evil:TARGET\ngo = evil:TARGET\n")
        for facts in ("METADATA", "PKG-INFO"):
            (folder / name / facts).write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")


def test_nothing_of_a_checkout_is_imported(environment: Environment, project: Path) -> None:
    plant(project)
    done = environment.sealwax("generate", folder=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert (project / "generated" / "response-v2" / "go" / "catalogue.go").is_file()
    (project / "sealwax.toml").write_text('targets = ["evil"]\n')
    refused = environment.sealwax("check", folder=project)
    assert refused.returncode == 2
    assert "'evil' is not one of python, typescript, json-schema, markdown, " in refused.stdout
    assert ", go\n" in refused.stdout
    assert not (project / "ran").exists()


@pytest.mark.parametrize("place", [".", "src"])
def test_nothing_of_a_checkout_is_imported_even_if_it_is_on_the_path(
    environment: Environment, project: Path, place: str
) -> None:
    (project / place).mkdir(exist_ok=True)
    (project / place / "sealwax_go.py").write_text(EVIL)
    elsewhere = project.parent / "elsewhere"
    elsewhere.mkdir()
    path = str((project / place).resolve())
    done = environment.sealwax("generate", "--root", str(project), folder=elsewhere, PYTHONPATH=path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (project / "generated" / "response-v2" / "go" / "catalogue.go").is_file()
    assert not (project / place / "ran").exists()


def test_a_package_that_is_installed_from_the_checkout_itself_is_refused(
    environment: Environment, project: Path, install: Install
) -> None:
    """As `pip install --editable` does with a finder: the metadata is installed, the code stays where it is."""
    shutil.rmtree(install("own"))
    (project / "own").mkdir()
    (project / "own" / "sealwax_own.py").write_text(EVIL)
    finder = environment.packages / "own_finder.py"
    finder.write_text(
        "import sys\nfrom importlib.util import spec_from_file_location\n\n\n"
        "class Finder:\n"
        "    @staticmethod\n"
        "    def find_spec(name, path=None, target=None):\n"
        f"        file = {str(project / 'own' / 'sealwax_own.py')!r}\n"
        "        return spec_from_file_location(name, file) if name == 'sealwax_own' else None\n\n\n"
        "sys.meta_path.append(Finder)\n"
    )
    hook = environment.packages / "own.pth"
    hook.write_text("import own_finder\n")
    try:
        (project / "sealwax.toml").write_text('targets = ["own"]\n')
        done = environment.sealwax("check", folder=project)
        assert done.returncode == 2
        assert "sealwax_own is part of this project, and nothing of a project is ever imported" in done.stdout
        assert not (project / "own" / "ran").exists()
    finally:
        hook.unlink()
        finder.unlink()
