"""Static files as `collectstatic` stores them in production: a file's name contains a hash of its content.

So a browser may cache a file forever, and pages of two versions find their own files side by side.
"""

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.checks import CheckMessage, Error
from django.core.files.storage import Storage

from cribbage_site.assets.bundle import FOLDER, find_bundled
from cribbage_site.assets.imports import IMPORT_PATTERN, LATER_PATTERN, WORKER_PATTERN, all_imports

# The script of a bundle, whose name contains a hash already: its parts name each other.
BUNDLED_SCRIPT = re.compile(rf"{FOLDER}/.+-[A-Z0-9]{{8}}\.js")

Paths = dict[str, tuple[Storage, str]]


class HashedNames(ManifestStaticFilesStorage):
    """Hashed names, also for the files that modules import and stylesheets name.

    Django could follow modules too, but it mistakes types in comments for imports, and those lead outside the
    tree.
    """

    # A module's hash depends on those of all its imports: one pass per level of imports.
    max_post_process_passes = 40
    patterns = (
        *ManifestStaticFilesStorage.patterns,
        (
            "*.js",
            (
                (IMPORT_PATTERN.pattern, '%(says)s"%(url)s"'),
                (LATER_PATTERN.pattern, 'await import("%(url)s")'),
                (WORKER_PATTERN.pattern, 'new URL("%(url)s", import.meta.url)'),
            ),
        ),
    )

    def post_process(self, paths: Paths, dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Hash all files except bundled scripts, and sources that pages load as bundles."""
        bundled = find_bundled()
        named = {
            name: place
            for name, place in paths.items()
            if name not in bundled and not BUNDLED_SCRIPT.fullmatch(name) and not is_inlined(name, bundled)
        }
        yield from super().post_process(named, dry_run, **options)

    def stored_name(self, name: str) -> str:
        return name if BUNDLED_SCRIPT.fullmatch(name) else super().stored_name(name)


def is_inlined(name: str, bundled: Collection[str]) -> bool:
    """Return whether a module is inlined into pages, together with its imports, and loaded by none."""
    is_module = name.startswith("js/") and name.endswith(".js")
    return is_module and any(imported in bundled for imported in all_imports(name)[1:])


def check_collected(**_: Any) -> list[CheckMessage]:
    """Check that `collectstatic` has run. In production no page can be rendered before."""
    manifest = Path(settings.STATIC_ROOT, HashedNames.manifest_name)
    if not settings.PRODUCTION or manifest.exists():
        return []
    says = f"Static files are not collected: {manifest} is not there."
    return [Error(says, hint="Run manage.py collectstatic --no-input first.", id="every_other.E001")]
