"""`{% modules "js/table/table.js" %}`: a page's script, and word of all that it will import.

A browser learns of a module's imports when it has read the module: without this it would ask for the last of
forty after six journeys there and back.
"""

import re
from collections.abc import Iterator
from functools import cache
from os import stat
from pathlib import Path
from posixpath import dirname, join, normpath

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

IMPORTED = re.compile(r"""^(?:import|export)\s(?:[^"'();=]*\sfrom\s*)?["'](\.\.?/[^"']+)["']""", re.MULTILINE)


@register.simple_tag
def modules(entry: str) -> SafeString:
    """The script, after a link for each module that it needs."""
    links = format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', ((static(name),) for name in _all(entry))
    )
    return format_html('{}\n<script type="module" src="{}"></script>', links, static(entry))


def needed(entry: str) -> tuple[str, ...]:
    """A module and all that it imports, near ones first."""
    found = [entry]
    for name in found:
        found.extend(new for new in imports(name) if new not in found)
    return tuple(found)


def imports(name: str) -> Iterator[str]:
    """The modules that one names in its own imports."""
    path = finders.find(name)
    if path is None:
        raise LookupError(f"{name}, which a page's script imports, is not there")
    for imported in _named_in(path, stat(path).st_mtime_ns):
        yield normpath(join(dirname(name), imported))


@cache
def _named_in(path: str, as_of: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(IMPORTED.findall(Path(path).read_text())))


_once = cache(needed)


def _all(entry: str) -> tuple[str, ...]:
    """In production files stay as they are; elsewhere somebody may be writing them."""
    return _once(entry) if settings.PRODUCTION else needed(entry)
