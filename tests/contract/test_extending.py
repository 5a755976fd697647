"""A contract on top of another one: it has all that the other says, adds to it, and is never looser."""

from pathlib import Path

import pytest
from checkout import ROOT
from msgspec.structs import replace
from samples.small_contracts import BASE, LEFT, RIGHT, error_codes, extending

from sealwax.commands import Request, run
from sealwax.commands.check import Check
from sealwax.commands.lint import Lint
from sealwax.contract.inheritance.extending import POLICIES, Policy, policy
from sealwax.contract.model import Catalogue, Contract, Level
from sealwax.contract.model.output import Output
from sealwax.diagnostics import Code, Diagnostic, errors
from sealwax.language.forms import declarations, keys_of
from sealwax.language.grammar.contract import ContractDecl, RuleDecl
from sealwax.language.grammar.types import PartDecl
from sealwax.meaning.codes.examples import shown_examples
from sealwax.pipeline import compile_contracts, load
from sealwax.project.workspace import read_bases
from sealwax.rendering import Renderer, header


def loaded(texts: dict[str, bytes], file: str) -> Contract:
    contracts, diagnostics = load(texts)
    assert errors(diagnostics) == ()
    return next(contract for contract in contracts if contract.file == file)


def child(said: str, base: str = BASE) -> Contract:
    texts = {"contract/base.yaml": base.encode(), "contract/child.yaml": extending("child", said)}
    return loaded(texts, "contract/child.yaml")


def complaints(texts: dict[str, bytes], bases: dict[str, bytes] | None = None) -> tuple[Diagnostic, ...]:
    return load(texts, bases=bases or {})[1]


# -- what comes together ----------------------------------------------------------------------------------------------


def test_a_contract_has_all_that_its_base_says() -> None:
    (base,), diagnostics = load({"contract/base.yaml": BASE.encode()})
    assert errors(diagnostics) == ()
    alone = child("")
    # A base generates nothing here, so no targets are chosen for it.
    assert alone.bases == (replace(base, output=Output()),)
    assert (alone.envelope, alone.records, alone.texts) == (base.envelope, base.records, base.texts)
    assert (alone.name, alone.version, alone.title) == ("child", "0.1.0", "Some contract")


def test_what_is_new_comes_after_what_is_there() -> None:
    made = child(
        """
types:
  Meta: {fields: {port: {type: string, level: may}}}
  Port: {fields: {name: {type: string}}}
error_codes: {values: {LOST: {type: conflict}}}
"""
    )
    assert [field.name for field in made.records[0].fields] == ["request_id", "host", "port"]
    assert [record.name for record in made.records] == ["Meta", "ErrorData", "Page", "Port"]
    assert error_codes(made) == ["TAKEN", "LOST"]


def test_a_stricter_contract_says_only_what_is_stricter() -> None:
    made = child(
        """
types:
  Meta: {fields: {request_id: {level: must, max_length: 20}}}
  Page: {fields: {number: {max: 9}}}
builders: {failed: {parameters: {request_id: {level: must}}}}
"""
    )
    request_id = made.records[0].fields[0]
    assert request_id.level is Level.MUST
    assert "max_length=20" in repr(request_id.type)
    assert "minimum=1, maximum=9" in repr(made.records[2].fields[0].type)


def test_descriptions_add_up() -> None:
    made = child("types: {Page: {doc: Pages start at one., notes: [A remark.]}}")
    assert made.records[2].docs.doc == "A closed record.\n\nPages start at one."
    assert made.records[2].docs.notes == ("A remark.",)
    assert made.docs.doc == ""


def test_the_code_of_a_type_stays_when_there_are_more_of_them() -> None:
    types = child("error_codes: {values: {LOST: {type: conflict}}}").catalogue(Catalogue.ERROR_TYPES)
    assert types is not None
    assert types.values[0].usual_code == "TAKEN"


def test_examples_below_that_lack_what_is_demanded_now_are_left_behind() -> None:
    base = BASE + "examples:\n  - {of: Meta, value: {host: a}}\n  - {of: Meta, value: {request_id: r}}\n"
    stricter = "types: {Meta: {fields: {request_id: {level: must}}}}\n"
    stricter += "builders: {failed: {parameters: {request_id: {level: must}}}}\n"
    assert [example.value for example in child(stricter, base).examples] == [{"request_id": "r"}]
    assert len(child("", base).examples) == 2


