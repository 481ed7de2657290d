"""Check that the project's prose is plain technical English, for `make check`.

Count phrases that technical English hardly uses in Markdown, Python docstrings and comments, and JavaScript
and CSS comments. Fail above LIMIT per 1,000 words, and print the folders and lines with the most of them.

python -m bench.prose [FOLDER ...]
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

LIMIT = 1.0  # hits per 1,000 words
MOST_LISTED = 40
SUFFIXES = {".md", ".py", ".js", ".mjs", ".css"}
ROOT = Path(__file__).resolve().parent.parent

SENTENCE_START = r"(?:^|(?<=[.:;!?|]\s)|(?<=^[-*]\s))"
PATTERNS = {
    "a clause with who or what as its subject": re.compile(
        SENTENCE_START + r"(?:Who|Whose|Whom|What)\s(?!if\b|it (?:is|does)\b)[^?|]{3,}?(?:[.;,:](?=\s)|\Z)",
        re.M,
    ),
    "a preposition before who": re.compile(r"\b(?:of|by|to|for|with|from|against|than)\s+whoe?v?e?r?\b"),
    "a pronoun in -body": re.compile(r"\b(?:some|no|any|every)body\b", re.I),
    "an old-fashioned adverb": re.compile(r"\b(?:anew|besides?|thus|hence|likewise)\b", re.I),
    "hearsay": re.compile(r"\b(?:(?:tell|hear)s?\s+of|(?:is|are|was|were|be)\s+told)\b", re.I),
}
# Written by tools, recorded by older versions, or by other authors.
SKIPPED_FOLDERS = {
    ".git", ".venv", "node_modules", "migrations", "golden", "vendor", "seeds", "staticfiles", "locale",
    "bundles",
}  # fmt: skip
# A hash of these files is on record, so that not one byte of them may change.
FIXED = ("game/bots/", "game/engine/", "proof/evidence/standalone/")

FENCE = re.compile(r"^ {0,3}```.*?^ {0,3}```\s*?$", re.M | re.S)
CODE = re.compile(r"`[^`\n]*`")
SCRIPT_COMMENT = re.compile(r"(?:^|(?<=[;{},)\]]))[ \t]*(?:/\*.*?\*/|//[^\n]*)", re.M | re.S)
COMMENT_SIGNS = re.compile(r"^[ \t]*(?:/\*+|\*+/?|//|#)|\*/[ \t]*$", re.M)


@dataclass(frozen=True)
class Hit:
    """A phrase that should be rewritten, with its place."""

    path: str
    line: int
    says: str


@dataclass(frozen=True)
class Block:
    """A comment, a docstring or a page, with the line that it begins on."""

    line: int
    text: str


def blocks_of(path: Path, source: str) -> Iterator[Block]:
    """Yield the prose of a file."""
    if path.suffix == ".md":
        yield Block(1, FENCE.sub(lambda fence: "\n" * fence.group().count("\n"), source))
    elif path.suffix == ".py":
        yield from _docstrings(source)
        yield from _python_comments(source)
    else:
        for found in SCRIPT_COMMENT.finditer(source):
            yield Block(source.count("\n", 0, found.start()) + 1, COMMENT_SIGNS.sub("", found.group()))


def _docstrings(source: str) -> Iterator[Block]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node, clean=False)
            if text is not None:
                yield Block(node.body[0].lineno, re.sub(r"^[ \t]+", "", text, flags=re.M))


def _python_comments(source: str) -> Iterator[Block]:
    """Yield comments. Those on consecutive lines are one block, so that their sentences stay whole."""
    first, last, texts = 0, -1, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        line = token.start[0]
        if texts and line != last + 1:
            yield Block(first, "\n".join(texts))
            texts = []
        first, last = (first if texts else line), line
        texts.append(token.string.lstrip("# "))
    if texts:
        yield Block(first, "\n".join(texts))


def find_hits(path: Path, source: str) -> tuple[int, list[Hit]]:
    """Return the number of words in a file's prose, and its hits in the order of lines."""
    words, hits = 0, []
    for block in blocks_of(path, source):
        text = CODE.sub("code", block.text)
        words += len(text.split())
        for pattern in PATTERNS.values():
            for found in pattern.finditer(text):
                line = block.line + text.count("\n", 0, found.start())
                hits.append(Hit(path.as_posix(), line, " ".join(found.group().split())[:90]))
    return words, sorted(hits, key=lambda hit: hit.line)


def files_to_check(root: Path, folders: Sequence[str]) -> Iterator[Path]:
    """Yield the paths of the files with prose, relative to the root."""
    for folder in folders or ["."]:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root)
            if path.suffix not in SUFFIXES or not path.is_file():
                continue
            if not SKIPPED_FOLDERS & set(name.parts) and not name.as_posix().startswith(FIXED):
                yield name


def check(root: Path, folders: Sequence[str], limit: float = LIMIT) -> int:
    """Print the rate of hits, the worst folders and the lines to rewrite. Return 1 above the limit."""
    words, hits = Counter[str](), list[Hit]()
    for name in files_to_check(root, folders):
        count, found = find_hits(name, (root / name).read_text(encoding="utf-8"))
        words[name.parts[0]] += count
        hits += found
    rate = _rate(len(hits), words.total())
    by_folder = Counter(hit.path.partition("/")[0] for hit in hits)
    for folder in sorted(by_folder, key=lambda folder: -_rate(by_folder[folder], words[folder])):
        print(f"{_rate(by_folder[folder], words[folder]):6.2f}  {by_folder[folder]:5d} hits  {folder}")
    print(f"{rate:6.2f} hits per 1,000 words of prose, at most {limit} ({words.total():,} words)")
    if rate <= limit:
        return 0
    by_file = Counter(hit.path for hit in hits)
    for hit in sorted(hits, key=lambda hit: (-by_file[hit.path], hit.path, hit.line))[:MOST_LISTED]:
        print(f"{hit.path}:{hit.line}: {hit.says}")
    return 1


def _rate(hits: int, words: int) -> float:
    return 1000 * hits / max(words, 1)


if __name__ == "__main__":
    sys.exit(check(ROOT, sys.argv[1:]))
