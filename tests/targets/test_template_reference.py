"""docs/templates.md says what each template can use, and `make goldens` brings it up to date."""

import re

import pytest
from checkout import ROOT
from checkout.goldens import Golden
from pages.template_reference import reference

from sealwax.targets import template_files

PAGE = ROOT / "docs" / "templates.md"


@pytest.fixture(scope="module")
def page() -> str:
    return reference()


def test_the_page_is_up_to_date(page: str, golden: Golden) -> None:
    golden.matches(PAGE, page)


def test_every_template_is_rendered_by_itself_or_used_by_another(page: str) -> None:
    rows = re.findall(r"^\| `(\w+/[^`]+)` \| (.*?) \| (.*?) \|", page, re.MULTILINE)
    assert [template for template, _view, _users in rows] == [*template_files()]
    unused = {template for template, view, users in rows if not view and not users}
    assert unused <= {"pydantic/py.typed.j2", "python/py.typed.j2"}  # an empty file needs no view


def test_every_link_leads_to_a_class(page: str) -> None:
    headings = {re.sub(r"[^\w-]", "", title.lower()) for title in re.findall(r"^### (.+)$", page, re.MULTILINE)}
    assert headings
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) == headings


def test_attributes_have_their_type_and_their_meaning(page: str) -> None:
    assert re.search(r"^### targets\.markdown\.ContractView\n", page, re.MULTILINE)
    assert re.search(r"^\| `\w+` \| `tuple\[(\w+), \.\.\.\]`: \[\1\]\(#\w+\) \| ", page, re.MULTILINE)
    assert re.search(r"^\| `\w+` \| `Finished` \| \w.+ \|$", page, re.MULTILINE)
