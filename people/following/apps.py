"""The page of followed players as a Django app."""

from django.apps import AppConfig

from common.lazy_import import lazy_import


class FollowedPlayersConfig(AppConfig):
    """The page of followed players and the notification when one arrives. `game.following` has the models."""

    name = "people.following"
    label = "followed_players"

    def ready(self) -> None:
        from common.page_parts import part_loaders
        from people.notices.on_arrival import on_arrival

        on_arrival.append(lazy_import("people.following.arrivals.note_arrival"))
        part_loaders["front_people"].append(lazy_import("people.following.on_front.describe_on_front"))
        part_loaders["profile_visit"].append(lazy_import("people.following.follows.describe_in_profile"))
