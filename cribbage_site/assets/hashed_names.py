"""Static files as `collectstatic` stores them in production: a file's name contains a hash of its content.

So a browser may cache a file forever, and pages of two versions find their own files side by side.
"""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.checks import CheckMessage, Error

from cribbage_site.assets.imports import IMPORT_PATTERN, LATER_PATTERN, WORKER_PATTERN

# How the files of a bundle name each other: "./table.hint-texts-JYX6CJC3.js".
PART_PATTERN = r"""(?P<matched>"(?P<url>\./[\w.-]+-[A-Z0-9]{8}\.js)")"""


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
                (PART_PATTERN, '"%(url)s"'),
            ),
        ),
    )


def check_collected(**_: Any) -> list[CheckMessage]:
    """Check that `collectstatic` has run. In production no page can be rendered before."""
    manifest = Path(settings.STATIC_ROOT, HashedNames.manifest_name)
    if not settings.PRODUCTION or manifest.exists():
        return []
    says = f"Static files are not collected: {manifest} is not there."
    return [Error(says, hint="Run manage.py collectstatic --no-input first.", id="every_other.E001")]
