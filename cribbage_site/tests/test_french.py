"""The French catalog is complete: it has every collected text."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from cribbage_site.tests.browser.texts import DOMAINS, sources
from cribbage_site.tests.server_process import ROOT

CATALOGS = ROOT / "locale" / "fr" / "LC_MESSAGES"
# As in the Makefile: texts that only hosts read stay English.
ENGLISH_ONLY = ("admin", "admin.py", "dashboard")
FIELD = re.compile(r'^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) ((?:".*"\n?)+)', re.MULTILINE)
STRAIGHT_APOSTROPHE = re.compile(r"\w'\w")
AVOIDED = re.compile(r"\brobots?\b|ses talons", re.IGNORECASE)  # “bot” and “valet retourné” in our French
HOLES = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?\w+[^>]*>")


class Text(NamedTuple):
    """A text of a catalog, with its translations."""

    english: tuple[str, ...]
    forms: tuple[str, ...]
    is_fuzzy: bool


def read_catalog(path: Path) -> dict[tuple[str, str], Text]:
    """The texts of a catalog, by their context (mostly "") and their English."""
    texts = {}
    for entry in path.read_text(encoding="utf-8").split("\n\n")[1:]:
        fields = [(name, unquote(lines)) for name, lines in FIELD.findall(entry)]
        english = tuple(text for name, text in fields if name.startswith("msgid"))
        forms = tuple(text for name, text in fields if name.startswith("msgstr"))
        context = "".join(text for name, text in fields if name == "msgctxt")
        if english and not entry.startswith("#~"):
            texts[context, english[0]] = Text(english, forms, ", fuzzy" in entry)
    return texts


def unquote(lines: str) -> str:
    return "".join(ast.literal_eval(line) for line in lines.splitlines())


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collect the current texts with makemessages, next to no translation."""
    if not shutil.which("xgettext"):
        pytest.skip("GETTEXT IS NOT INSTALLED: whether French is whole was NOT tested.")
    work = tmp_path_factory.mktemp("french")
    for file in sources():
        if not set(ENGLISH_ONLY).intersection(file.parts):
            (work / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, work / file)
    (work / "locale" / "fr" / "LC_MESSAGES").mkdir(parents=True)
    without_settings = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")}
    for domain in DOMAINS:
        command = [sys.executable, "-m", "django", "makemessages", "--locale", "fr", "--domain", domain]
        subprocess.run(command, cwd=work, env=without_settings, check=True, stdout=subprocess.DEVNULL)
    return work / "locale" / "fr" / "LC_MESSAGES"


@pytest.mark.slow
@pytest.mark.parametrize("domain", DOMAINS)
def test_every_text_has_a_french_translation(collected: Path, domain: str) -> None:
    wanted = read_catalog(collected / f"{domain}.po")
    french = read_catalog(CATALOGS / f"{domain}.po")
    assert len(wanted) > 1000
    assert [text for text in wanted if text not in french] == []
    assert [text for text in wanted if french[text].is_fuzzy or not all(french[text].forms)] == []
    assert [text for text in wanted if french[text].english != wanted[text].english] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_placeholder_is_translated(domain: str) -> None:
    wrong = [
        text.english[0]
        for text in read_catalog(CATALOGS / f"{domain}.po").values()
        for form in text.forms
        if not any(sorted(HOLES.findall(form)) == sorted(HOLES.findall(english)) for english in text.english)
    ]
    assert wrong == []


def test_server_and_scripts_share_one_translation() -> None:
    server, scripts = (read_catalog(CATALOGS / f"{domain}.po") for domain in DOMAINS)
    shared = server.keys() & scripts.keys()
    assert len(shared) > 100
    assert {text for text in shared if server[text].forms != scripts[text].forms} == set()


@pytest.mark.parametrize("domain", DOMAINS)
def test_french_keeps_to_its_apostrophe_and_terms(domain: str) -> None:
    forms = [form for text in read_catalog(CATALOGS / f"{domain}.po").values() for form in text.forms]
    assert [form for form in forms if STRAIGHT_APOSTROPHE.search(HOLES.sub("", form))] == []
    assert [form for form in forms if AVOIDED.search(form)] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_compiled_catalog_is_up_to_date(tmp_path: Path, domain: str) -> None:
    if not shutil.which("msgfmt"):
        pytest.skip("GETTEXT IS NOT INSTALLED: whether French is compiled was NOT tested.")
    command = ["msgfmt", "--check-format", "-o", tmp_path / "new.mo", CATALOGS / f"{domain}.po"]
    subprocess.run(command, check=True)
    assert (tmp_path / "new.mo").read_bytes() == (CATALOGS / f"{domain}.mo").read_bytes()
