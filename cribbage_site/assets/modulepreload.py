"""`{% modules "js/table/table.js" %}`: a page's script, and word of all that it will import.

A browser learns of a module's imports when it has read the module: without this it would ask for the last of
forty after six journeys there and back.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, wraps
from os import stat
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TypeVar

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

IMPORT_PATTERN = re.compile(
    r"""(?m)(?P<matched>^(?P<says>(?:import|export)\s(?:[^"'();=]*\sfrom\s*)?)["'](?P<url>\.\.?/[^"']+)["'])"""
)

Answer = TypeVar("Answer")


def cached_if_files_stay(ask: Callable[[str], Answer]) -> Callable[[str], Answer]:
    """Works an answer out once, but each time where somebody may be writing the files."""
    once = cache(ask)

    @wraps(ask)
    def answer(asked: str) -> Answer:
        return ask(asked) if settings.STATIC_FILES_CHANGE else once(asked)

    return answer


@register.simple_tag
def modules(entry: str) -> SafeString:
    """The script, after a link for each module that it needs."""
    addresses = ((static(name),) for name in transitive_imports(entry))
    links = format_html_join("\n", '<link rel="modulepreload" href="{}">', addresses)
    return format_html('{}\n<script type="module" src="{}"></script>', links, static(entry))


@cached_if_files_stay
def transitive_imports(entry: str) -> tuple[str, ...]:
    """A module and all that it imports, near ones first."""
    found = [entry]
    for name in found:
        found.extend(new for new in _imports(name) if new not in found)
    return tuple(found)


def _imports(name: str) -> Iterator[str]:
    path = finders.find(name)
    if path is None:
        raise LookupError(f"{name}, which a page's script imports, is not there")
    for imported in _parse_imports(path, stat(path).st_mtime_ns):
        yield normpath(join(dirname(name), imported))


@cache
def _parse_imports(path: str, as_of: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found["url"] for found in IMPORT_PATTERN.finditer(Path(path).read_text())))
