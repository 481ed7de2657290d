"""Django's own apps, configured for this site."""

from typing import Any

from django.apps import AppConfig
from django.contrib.admin import autodiscover
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_admin_app
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core import checks


class Daphne(AppConfig):
    """Daphne's `runserver`. Daphne's own configuration would load its server into every other command."""

    name = "daphne"


class HostsAdmin(SimpleAdminConfig):
    """Django's admin with our own site class. Its pages load with the URLs, which few commands need."""

    default_site = "cribbage_site.dashboard.site.HostSite"

    def ready(self) -> None:
        super().ready()
        checks.register(check_admin_pages, checks.Tags.admin)


def check_admin_pages(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Run Django's own check of the admin's pages, which checks only loaded pages."""
    autodiscover()
    return list(check_admin_app(app_configs, **options))


class Files(StaticFilesConfig):
    """Static files, without the tests next to them."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "tests", "package.json"]

    def ready(self) -> None:
        super().ready()
        from common.startup import startup_checks
        from cribbage_site.assets.hashed_names import check_collected

        checks.register(check_collected)
        startup_checks.append(check_collected)
