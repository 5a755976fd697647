"""The disk: contracts are read with care, generated files are written whole, and nobody else's file is touched."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from sealwax import cli
from sealwax.contract.model.output import FOLDER
from sealwax.drift.comparison import DriftKind, compare, digest, is_marked, manifest_path, manifest_text
from sealwax.drift.obstacles import obstacles
from sealwax.drift.output_folder import carry_out, locked, read_tree
from sealwax.drift.repair import steps
from sealwax.failures import WorkspaceError
from sealwax.project import workspace
from sealwax.project.workspace import read_contracts, require_project
from sealwax.rendering import header

MANIFEST = manifest_path(FOLDER)
MARKED = f"# {header('demo')}\n"
OLD = {
    "generated/README.md": f"<!-- {header('demo')} -->\nold\n",
    "generated/demo/kept.json": '{"kept": true}\n',
    "generated/demo/changed.json": '{"age": "old"}\n',
    "generated/demo/changed.py": MARKED + "AGE = 'old'\n" * 500,
    "generated/demo/gone/away/gone.json": "{}\n",
    "generated/demo/gone/gone.py": MARKED,
}
NEW = {
    "generated/README.md": f"<!-- {header('demo')} -->\nnew\n",
    "generated/demo/kept.json": '{"kept": true}\n',
    "generated/demo/changed.json": '{"age": "new"}\n',
    "generated/demo/changed.py": MARKED + "AGE = 'new'\n" * 700,
    "generated/demo/fresh/fresh.json": "[1]\n",
    "generated/demo/fresh/py.typed": "",
}
NEWER = {
    **NEW,
    "generated/demo/changed.json": '{"age": "newer"}\n',
    "generated/demo/fresh/fresh.json": "[1, 2]\n",
    "generated/demo/fresh/py.typed": "partial\n",
}
for version in (OLD, NEW, NEWER):
    unmarked = {path: digest(text.encode()) for path, text in version.items() if not is_marked(text.encode())}
    version[MANIFEST] = manifest_text(MARKED.strip(), unmarked.items(), FOLDER)


def generate(root: Path, texts: Mapping[str, str]) -> dict[str, DriftKind]:
    """What `sealwax generate` does once it knows the expected files. Returns the drift that it found."""
    expected = encoded(texts)
    with locked(root):
        tree = read_tree(root, expected)
        drifts = compare(expected, tree)
        assert not obstacles(expected, tree)
        assert not [drift.path for drift in drifts if drift.kind is DriftKind.FOREIGN]
        carry_out(root, steps(expected, tree, drifts))
    return {drift.path: drift.kind for drift in drifts}


def drift(root: Path, texts: Mapping[str, str]) -> dict[str, DriftKind]:
    expected = encoded(texts)
    return {found.path: found.kind for found in compare(expected, read_tree(root, expected))}


def encoded(texts: Mapping[str, str]) -> dict[str, bytes]:
    return {path: text.encode() for path, text in texts.items()}


def everything_below(root: Path) -> dict[str, str | None]:
    """Each file with its text, each folder with None."""
    found = sorted((root / "generated").rglob("*"))
    return {path.relative_to(root).as_posix(): None if path.is_dir() else path.read_text() for path in found}


def contents(root: Path) -> dict[str, str]:
    return {path: text for path, text in everything_below(root).items() if text is not None}


def put(root: Path, path: str, text: str = "mine\n") -> Path:
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
    return place


# -- contracts --------------------------------------------------------------------------------------------------------


def test_contracts_are_read_sorted_by_name_and_nothing_else_is(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yaml", "README.md", ".#a.yaml", ".hidden.yml", "sub/c.yaml"):
        put(tmp_path, f"contract/{name}", name)
    assert list(read_contracts(tmp_path).items()) == [("contract/a.yaml", b"a.yaml"), ("contract/b.yaml", b"b.yaml")]


def test_a_project_without_contracts_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="no contracts found") as caught:
        read_contracts(tmp_path)
    assert "sealwax init" in caught.value.hint
    put(tmp_path, "contract/README.md")
    with pytest.raises(WorkspaceError, match="no contracts found"):
        read_contracts(tmp_path)
    with pytest.raises(WorkspaceError, match="is not a folder"):
        require_project(tmp_path / "contract" / "README.md")


@pytest.mark.parametrize("name", ["demo.yml", "demo.YAML", "demo.Yml"])
def test_another_extension_is_an_error_that_names_the_right_one(tmp_path: Path, name: str) -> None:
    put(tmp_path, f"contract/{name}")
    with pytest.raises(
        WorkspaceError, match=f"contract/{name}: the file name of a contract must end in .yaml"
    ) as caught:
        read_contracts(tmp_path)
    assert caught.value.hint == "rename it to contract/demo.yaml"


def test_a_contract_that_cannot_be_read_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "contract" / "demo.yaml").mkdir(parents=True)
    with pytest.raises(WorkspaceError, match=r"cannot read contract/demo\.yaml: it is not a regular file"):
        read_contracts(tmp_path)
    (tmp_path / "contract" / "demo.yaml").rmdir()
    os.mkfifo(tmp_path / "contract" / "demo.yaml")
    with pytest.raises(WorkspaceError, match=r"cannot read contract/demo\.yaml: it is not a regular file"):
        read_contracts(tmp_path)
    (tmp_path / "contract" / "demo.yaml").unlink()
    (tmp_path / "contract" / "demo.yaml").symlink_to("nowhere.yaml")
    with pytest.raises(WorkspaceError, match=r"cannot read contract/demo\.yaml: No such file"):
        read_contracts(tmp_path)


def test_of_a_huge_contract_only_so_much_is_read_as_shows_that_it_is_too_large(tmp_path: Path) -> None:
    huge = put(tmp_path, "contract/demo.yaml")
    os.truncate(huge, 1 << 40)
    assert len(read_contracts(tmp_path)["contract/demo.yaml"]) == workspace.CONTRACT_LIMIT


# -- writing ----------------------------------------------------------------------------------------------------------


def test_generating_makes_the_disk_what_the_contracts_say(tmp_path: Path) -> None:
    generate(tmp_path, OLD)
    assert drift(tmp_path, OLD) == {}
    generate(tmp_path, NEW)
    assert drift(tmp_path, NEW) == {}
    assert contents(tmp_path) == NEW


def test_folders_that_become_empty_are_removed_and_the_output_folder_stays(tmp_path: Path) -> None:
    generate(tmp_path, OLD)
    generate(tmp_path, NEW)
    assert not (tmp_path / "generated/demo/gone").exists()
    generate(tmp_path, {})
    assert everything_below(tmp_path) == {}
    assert (tmp_path / "generated").is_dir()


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    generate(tmp_path, OLD)
    before = {path: (tmp_path / path).stat() for path in OLD}
    assert generate(tmp_path, OLD) == {}
    generate(tmp_path, NEW)
    after = {path: (tmp_path / path).stat() for path in OLD.keys() & NEW.keys()}
    untouched = {path for path in after if (after[path].st_ino, after[path].st_mtime_ns)
                 == (before[path].st_ino, before[path].st_mtime_ns)}  # fmt: skip
    assert untouched == {"generated/demo/kept.json"}


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o002, 0o644), (0o077, 0o600)])
def test_files_are_readable_by_all_unless_the_umask_says_otherwise(tmp_path: Path, umask: int, mode: int) -> None:
    before = os.umask(umask)
    try:
        generate(tmp_path, OLD)
    finally:
        os.umask(before)
    assert {(tmp_path / path).stat().st_mode & 0o777 for path in OLD} == {mode}


def test_a_file_that_is_rewritten_keeps_its_permissions(tmp_path: Path) -> None:
    generate(tmp_path, OLD)
    for path, mode in (("README.md", 0o755), ("demo/changed.json", 0o600), ("demo/changed.py", 0o664)):
        (tmp_path / "generated" / path).chmod(mode)
    generate(tmp_path, NEW)
    modes = {path: (tmp_path / path).stat().st_mode & 0o777 for path in NEW}
    assert modes["generated/README.md"] == 0o755
    assert modes["generated/demo/changed.json"] == 0o600
    assert modes["generated/demo/changed.py"] == 0o664
    assert modes["generated/demo/fresh/fresh.json"] == 0o644


def test_strays_and_the_folders_around_them_are_never_touched(tmp_path: Path) -> None:
    generate(tmp_path, OLD)
    stray = put(tmp_path, "generated/demo/gone/mine.txt")
    (tmp_path / "generated/link").symlink_to("/")
    for _ in range(2):
        assert generate(tmp_path, NEW)["generated/demo/gone/mine.txt"] is DriftKind.STRAY
    assert stray.read_text() == "mine\n"
    assert drift(tmp_path, NEW) == {"generated/demo/gone/mine.txt": DriftKind.STRAY, "generated/link": DriftKind.STRAY}


def test_what_tools_leave_behind_is_passed_over(tmp_path: Path) -> None:
    generate(tmp_path, OLD)
    for path in (
        "__pycache__/x.pyc", "node_modules/y/index.js", ".mypy_cache/z", ".ruff_cache/z", ".pytest_cache/z",
        "demo.egg-info/PKG-INFO", ".DS_Store",
    ):  # fmt: skip
        put(tmp_path, f"generated/demo/{path}")
    assert drift(tmp_path, OLD) == {}
    put(tmp_path, "generated/demo/pycache/x.pyc")
    assert drift(tmp_path, OLD) == {"generated/demo/pycache/x.pyc": DriftKind.STRAY}


def test_leftovers_of_a_killed_run_are_reported_and_then_removed(tmp_path: Path) -> None:
    generate(tmp_path, OLD)
    leftover = put(tmp_path, "generated/demo/.sealwax-00112233445566ff.tmp", "hal")
    assert drift(tmp_path, OLD) == {"generated/demo/.sealwax-00112233445566ff.tmp": DriftKind.LEFTOVER}
    generate(tmp_path, OLD)
    assert not leftover.exists()


def test_a_full_disk_changes_nothing_and_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generate(tmp_path, OLD)
    before = everything_below(tmp_path)
    calls, write = iter(range(100)), os.write

    def full(descriptor: int, content: bytes) -> int:
        if next(calls) == len(NEW) - 3:
            raise OSError(28, "No space left on device")
        return write(descriptor, content)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(WorkspaceError, match=r"cannot write generated/.*: No space left on device") as caught:
        generate(tmp_path, NEW)
    monkeypatch.undo()
    assert caught.value.hint == "nothing was changed"
    assert everything_below(tmp_path) == before
    generate(tmp_path, NEW)
    assert drift(tmp_path, NEW) == {}


def test_a_huge_file_in_the_place_of_ours_is_not_read_whole(tmp_path: Path) -> None:
    generate(tmp_path, OLD)
    os.truncate(tmp_path / "generated/README.md", 1 << 40)
    os.truncate(put(tmp_path, "generated/huge.bin"), 1 << 40)
    assert drift(tmp_path, OLD) == {"generated/README.md": DriftKind.CHANGED, "generated/huge.bin": DriftKind.STRAY}


def test_nothing_below_a_link_is_read_and_special_files_are_not_opened(tmp_path: Path) -> None:
    put(tmp_path, "elsewhere/file.txt")
    (tmp_path / "generated").mkdir()
    (tmp_path / "generated/folder").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "generated/file").symlink_to(tmp_path / "elsewhere/file.txt")
    os.mkfifo(tmp_path / "generated/pipe")
    tree = read_tree(tmp_path, {})
    assert tree.files == {}
    assert tree.folders == {"generated"}
    link, special = "a symbolic link", "a special file"
    assert tree.others == {"generated/folder": link, "generated/file": link, "generated/pipe": special}


def test_an_output_folder_that_is_a_link_is_seen_as_such(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "generated").symlink_to("elsewhere")
    with locked(tmp_path):
        assert read_tree(tmp_path, encoded(OLD)).others == {"generated": "a symbolic link"}
    (tmp_path / "generated").unlink()
    (tmp_path / "generated").symlink_to("nowhere")
    with locked(tmp_path):
        assert read_tree(tmp_path, encoded(OLD)).others == {"generated": "a symbolic link"}
    assert not (tmp_path / "nowhere").exists()


def test_file_names_that_are_not_utf8_are_strays(tmp_path: Path) -> None:
    generate(tmp_path, OLD)
    (tmp_path / "generated" / os.fsdecode(b"\xff\xfe")).write_text("mine")
    assert drift(tmp_path, OLD) == {"generated/\udcff\udcfe": DriftKind.STRAY}


def test_a_socket_in_the_output_folder_is_a_stray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generate(tmp_path, OLD)
    monkeypatch.chdir(tmp_path / "generated")  # The name of a socket must be short.
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        assert drift(tmp_path, OLD) == {"generated/socket": DriftKind.STRAY}


# -- being killed, and not being alone --------------------------------------------------------------------------------

GENERATE = """
import json, os, sys
from pathlib import Path
from sealwax.drift.comparison import DriftKind, compare
from sealwax.drift.repair import steps
from sealwax.drift.output_folder import carry_out, locked, read_tree

