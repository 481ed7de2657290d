"""Tags for a page's stylesheet and script: `{% sheet "css/pages/..." %}` and `{% modules "js/..." %}`.

A browser finds a file's imports only after reading the file. Without preload links it would request the last
of forty modules after six round trips. A bundle has them in one or two files (`bundle.py`).
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import TypeVar

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from cribbage_site.assets.bundle import bundled_files
from cribbage_site.assets.imports import transitive_imports

register = template.Library()

Answer = TypeVar("Answer")


def cached_if_files_stay(ask: Callable[[str], Answer]) -> Callable[[str], Answer]:
    """Cache an answer once computed, but compute it each time where files may be edited."""
    cached = cache(ask)

    @wraps(ask)
    def answer(asked: str) -> Answer:
        return ask(asked) if settings.STATIC_FILES_CHANGE else cached(asked)

    return answer


@register.simple_tag
@cached_if_files_stay
def modules(entry: str) -> SafeString:
    """Return the script tag, after a preload link for each module that it imports."""
    name, *imported = files_of(entry)
    links = _links('<link rel="modulepreload" href="{}">', imported)
    return format_html('{}\n<script type="module" src="{}"></script>', links, static(name))


@register.simple_tag
@cached_if_files_stay
def entry_url(entry: str) -> str:
    """Return the URL of a script or stylesheet that a page may load later."""
    return static(files_of(entry)[0])


@register.simple_tag
@cached_if_files_stay
def sheet(entry: str) -> SafeString:
    """Return the stylesheet link, after a link for each sheet that it imports."""
    name, *imported = files_of(entry)
    links = _links('<link rel="preload" as="style" href="{}">', imported)
    return format_html('{}\n<link rel="stylesheet" href="{}">', links, static(name))


def files_of(entry: str) -> tuple[str, ...]:
    """Return the files that a page loads for an entry: its bundle, or it and all its imports."""
    return bundled_files(entry) or transitive_imports(entry)


def _links(link: str, names: list[str]) -> SafeString:
    return format_html_join("\n", link, ((static(name),) for name in names))
