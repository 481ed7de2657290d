"""The events, duels and seasons on a club's page, as a Django app."""

from django.apps import AppConfig

from common.lazy_import import lazy_import

ACTIONS = ("accept_duel", "decline_duel", "withdraw_duel", "end_series", "begin_season", "call_off_season")


class ClubPagesConfig(AppConfig):
    """The events of a club on its page, and the forms for new ones."""

    name = "tournaments.club_pages"
    label = "club_pages"

    def ready(self) -> None:
        from people.clubs.page_parts import actions, context_loaders

        actions.update({name: lazy_import(f"tournaments.club_pages.actions.{name}") for name in ACTIONS})
        context_loaders.append(lazy_import("tournaments.club_pages.evenings.describe_evenings"))
