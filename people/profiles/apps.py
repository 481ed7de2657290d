"""Profiles as a Django app."""

from django.apps import AppConfig

from common.lazy_import import lazy_import


class ProfilesConfig(AppConfig):
    """The profiles of players: records, points over time, past games."""

    name = "people.profiles"
    label = "profiles"

    def ready(self) -> None:
        from common.page_parts import part_loaders

        part_loaders["table"].append(lazy_import("people.profiles.page_parts.describe_at_table"))
