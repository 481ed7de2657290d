"""Static files as `collectstatic` stores them in production: a file's name contains a hash of its content.

So a browser may cache a file forever, and pages of two versions find their own files side by side.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.checks import CheckMessage, Error
from django.core.files.storage import FileSystemStorage, Storage

from cribbage_site.assets.bundle import NAMED_BY_SHEETS, bundle, find_entries, find_esbuild, find_parts
from cribbage_site.assets.imports import IMPORT_PATTERN, LATER_PATTERN, WORKER_PATTERN, all_imports

UNBUNDLED = "esbuild is not installed (npm ci): pages load their modules one by one, which is slower."

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
        """Hash bundles where esbuild is installed, and every single module where it is not."""
        esbuild = find_esbuild()
        if esbuild is None:
            print(UNBUNDLED, file=sys.stderr)
        if esbuild is None or dry_run:
            yield from super().post_process(paths, dry_run, **options)
            return
        entries = find_entries()
        parts = find_parts(entries)
        with TemporaryDirectory(prefix="every-other-bundles-") as work:
            folder = FileSystemStorage(work)
            for name in (*parts, *(name for name in paths if name.endswith(NAMED_BY_SHEETS))):
                storage, path = paths[name]
                with storage.open(path) as source:
                    folder.save(name, source)
            bundle(esbuild, entries, Path(work))
            maps = [f"{name}.map" for name in entries]
            for name in maps:  # a name with a hash is made from an existing file
                self.delete(name)
                with folder.open(name) as source:
                    self.save(name, source)
            bundles = {name: (folder, name) for name in (*entries, *maps)}
            others = {
                name: place
                for name, place in paths.items()
                if name not in parts and not stands_in_pages_alone(name)
            }
            yield from super().post_process(others | bundles, dry_run, **options)


def stands_in_pages_alone(name: str) -> bool:
    """Return whether a module is inlined into pages, together with its imports, and loaded by none."""
    return name.startswith("js/") and name.endswith(".js") and len(all_imports(name)) > 1


def check_collected(**_: Any) -> list[CheckMessage]:
    """Check that `collectstatic` has run. In production no page can be rendered before."""
    manifest = Path(settings.STATIC_ROOT, HashedNames.manifest_name)
    if not settings.PRODUCTION or manifest.exists():
        return []
    says = f"Static files are not collected: {manifest} is not there."
    return [Error(says, hint="Run manage.py collectstatic --no-input first.", id="every_other.E001")]
