"""The project's pages say what is true: links lead somewhere, what they name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.catalogue import RULESETS

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("games/*/RULES.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:bot|games|tests|docs|migrations)/[\w/.-]*)`")
TARGET = re.compile(r"`?make (\w+)")


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_inside_the_project_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text("utf-8")):
        if link.startswith(("https://", "http://")):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), f"{name(page)} links to {link}"
        assert not anchor or anchor in anchors(target), f"{name(page)} links to {link}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    named = PATH.findall(page.read_text("utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_make_target_that_a_page_names_is_there(page: Path) -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    text = page.read_text("utf-8")
    code = "\n".join(re.findall(r"`[^`]+`", text) + re.findall(r"^make .*$", text, re.MULTILINE))
    assert set(TARGET.findall(code)) <= targets


def test_the_readme_presents_every_ruleset_in_its_own_words() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for ruleset in RULESETS.values():
        assert f"| {ruleset.title} | {ruleset.summary} |" in readme


def test_every_promise_names_tests_that_there_are() -> None:
    page, missing = (ROOT / "docs/reliability.md").read_text("utf-8"), []
    named = re.findall(r"`(tests/[\w/]+\.py)`|`(test_\w+)`", page)
    assert len(named) > 60
    file = ""
    for path, test in named:
        file = path or file
        if test and f"def {test}(" not in (ROOT / file).read_text("utf-8"):
            missing.append(f"{file} {test}")
    assert missing == []
