"""Tags for a page's stylesheet and script: `{% sheet "css/pages/..." %}` and `{% modules "js/..." %}`.

A browser finds a file's imports only after reading the file. Without preload links it would request the last
of forty modules after six round trips. A bundle contains its imports (`bundle.py`).
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import TypeVar

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

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
    links = _links('<link rel="modulepreload" href="{}">', _import_addresses(entry))
    return format_html('{}\n<script type="module" src="{}"></script>', links, static(entry))


@register.simple_tag
@cached_if_files_stay
def sheet(entry: str) -> SafeString:
    """Return the stylesheet link, after a link for each sheet that it imports."""
    links = _links('<link rel="preload" as="style" href="{}">', _import_addresses(entry))
    return format_html('{}\n<link rel="stylesheet" href="{}">', links, static(entry))


def _links(link: str, addresses: tuple[tuple[str], ...]) -> SafeString:
    return format_html_join("\n", link, addresses)


def _import_addresses(entry: str) -> tuple[tuple[str], ...]:
    """Return the URLs of all imports of a file. A file inside a bundle has none."""
    collected = getattr(staticfiles_storage, "hashed_files", None)
    _, *names = transitive_imports(entry)
    return tuple((static(name),) for name in names if collected is None or name in collected)
