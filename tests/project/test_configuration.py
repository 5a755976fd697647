"""A project says which contracts are read, where the output goes, what is made, and what packages are called."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from checkout import ROOT
from pages.language_reference import heading, language_tables
from samples.small_contracts import SMALL

from sealwax import cli
from sealwax.diagnostics import Report
from sealwax.language.forms import declarations
from sealwax.project.configuration import Configuration
from sealwax.project.configuration_file import configure
from sealwax.project.workspace import read_configuration
from sealwax.targets import TARGETS, load

PAGE = ROOT / "docs" / "configuration.md"
TABLE = re.compile(r"<!-- keys: (?P<name>\w+) -->\n(?P<table>.*?)<!-- end -->\n", re.DOTALL)


def write(root: Path, **files: str) -> None:
    """Files by path; two underscores stand for a slash, one more word for the ending."""
    for path, text in files.items():
        place = root / path.replace("__", "/").replace("_toml", ".toml").replace("_yaml", ".yaml")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two contracts in unusual places."""
    write(tmp_path, api__v1__orders_yaml=SMALL.format(name="orders"))
    write(tmp_path, api__v2__parcels_yaml=SMALL.format(name="parcels"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(root: Path, folder: str) -> set[str]:
    return {path.relative_to(root / folder).as_posix() for path in (root / folder).rglob("*") if path.is_file()}


def test_without_configuration_nothing_is_looked_for(tmp_path: Path) -> None:
    write(
        tmp_path, pyproject_toml='[project]\nname = "sealwax"\ndependencies = ["sealwax"]\n[tool.ruff]\nx = "sealwax"\n'
    )
    assert read_configuration(tmp_path) == {}


@pytest.mark.parametrize(
    "text",
    [
        '[tool.sealwax]\noutput = "x"',
        '[ tool . "sealwax" ]\noutput = "x"',
        "['tool'.'sealwax']\noutput = 'x'",
        '["too\\u006c".sealwax]\noutput = "x"',
        '[tool.sealwax.packages.orders]\npython = "x"',
        'tool.sealwax.output = "x"',
        '"tool".sealwax = {output = "x"}',
        'tool = {sealwax = {output = "x"}}',
        '[tool]\nsealwax.output = "x"',
        '[tool]\n  sealwax = {output = "x"}',
    ],
)
def test_every_spelling_of_the_table_is_noticed(tmp_path: Path, text: str) -> None:
    write(tmp_path, pyproject_toml=f"# ours\n{text}\n")
    assert "sealwax" in tomllib.loads(text)["tool"]
    report = Report()
    assert configure(read_configuration(tmp_path), report) is not None
    assert report.sorted() == ()


def test_contracts_are_read_from_where_the_configuration_says(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, sealwax_toml='contracts = ["api/**/*.yaml", "api/v1/orders.yaml"]\n')
    assert cli.main(["lint"]) == 0
    assert capsys.readouterr().out == "No errors in 2 contracts.\n"
    write(project, sealwax_toml='contracts = ["api/v[23]/*.yaml"]\n')
    assert cli.main(["lint"]) == 0
    assert capsys.readouterr().out == "No errors in 1 contract.\n"


def test_hidden_and_generated_files_are_not_meant_by_stars(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for place in ("api__node_modules__x_yaml", "out__orders__contract_yaml"):
        write(project, **{place: SMALL.format(name="orders")})
    (project / ".venv").mkdir()
    (project / ".venv" / "orders.yaml").write_text(SMALL.format(name="orders"))
    write(project, sealwax_toml='contracts = ["**/*.yaml"]\noutput = "out"\n')
    assert cli.main(["lint"]) == 0
    assert capsys.readouterr().out == "No errors in 2 contracts.\n"
    write(project, sealwax_toml='contracts = [".venv/*.yaml"]\n')
    assert cli.main(["lint"]) == 0
    assert capsys.readouterr().out == "No errors in 1 contract.\n"


def test_a_contract_that_is_only_extended_needs_no_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, contract__shared__base_yaml=SMALL.format(name="base"))
    write(tmp_path, contract__orders_yaml=SMALL.format(name="orders"))
    assert cli.main(["lint", "--root", str(tmp_path)]) == 0
    assert "note[unread-contract]" in capsys.readouterr().out
    child = 'contract: orders\nversion: "1.0.0"\ntitle: Orders\nextends: shared/base.yaml\n'
    write(tmp_path, contract__orders_yaml=child)
    assert cli.main(["lint", "--root", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "No errors in 1 contract.\n"


def test_a_configuration_may_leave_out_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, sealwax_toml="", contract__orders_yaml=SMALL.format(name="orders"))
    assert cli.main(["generate", "--root", str(tmp_path)]) == 0
    assert (tmp_path / "generated" / "orders" / "python").is_dir()
    assert cli.main(["check", "--root", str(tmp_path)]) == 0
    capsys.readouterr()


def test_the_output_goes_where_the_configuration_says(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, sealwax_toml='contracts = ["api/*/*.yaml"]\noutput = "build/out/"\n')
    assert cli.main(["check"]) == 1
    assert not (project / "build").exists()
    assert cli.main(["generate"]) == 0
    assert "wrote build/out/orders/markdown/orders.md\n" in capsys.readouterr().out
    assert not (project / "generated").exists()
    assert "pip install ./build/out/orders/python" in (project / "build/out/README.md").read_text()
    assert cli.main(["check"]) == 0

    (project / "build/out/orders/python/pyproject.toml").write_text("[project]\n")
    (project / "build/out/parcels/json-schema/parcels.schema.json").unlink()
    assert cli.main(["check"]) == 1
    assert cli.main(["generate"]) == 2  # the first of them is no longer ours
    (project / "build/out/orders/python/pyproject.toml").unlink()
    assert cli.main(["generate"]) == 0

    write(project, sealwax_toml='contracts = ["api/v2/*.yaml"]\noutput = "build/out"\n')
    assert cli.main(["generate"]) == 0
    assert not (project / "build/out/orders").exists()
    assert cli.main(["check"]) == 0


@pytest.mark.parametrize("output", ["out", "out/deep/down"])
@pytest.mark.parametrize("command", ["generate", "check"])
def test_an_output_folder_that_is_a_link_is_refused(
    project: Path, capsys: pytest.CaptureFixture[str], output: str, command: str
) -> None:
    (project / "elsewhere").mkdir()
    (project / "out").symlink_to(project / "elsewhere")
    write(project, sealwax_toml=f'contracts = ["api/*/*.yaml"]\noutput = "{output}"\n')
    assert cli.main([command]) == 2
    found = capsys.readouterr()
    assert f"{found.out}{found.err}" == (
        "sealwax.toml:2:11: error[bad-path] out is a symbolic link, but must be a folder\n"
        "  |\n"
        f'2 | output = "{output}"\n'
        f"  |           {'^' * len(output)}\n"
        "  = choose another folder, or move it\n"
        "\n"
        "1 error in 1 file\n"
        "To learn more, run: sealwax explain bad-path\n"
    )
    assert [*(project / "elsewhere").iterdir()] == []


# -- targets ----------------------------------------------------------------------------------------------------------


def test_every_target_can_be_asked_for() -> None:
    assert tuple(load(name).name for name in TARGETS) == TARGETS


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_alone_is_whole(project: Path, target: str, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, sealwax_toml=f'contracts = ["api/v1/orders.yaml"]\ntargets = ["{target}"]\n')
    assert cli.main(["generate"]) == 0
    assert cli.main(["check"]) == 0
    capsys.readouterr()
    made = files(project, "generated")
    place = "orders/conformance.json" if target == "conformance" else f"orders/{target}/"
    for_all = {"index.html"} if target == "html" else set()
    assert {path for path in made if not path.startswith(place)} == {
        "README.md",
        "manifest.txt",
        "contract-language.schema.json",
        *for_all,
    }
    assert any(path.startswith(place) for path in made)
    for path in made:
        if path.endswith(".md"):
            page = project / "generated" / path
            for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
                assert (page.parent / link).exists(), f"{path}: {link}"


def test_a_target_that_is_no_longer_asked_for_is_deleted(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, sealwax_toml='contracts = ["api/v1/*.yaml"]\ntargets = ["usual", "conformance"]\n')
    assert cli.main(["generate"]) == 0
    everything = files(project, "generated")
    write(project, sealwax_toml='contracts = ["api/v1/*.yaml"]\ntargets = ["markdown", "python"]\n')
    assert cli.main(["check"]) == 1
    assert cli.main(["generate"]) == 0
    capsys.readouterr()
    gone = everything - files(project, "generated")
    assert {path.split("/")[1] for path in gone} == {"typescript", "json-schema", "conformance.json"}


# -- what packages contain --------------------------------------------------------------------------------------------

MCP_FILES = {"mcp.py", "mcp.js", "mcp-v1.js"}
HTTP_FILES = {"http.py", "fastapi.py", "http.js", "openapi.json"}
SCHEMA_FILES = {"schemas.js", "schemas.d.ts", "envelope.json"}
LEAN_FILES = {"schemas-lean.js", "schemas-lean.d.ts", "envelope.lean.json"}
ON_REQUEST = {*MCP_FILES, *HTTP_FILES, *SCHEMA_FILES, *LEAN_FILES, "contract.yaml", "orders.draft-07.schema.json"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", set()),
        ('serve = ["mcp"]', MCP_FILES | SCHEMA_FILES | LEAN_FILES),
        ('serve = ["http"]', HTTP_FILES),
        ('serve = ["http", "mcp"]', MCP_FILES | HTTP_FILES | SCHEMA_FILES | LEAN_FILES),
        ("schemas = true", SCHEMA_FILES),
        ("extendable = true", {"contract.yaml"}),
        ("draft-07 = true", {"orders.draft-07.schema.json"}),
    ],
)
def test_what_few_programs_need_is_generated_on_request(
    tmp_path: Path, text: str, expected: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["init", "--name", "orders", "--root", str(tmp_path)]) == 0
    write(tmp_path, sealwax_toml=text)
    assert cli.main(["generate", "--root", str(tmp_path)]) == 0
    capsys.readouterr()
    made = {path.rpartition("/")[2] for path in files(tmp_path, "generated")}
    assert made & ON_REQUEST == expected
    imports = "import orders"
    imports += "; import orders.http" if "http.py" in made else ""
    imports += "; import orders.schemas; orders.schemas.response_schema()" if "envelope.json" in made else ""
    source = tmp_path / "generated" / "orders" / "python" / "src"
    subprocess.run([sys.executable, "-c", imports], cwd=source, check=True)
    described = json.loads((tmp_path / "generated/orders/typescript/package.json").read_text())
    inner = tmp_path / "generated" / "orders" / "typescript"
    targets = [each for entry in described["exports"].values() if isinstance(entry, dict) for each in entry.values()]
    assert all((inner / target).exists() for target in targets)
    assert ("peerDependencies" in described) == ("mcp" in text)
    project = tomllib.loads((source.parent / "pyproject.toml").read_text())["project"]
    extras = {*(["mcp"] if "mcp" in text else []), *(["fastapi"] if "http" in text else [])}
    assert {*project.get("optional-dependencies", {})} == extras


# -- packages ---------------------------------------------------------------------------------------------------------

NAMED = """\
[tool.sealwax]
contracts = ["api/v1/orders.yaml"]

[tool.sealwax.packages.orders]
python = "Acme.Orders"
typescript = "@acme/orders"
"""


def test_packages_have_the_names_that_the_configuration_gives(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, pyproject_toml=NAMED)
    assert cli.main(["generate"]) == 0
    assert cli.main(["check"]) == 0
    capsys.readouterr()
    folder = project / "generated" / "orders"
    described = tomllib.loads((folder / "python" / "pyproject.toml").read_text())
    assert described["project"]["name"] == "Acme.Orders"
    assert described["tool"]["flit"]["module"]["name"] == "acme_orders"
    assert [path.name for path in (folder / "python" / "src").iterdir()] == ["acme_orders"]
    assert json.loads((folder / "typescript" / "package.json").read_text())["name"] == "@acme/orders"
    assert 'import { safeParseJson } from "@acme/orders";' in (folder / "typescript" / "README.md").read_text()
    assert "from acme_orders import" in (folder / "python" / "README.md").read_text()
    overview = (project / "generated" / "README.md").read_text()
    assert "then `import acme_orders`" in overview
    assert 'then `import … from "@acme/orders"`' in overview
    for path in folder.rglob("*"):
        if path.suffix in (".py", ".ts", ".js"):
            assert not re.search(r"(from|import) [\"']?orders\b", path.read_text(encoding="utf-8")), path
    done = subprocess.run(
        [sys.executable, "-c", "import acme_orders as it; print(it.is_valid({'ok': True}), it.__name__)"],
        cwd=folder / "python" / "src",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "True acme_orders\n"


def test_a_module_can_have_a_name_of_its_own(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, pyproject_toml=NAMED + 'python_module = "orders_of_acme"\n')
    assert cli.main(["generate"]) == 0
    capsys.readouterr()
    python = project / "generated" / "orders" / "python"
    assert (python / "src" / "orders_of_acme" / "py.typed").exists()
    assert tomllib.loads((python / "pyproject.toml").read_text())["project"]["name"] == "Acme.Orders"


def test_payloads_are_held_to_contracts_by_name_wherever_they_are(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, sealwax_toml='contracts = ["api/*/*.yaml"]\n')
    (project / "log.json").write_text('{"ok": true}\n{"ok": 1}\n')
    assert cli.main(["verify", "parcels", "log.json"]) == 1
    assert "log.json:2: error[" in capsys.readouterr().out
    assert cli.main(["verify", "parcel", "log.json"]) == 2
    assert capsys.readouterr().err == (
        "sealwax: there is no contract 'parcel' in api/v1, api/v2\nhint: did you mean 'parcels'?\n"
    )
    write(project, sealwax_toml='contract = ["api/*/*.yaml"]\n')
    assert cli.main(["verify", "parcels", "log.json"]) == 2
    assert "error[unknown-key]" in capsys.readouterr().err


# -- the reference ----------------------------------------------------------------------------------------------------


def test_every_key_is_in_the_reference(refresh_goldens: bool) -> None:
    tables = language_tables(Configuration)
    page = PAGE.read_text(encoding="utf-8")
    if refresh_goldens:
        filled = TABLE.sub(lambda at: f"<!-- keys: {at['name']} -->\n{tables[at['name']]}\n<!-- end -->\n", page)
        PAGE.write_text(filled, encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    assert {at["name"]: at["table"].strip() for at in TABLE.finditer(page)} == tables, "run pytest --refresh-goldens"
    headings = re.findall(r"^### (.+)\n\n<!-- keys: (\w+) -->$", page, re.MULTILINE)
    assert headings == [(heading(entry), entry.__name__) for entry in declarations(Configuration)]
    anchors = {title.lower().replace(" ", "-") for title in re.findall(r"^#+ (.+)$", page, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= anchors


def test_the_examples_of_the_reference_are_configurations() -> None:
    examples = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert len(examples) == 3
    for text in examples:
        file = "pyproject.toml" if "[tool.sealwax" in text else "sealwax.toml"
        report = Report()
        assert configure({file: text.encode()}, report) is not None
        assert report.sorted() == ()


def test_the_targets_of_the_reference_are_those_that_there_are() -> None:
    rows = re.findall(
        r"^\| `([a-z-]+)` \| [`\w]+", PAGE.read_text(encoding="utf-8").split("## Targets")[1], re.MULTILINE
    )
    assert tuple(rows) == TARGETS
