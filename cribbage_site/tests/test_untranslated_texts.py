"""Every text for players goes through gettext: in templates, and in refusals from Python."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.base import Lexer, Token, TokenType

from common.wings import WINGS

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = (ROOT / "templates", *ROOT.glob("*/*/templates"))

# Attributes that are shown, or read out by screen readers.
READ = {
    "alt",
    "aria-description",
    "aria-label",
    "aria-roledescription",
    "aria-valuetext",
    "placeholder",
    "title",
}
AS_THEY_ARE = ("code", "kbd", "samp", "script", "style")
# Blocks of a base template inside one of its tags.
IN_A_TAG = ("body_class", "body_data")
TRANSLATED = ("blocktranslate", "blocktrans")
# The same in every language: our name, UTC, mathematical symbols, cards and their ranks.
NAMES = re.compile(r"Every Other|UTC|χ²|\b(?:10|[A2-9TJQK])[CDHS]\b|\b[AJQK]\b")
LETTER = re.compile(r"[^\W\d_]")
STRING = re.compile(r"""_\("[^"]*"\)|_\('[^']*'\)|"(?P<double>[^"]*)"|'(?P<single>[^']*)'""")
WORDS = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")

# Calls of these address players.
SPEAKERS = {
    "ChatRefused", "Http404", "InvalidInput", "InvalidMessage", "InvalidParam", "InvalidPoints",
    "InvalidRazz", "RateLimited", "Refusal", "Refused", "ReviewUnavailable", "ValidationError", "close",
    "refusal_json", "refusal_response", "error", "info", "success", "warning",
}  # fmt: skip
# These address hosts, who read English.
TO_HOSTS = {"backup", "bench", "commands", "demo", "standalone", "tests"}
LOGS = {"log", "logger", "logging", "self"}


@pytest.mark.slow
def test_templates_contain_no_untranslatable_text():
    files = [
        file
        for folder in TEMPLATES
        for file in folder.rglob("*")
        if file.is_file() and "admin" not in file.relative_to(ROOT).parts
    ]
    assert len(files) > 50
    assert [
        fault for file in files for fault in untranslated(file.read_text(), str(file.relative_to(ROOT)))
    ] == []


@pytest.mark.slow
def test_python_texts_for_players_can_be_translated():
    faults = []
    for sources in WINGS:
        for file in (ROOT / sources).rglob("*.py"):
            if TO_HOSTS.isdisjoint(file.relative_to(ROOT).parts):
                faults += [f"{file.relative_to(ROOT)}:{line}" for line in bare(ast.parse(file.read_text()))]
    assert faults == []


def test_a_forgotten_text_is_found():
    forgotten = '<p>{% translate "Yes" %}</p>\n<p>No {{ one }}</p>\n<img alt="Board" class="felt board">'
    assert list(untranslated(forgotten, "page.html")) == ["page.html:2: No", "page.html:3: Board"]
    assert list(untranslated('{% include "a.html" with says="Play on" %}', "a.html")) == [
        'a.html:1: include "a.html" with says="Play on"'
    ]
    kept = (
        "{% blocktranslate %}Ann{% endblocktranslate %}<b>QH</b>{% block body_class %}at-table{% endblock %}"
    )
    assert list(untranslated(kept, "page.html")) == []
    assert list(bare(ast.parse('raise Refusal("no_game", f"No {game}.")'))) == [1]
    assert list(bare(ast.parse('raise Refusal("no_game", gettext("None %(n)s.") % {"n": "a b"})'))) == []


def untranslated(source: str, name: str) -> Iterator[str]:
    """Yield the texts in a template that no tag translates, with their places."""
    tokens = Lexer(source).tokenize()
    for token in tokens:
        is_tag = token.token_type in (TokenType.BLOCK, TokenType.VAR)
        if is_tag and not token.contents.startswith("translate ") and any(map(WORDS.search, _strings(token))):
            yield f"{name}:{token.lineno}: {token.contents}"
    seen = Seen()
    seen.feed(
        "".join(_bare_html(tokens)) if name.endswith(".html") else _escaped("".join(_bare_html(tokens)))
    )
    seen.close()
    yield from (f"{name}:{line}: {text}" for line, text in seen.texts)


def _strings(token: Token) -> Iterator[str]:
    """Yield the strings in a tag, except translated ones: `label=_("A deal back")`."""
    for string in STRING.finditer(token.contents):
        yield string["double"] or string["single"] or ""


def _escaped(text: str) -> str:
    return text.replace("<", "&lt;")


def _bare_html(tokens: list[Token]) -> Iterator[str]:
    """Return the text between the tags of a template, on the same lines, except translated text."""
    hidden, depth = "", 0
    for token in tokens:
        if token.token_type is TokenType.BLOCK:
            tag, *rest = token.contents.split()
            depth += bool(hidden) and tag == hidden
            if not hidden and (tag in (*TRANSLATED, "comment") or (tag == "block" and rest[0] in IN_A_TAG)):
                hidden, depth = tag, 1
            elif hidden and tag == f"end{hidden}":
                depth -= 1
                hidden = hidden if depth else ""
        text = token.contents if token.token_type is TokenType.TEXT else ""
        yield re.sub(r"[^\n]", "", text) if hidden else text


class Seen(HTMLParser):
    """The texts of a page that contain letters, and the lines they begin on."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[tuple[int, str]] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in AS_THEY_ARE
        for name, value in attrs:
            if name in READ and value:
                self._note(value)

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in AS_THEY_ARE

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._note(data)

    def _note(self, text: str) -> None:
        if LETTER.search(NAMES.sub("", text)):
            before = text[: len(text) - len(text.lstrip())]
            self.texts.append((self.getpos()[0] + before.count("\n"), text.strip()))


def bare(tree: ast.Module) -> Iterator[int]:
    """Yield the lines on which a sentence does not go through gettext."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _callee(node) in SPEAKERS and not _is_log(node):
            yield from (said.lineno for said in node.args if _is_sentence(said))


def _callee(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _is_log(call: ast.Call) -> bool:
    speaker = call.func.value if isinstance(call.func, ast.Attribute) else None
    return isinstance(speaker, ast.Name) and speaker.id in LOGS and _callee(call) != "bye"


def _is_sentence(said: ast.expr) -> bool:
    if isinstance(said, ast.JoinedStr):
        return True
    return isinstance(said, ast.Constant) and isinstance(said.value, str) and " " in said.value
