"""Static files as `collectstatic` lays them out in production: a name changes with what is in the file.

So a browser may keep a file for ever, and pages of two versions find their own files side by side.
"""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.checks import CheckMessage, Error

from cribbage_site.assets.imports import IMPORT_PATTERN, WORKER_PATTERN


class HashedNames(ManifestStaticFilesStorage):
    """Names with a hash, also in what modules import and stylesheets name.

    Django could follow modules too, but takes types in comments for imports, and those lead outside.
    """

    # A module's name is known when those of all that it imports are: one pass for each step of the way.
    max_post_process_passes = 40
    patterns = (
        *ManifestStaticFilesStorage.patterns,
        (
            "*.js",
            (
                (IMPORT_PATTERN.pattern, '%(says)s"%(url)s"'),
                (WORKER_PATTERN.pattern, 'new URL("%(url)s", import.meta.url)'),
            ),
        ),
    )


def check_collected(**_: Any) -> list[CheckMessage]:
    """In production no page can be drawn before `collectstatic` has been run."""
    manifest = Path(settings.STATIC_ROOT, HashedNames.manifest_name)
    if not settings.PRODUCTION or manifest.exists():
        return []
    says = f"Static files are not collected: {manifest} is not there."
    return [Error(says, hint="Run manage.py collectstatic --no-input first.", id="every_other.E001")]
