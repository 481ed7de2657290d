"""The parts of the embedded board: a script, a style, and the policy that allows only these.

The page contains all of it: a board is one response, and its policy lets it load and send nothing.
"""

import re
from base64 import b64encode
from collections.abc import Callable
from functools import cache, wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.i18n import JavaScriptCatalog

from common.script_bundle import bundle

STATIC = settings.BASE_DIR / "static"
SHEETS = ("base/tokens", "base/cards", "parts/ui/surfaces", "parts/programs/embedding")
# Comments on a line of their own.
COMMENTS = re.compile(r"^\s*(?:/\*(?:[^*]|\*(?!/))*\*/|//.*)\n", re.MULTILINE)


def cached_if_files_stay(make: Callable[[str], str]) -> Callable[[str], str]:
    """Cache the result for each language, unless static files may change while the server runs."""
    cached = cache(make)

    @wraps(make)
    def made(language: str) -> str:
        return make(language) if settings.STATIC_FILES_CHANGE else cached(language)

    return made


def code() -> str:
    """Return the board's script, preceded by the translations that it needs."""
    return _code(get_language() or "en")


def style() -> str:
    """Return the style of the board."""
    return _style("")


@cached_if_files_stay
def _code(language: str) -> str:
    script = COMMENTS.sub("", bundle(STATIC / "js/programs/embedding.js", STATIC / "js"))
    return script if language == "en" else f"{_words_in(script)}\n{script}"


class WordsOfScript(JavaScriptCatalog):
    """The translations of one script. `words.js` has those of all scripts."""

    script = ""

    def get_catalog(self) -> dict[str, Any]:
        known: dict[str, Any] = super().get_catalog()
        return {words: translated for words, translated in known.items() if f'"{words}"' in self.script}


def _words_in(script: str) -> str:
    request = HttpRequest()
    request.method = "GET"
    answer = WordsOfScript.as_view(script=script)(request)
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


@cached_if_files_stay
def _style(_: str) -> str:
    text = "\n".join((STATIC / f"css/{name}.css").read_text(encoding="utf-8") for name in SHEETS)
    return COMMENTS.sub("", text)


POLICY = {
    "default-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "*",
    # A page without an origin has no cookies and no storage for any viewer.
    "sandbox": "allow-scripts allow-popups allow-popups-to-escape-sandbox",
}


def build_policy(code: str, style: str) -> str:
    """Return the policy of a board: only its own script and style run; it loads, sends and stores nothing."""
    policy = {"script-src": f"'{_hash(code)}'", "style-src": f"'{_hash(style)}'"}
    return "; ".join(f"{name} {sources}" for name, sources in (POLICY | policy).items())


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