def generate(root, expected, before_writing=lambda: None):
    with locked(root):
        tree = read_tree(root, expected)
        drifts = compare(expected, tree)
        assert not [drift.path for drift in drifts if drift.kind is DriftKind.FOREIGN]
        before_writing()
        carry_out(root, steps(expected, tree, drifts))

def encoded(texts):
    return {path: text.encode() for path, text in texts.items()}

root, versions = Path(sys.argv[1]), [encoded(json.loads(texts)) for texts in sys.argv[2:4]]
"""

DIE_AT_EACH_OPERATION = """
operations, fatal, real_write = 0, 0, os.write

def operate(event, arguments=()):
    global operations
    if fatal and event in {"open", "written", "os.rename", "os.remove", "os.mkdir", "os.rmdir"}:
        operations += 1
        if operations == fatal:
            os._exit(9)

def write(descriptor, content):
    half = len(content) // 2  # so that it can die while writing
    written = real_write(descriptor, content[:half])
    operate("written")
    return written + real_write(descriptor, content[half:])

def arm():
    global fatal
    fatal = number

os.write = write
sys.addaudithook(operate)
number, code = 0, 9
while code == 9:
    number += 1
    place = root / f"{number:03}"
    place.mkdir()
    generate(place, versions[0])
    child = os.fork()
    if not child:
        generate(place, versions[1], arm)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
