"""The three signs of the fairness checks have one sentence each, on all pages and in the docs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLE = (ROOT / "static/js/game/fairness/signs.js").read_text()
SENTENCES = dict(re.findall(r'^  (true|unvouched|false): gettext\("(.+)"\),$', TABLE, re.MULTILINE))
PLACES = ("templates/rng/fairness/signs.html", "docs/explanation/fairness.md")

# Other wordings of a verdict. The page says what the sign means, and then why.
OTHER_WORDINGS = re.compile(r"values (match|fit)\b|check out|[✓✗○] (True|False|deal|cut|The values)")


def test_the_table_has_a_sentence_for_each_sign() -> None:
    assert SENTENCES.keys() == {"true", "unvouched", "false"}


@pytest.mark.parametrize("place", PLACES)
def test_the_page_and_the_docs_have_the_sentences_of_the_table(place: str) -> None:
    text = (ROOT / place).read_text()
    assert [sentence for sentence in SENTENCES.values() if sentence not in text] == []


def test_the_warning_begins_with_the_sentence_of_its_sign() -> None:
    warning = (ROOT / "templates/game/table/shuffle/alarm.html").read_text()
    head = re.search(r'<h2 id="alarm-head">.*?{% translate "(.+?)" %}\s*</h2>', warning, re.DOTALL)
    assert head is not None
    assert head[1] == SENTENCES["false"]


def test_no_page_words_a_verdict_in_another_way() -> None:
    scripts = [
        file
        for file in (ROOT / "static/js").rglob("*.js")
        if "tests" not in file.parts and "vendor" not in file.parts
    ]
    templates = list((ROOT / "templates").rglob("*.html"))
    assert len(scripts) > 100
    assert len(templates) > 100
    worded = {
        str(file.relative_to(ROOT)): found[0]
        for file in (*scripts, *templates)
        if (found := OTHER_WORDINGS.search(file.read_text()))
    }
    assert worded == {}
