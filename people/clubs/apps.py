"""Clubs as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.lazy_import import lazy_import


class ClubsConfig(AppConfig):
    """Clubs: groups of players with a name, a page and their own events."""

    name = "people.clubs"
    label = "clubs"
    verbose_name = _("Clubs")
    default_auto_field = "django.db.models.BigAutoField"
    belongings = ("clubs.Membership",)

    def ready(self) -> None:
        from common.page_parts import part_loaders, path_loaders
        from people.clubs.personal_data import register_sections

        register_sections()
        part_loaders["profile_details"].append(lazy_import("people.clubs.roster.describe_in_profile"))
        path_loaders.append(lazy_import("people.clubs.roster.list_paths"))
