"""Every text can be translated: all are collected, also those of the scripts."""

import json
import re

import pytest

from cribbage_site.tests.browser.texts import Texts, sources
from cribbage_site.tests.server_process import ROOT

FOUND = re.compile(r'^msgid(?:_plural)? ((?:".*"\n)+)', re.MULTILINE)
IN_SCRIPTS = re.compile(r"\bn?gettext\(\s*(?!text\b|one\b)(.)((?:[^\"\\\n]|\\.)*)")


@pytest.mark.slow
def test_the_texts_are_collected_without_complaint(texts: Texts) -> None:
    assert texts.complaints == []


@pytest.mark.slow
def test_no_text_of_the_scripts_is_missed(texts: Texts) -> None:
    catalog = texts.of("djangojs")
    known = {"".join(json.loads(line) for line in each.splitlines()) for each in FOUND.findall(catalog)}
    overlooked = [
        f"{file}: {text}"
        for file in sources()
        if file.suffix == ".js" and file.name != "translate.js"
        for quote, text in IN_SCRIPTS.findall((ROOT / file).read_text(encoding="utf-8"))
        if quote != '"' or json.loads(f'"{text}"') not in known
    ]
    assert overlooked == []
