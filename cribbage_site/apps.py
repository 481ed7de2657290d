"""Django's own apps, as this site has them."""

from django.contrib.admin.apps import AdminConfig
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core import checks


class HostsAdmin(AdminConfig):
    """Django's admin, as this house sets it up for its hosts."""

    default_site = "cribbage_site.dashboard.site.HostSite"


class Files(StaticFilesConfig):
    """The files that pages are made of; the tests beside them are nobody's to load."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "tests", "package.json"]

    def ready(self) -> None:
        super().ready()
        from cribbage_site.assets.hashed_names import check_collected

        checks.register(check_collected)
