"""Django's own apps, configured for this site."""

from django.contrib.admin.apps import AdminConfig
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core import checks


class HostsAdmin(AdminConfig):
    """Django's admin with our own site class."""

    default_site = "cribbage_site.dashboard.site.HostSite"


class Files(StaticFilesConfig):
    """Static files, without the tests next to them."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "tests", "package.json"]

    def ready(self) -> None:
        super().ready()
        from cribbage_site.assets.hashed_names import check_collected

        checks.register(check_collected)