def test_links_and_the_rollout_stay_with_the_project_that_they_are_about() -> None:
    base = BASE + "links: [{title: Its guide, target: docs/guide.md}]\nrollout: {flag: base_v2}\n"
    alone = child("", base)
    assert (alone.links, alone.rollout) == ((), None)
    own = child("links: [{title: Our guide, target: guide.md}]\nrollout: {flag: ours}\n", base)
    assert [link.target for link in own.links] == ["guide.md"]
    assert own.rollout is not None
    assert own.rollout.flag == "ours"


CALL = "{title: %s, arguments: {code: TAKEN}, result: {ok: false, data: {code: TAKEN}, meta: {}}}"


def test_examples_of_the_contract_itself_introduce_its_builders() -> None:
    base = BASE.replace("    outcome: failure\n", f"    outcome: failure\n    examples: [{CALL % 'Theirs'}]\n")
    said = f"builders: {{failed: {{examples: [{CALL % 'Ours'}]}}}}\n"
    made = child(said, base)
    assert [each.title for each in made.builders[0].examples] == ["Theirs", "Ours"]
    assert introduced(made) == ["Ours"]
    assert introduced(child("", base)) == ["Theirs"]


def introduced(contract: Contract) -> list[str]:
    return [each.title for _builder, examples in shown_examples(contract, contract.builders) for each in examples]


# -- several contracts ------------------------------------------------------------------------------------------------


def test_contracts_stand_on_contracts_on_contracts() -> None:
    texts = {
        "contract/base.yaml": BASE.encode(),
        "contract/middle.yaml": extending("middle", LEFT),
        "contract/top.yaml": extending("top", "error_codes: {values: {TOP: {type: conflict}}}", "middle.yaml"),
    }
    top = loaded(texts, "contract/top.yaml")
    assert error_codes(top) == ["TAKEN", "LEFT", "TOP"]
    assert [base.name for base in top.bases] == ["middle"]
    assert [base.name for base in top.bases[0].bases] == ["base"]


def test_what_two_bases_share_is_there_once() -> None:
    base = BASE + "guides: [{title: Shared, points: [Look around.]}]\n"
    texts = {
        "contract/base.yaml": base.encode(),
        "contract/left.yaml": extending("left", LEFT),
        "contract/right.yaml": extending("right", RIGHT),
        "contract/top.yaml": extending("top", extends="[left.yaml, right.yaml, left.yaml]"),
    }
    top = loaded(texts, "contract/top.yaml")
    assert error_codes(top) == ["TAKEN", "LEFT"]
    assert [field.name for field in top.records[0].fields] == ["request_id", "host", "right"]
    assert [guide.title for guide in top.guides] == ["Shared", "Left"]
    assert [base.name for base in top.bases] == ["left", "right"]


def test_a_broken_base_is_told_about_once() -> None:
    bases = {"contract/base.yaml": BASE.replace("type: Meta", "type: Mata").encode()}
    texts = {f"contract/{name}.yaml": extending(name) for name in ("one", "two")}
    (found,) = complaints(texts, bases)
    assert (found.position.file, found.code) == ("contract/base.yaml", Code.UNKNOWN_TYPE)


def test_a_mistake_in_the_shape_of_a_contract_is_told_even_when_its_base_is_broken() -> None:
    bases = {"contract/base.yaml": b"contract: base\n"}
    found = complaints({"contract/one.yaml": extending("one", "enuns: {}\n")}, bases)
    assert (Code.UNKNOWN_KEY, "contract/one.yaml") in [(each.code, each.position.file) for each in found]


def test_a_base_is_read_and_nothing_is_made_of_it() -> None:
    compiled = compile_contracts(
        {"contract/child.yaml": extending("child")}, Renderer(), bases={"contract/base.yaml": BASE.encode()}
    )
    assert errors(compiled.diagnostics) == ()
    assert {path.split("/")[1] for path in compiled.files if path.count("/") > 1} == {"child"}


# -- every key has a policy -------------------------------------------------------------------------------------------


def test_every_key_of_a_contract_says_what_becomes_of_it() -> None:
    """A new key of the language needs a decision here."""
    assert set(POLICIES[ContractDecl]) == set(keys_of(ContractDecl))


