"""All texts of the site, collected from a copy of its sources, to be replaced by pseudo-translations."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from common.wings import WINGS
from cribbage_site.tests.server_process import ROOT

LOCALE = "en_XA"  # a locale that browsers also treat as English
DOMAINS = ("django", "djangojs")
KINDS = {".py", ".html", ".txt", ".js"}

KEPT = re.compile(r"%\(\w+\)[sdif]|%[sdif%]|\{[^{}]*\}|<[^>]*>|&\w+;|https?://\S+|\\.")
SAID = re.compile(r'^(msgstr(?:\[\d\])? )((?:".*"\n)+)', re.MULTILINE)


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


def sources() -> Iterator[Path]:
    for folder in (*WINGS, "templates", "static/js"):
        for file in (ROOT / folder).rglob("*"):
            source = file.relative_to(ROOT)
            if file.suffix in KINDS and "tests" not in source.parts:
                yield source


class Texts:
    """All texts of a copy of the sources, as makemessages collects them."""

    def __init__(self, work: Path) -> None:
        self.locale = work / "locale"
        self.folder = self.locale / LOCALE / "LC_MESSAGES"
        self.folder.mkdir(parents=True)
        for file in sources():
            (work / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, work / file)
        command = [sys.executable, "-m", "django", "makemessages", "--locale", LOCALE, "--domain"]
        self.complaints = [
            line
            for domain in DOMAINS
            for line in run(*command, domain, cwd=work).splitlines()
            if not line.startswith("processing locale")
        ]

    def of(self, domain: str) -> str:
        """Return a catalog translated into its own English, without line breaks that are not in the text."""
        return run("msgen", "--no-wrap", f"{domain}.po", cwd=self.folder)

    def translate(self, say: Callable[[str], str]) -> None:
        """Compile a language in which every English text is replaced."""
        for domain in DOMAINS:
            english = self.of(domain).replace("INTEGER", "2").replace("EXPRESSION", "n != 1")
            head, texts = english.split("\n\n", 1)
            file = self.folder / f"{domain}.po"
            file.write_text(f"{head}\n\n{SAID.sub(partial(said_otherwise, say), texts)}", encoding="utf-8")
            run("msgfmt", "--check-format", file.name, f"--output-file={domain}.mo", cwd=self.folder)


def said_otherwise(say: Callable[[str], str], found: re.Match[str]) -> str:
    """Replace a text, except for its placeholders and tags."""
    text, at = found[2], 0
    pieces = []
    for kept in KEPT.finditer(text):
        pieces += [say(text[at : kept.start()]), kept[0]]
        at = kept.end()
    return found[1] + "".join(pieces) + say(text[at:])
