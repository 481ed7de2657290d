"""Hosting as a Django app."""

from django.apps import AppConfig
from django.core import checks


class HostingConfig(AppConfig):
    """Backups, sealing keys, row statistics and demo data."""

    name = "hosting"
    label = "hosting"

    def ready(self) -> None:
        from common.startup import startup_checks
        from hosting.backup.restore_marker import check_restore_finished, find_startup_errors
        from hosting.sealing_keys import check_keys_present

        checks.register(check_keys_present, checks.Tags.database)
        checks.register(check_restore_finished, checks.Tags.database)
        startup_checks.append(find_startup_errors)
