"""The page of followed players as a Django app."""

from django.apps import AppConfig

from common.lazy_import import lazy_import


class FollowedPlayersConfig(AppConfig):
    """The notice that a followed player is here, and the feed; `game.following` has the models."""

    name = "people.following"
    label = "followed_players"

    def ready(self) -> None:
        from people.notices.on_arrival import on_arrival

        on_arrival.append(lazy_import("people.following.arrivals.note_arrival"))