sys.exit(code)
"""

FOR_EVER = """
while True:
    for version in versions:
        generate(root, version)
        print(flush=True)
"""

SOME_TIMES = """
for _ in range(25):
    for version in versions:
        generate(root, version)
"""


def command(script: str, root: Path) -> list[str]:
    return [sys.executable, "-c", GENERATE + script, str(root), json.dumps(OLD), json.dumps(NEW)]


def assert_whole(root: Path) -> None:
    """Each file is there as it was, or as it will be; nothing else is there but temporary files and the claim."""
    for path, text in everything_below(root).items():
        if text is None or ".sealwax-" in path:
            continue
        if path == MANIFEST:
            assert text.startswith(MARKED)
            assert text.endswith("\n")
            assert set(text.splitlines()) <= {*OLD[MANIFEST].splitlines(), *NEW[MANIFEST].splitlines()}
        else:
            assert text in (OLD.get(path), NEW.get(path)), path


def test_being_killed_at_any_file_operation_leaves_whole_files_and_the_next_run_fixes_all(tmp_path: Path) -> None:
    subprocess.run(command(DIE_AT_EACH_OPERATION, tmp_path), check=True)
    *killed, finished = sorted(tmp_path.iterdir())
    assert drift(finished, NEW) == {}
    assert not (finished / "generated/demo/gone").exists()
    assert len(killed) > 20
    for root in killed:
        assert_whole(root)
        assert all((root / path).exists() for path in OLD.keys() & NEW.keys()), "neither old nor new"
        for number, version in enumerate((OLD, NEW, NEWER)):
            fixed = tmp_path / f"{root.name} fixed {number}"
            shutil.copytree(root, fixed)
            generate(fixed, version)
            assert contents(fixed) == version
            assert drift(fixed, version) == {}


def test_a_real_kill_at_any_time_leaves_whole_files_and_the_next_run_fixes_all(tmp_path: Path) -> None:
    chance = random.Random(7)
    for _ in range(8):
        process = subprocess.Popen(command(FOR_EVER, tmp_path), stdout=subprocess.PIPE)
        with process:
            for _ in range(chance.randint(1, 5)):
                assert process.stdout
                assert process.stdout.readline()
            for _ in range(chance.randrange(200_000)):
                pass  # it goes on, for less than it takes to generate once or for longer
            process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        assert_whole(tmp_path)
        generate(tmp_path, NEW)
        assert contents(tmp_path) == NEW


def test_two_runs_at_once_do_no_damage(tmp_path: Path) -> None:
    processes = [subprocess.Popen(command(SOME_TIMES, tmp_path)) for _ in range(2)]
    while any(process.poll() is None for process in processes):
        for path in OLD.keys() & NEW.keys() - {MANIFEST}:
            if (tmp_path / path).exists():
                assert (tmp_path / path).read_text() in (OLD[path], NEW[path])
    assert [process.wait() for process in processes] == [0, 0]
    assert drift(tmp_path, NEW) == {}


@pytest.mark.parametrize("base", ["b" * 300 + ".yaml", "b/" * 3000 + "base.yaml"])
def test_a_base_with_a_name_that_no_file_can_have(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "contract").mkdir()
    text = f'contract: child\nversion: "1.0.0"\ntitle: Child\nextends: {base}\n'
    (tmp_path / "contract/child.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lint"]) == 2
    assert "error[unknown-base]" in capsys.readouterr().out