def test_the_stated_policies_are_about_keys_that_there_are() -> None:
    for declaration, stated in POLICIES.items():
        assert set(stated) <= set(keys_of(declaration)), declaration


def test_what_limits_a_value_can_always_be_tightened() -> None:
    for declaration in declarations(ContractDecl):
        for name in {"pattern", "min", "max", "max_items", "level", "open"} & set(keys_of(declaration)):
            if declaration not in (PartDecl, RuleDecl):  # parts make a form, and rules stand in a list
                assert policy(declaration, name) is Policy.TIGHTEN, (declaration, name)


# -- on disk ----------------------------------------------------------------------------------------------------------


def request(root: Path) -> Request:
    streams = (print, bool, print)
    return Request(root, "", "text", False, False, *streams, "2030-01-01")


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that Python finds packages in. Importing one of them would fail."""
    folder = tmp_path / "packages"
    for name, text in {"some_base": BASE.encode(), "some_middle": extending("middle", LEFT, "some-base")}.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise RuntimeError('this was imported')\n")
        (folder / name / "contract.yaml").write_bytes(text)
    monkeypatch.syspath_prepend(folder)
    return folder


@pytest.mark.usefixtures("packages")
def test_an_installed_package_is_extended_by_its_name() -> None:
    texts = {"contract/child.yaml": extending("child", extends="Some-Base")}
    bases = read_bases(Path(), texts)
    assert list(bases) == ["<some_base>/contract.yaml"]
    contracts, diagnostics = load(texts, bases=bases)
    assert errors(diagnostics) == ()
    assert contracts[0].bases[0].file == "<some_base>/contract.yaml"


@pytest.mark.usefixtures("packages")
def test_what_an_installed_package_extends_is_found_too() -> None:
    texts = {"contract/child.yaml": extending("child", extends="some-middle")}
    bases = read_bases(Path(), texts)
    assert sorted(bases) == ["<some_base>/contract.yaml", "<some_middle>/contract.yaml"]
    assert error_codes(load(texts, bases=bases)[0][0]) == ["TAKEN", "LEFT"]


def test_what_cannot_be_read_is_a_mistake_of_the_contract_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "contract").mkdir()
    (tmp_path / "contract" / "folder.yaml").mkdir()
    for name in ("/etc/passwd.yaml", "../passwd", "no_such_package", "folder.yaml", "os", "a b", "../../nothing.yaml"):
        (tmp_path / "contract" / "child.yaml").write_bytes(extending("child", extends=f'"{name}"'))
        texts = {"contract/child.yaml": extending("child", extends=f'"{name}"')}
        (found,) = complaints(texts, read_bases(tmp_path, texts))
        assert (found.code, found.position.line) == (Code.UNKNOWN_BASE, 4), name


def test_a_base_beside_the_project_is_read_from_a_folder_that_was_named(tmp_path: Path) -> None:
    (tmp_path / "shared.yaml").write_text(BASE.replace("type: Meta", "type: Mata"))
    (tmp_path / "service" / "contract").mkdir(parents=True)
    (tmp_path / "service" / "contract" / "child.yaml").write_bytes(extending("child", extends="../../shared.yaml"))
    texts = {"contract/child.yaml": extending("child", extends="../../shared.yaml")}
    assert list(read_bases(tmp_path / "service", texts)) == []
    assert list(read_bases(tmp_path / "service", texts, [".."])) == ["../shared.yaml"]


def test_the_example_is_what_its_contract_says() -> None:
    example = ROOT / "examples" / "harbour"
    answer = run(request(example), Check())
    assert answer.code == 0, answer.out
    assert run(request(example), Lint()).code == 0


def test_packages_ship_the_contract_as_it_is_but_for_a_mark_and_paths() -> None:
    harbour = ROOT / "examples" / "harbour"
    packages = harbour / "generated" / "harbour-office"
    copies = [packages / "typescript" / "contract.yaml", *packages.glob("python/src/*/contract.yaml")]
    text = (harbour / "contract" / "harbour-office.yaml").read_bytes()
    text = text.replace(b"extends: ../../../contract/", b"extends: extended/")
    expected = f"# {header('harbour-office')}\n".encode() + text
    assert [copy.read_bytes() for copy in copies] == [expected] * 2
