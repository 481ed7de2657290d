"""Review as a Django app."""

from django.apps import AppConfig

from common.lazy_import import lazy_import


class ReviewConfig(AppConfig):
    """Reviews of finished games, and the replay."""

    name = "study.review"
    label = "review"

    def ready(self) -> None:
        from game.shared_rounds.on_close import on_close

        on_close.append(lazy_import("study.review.automatic.queue_closed_round"))
