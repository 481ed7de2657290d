"""Events as a Django app."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from game.clubs.models import Club
    from game.shared_decks.models import Round
    from game.table.ending import Result


class EventsConfig(AppConfig):
    """Evenings of many games; each result enters in the transaction that ends its game, in every process."""

    name = "game.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.clubs.founding import before_close, on_dissolve, on_rename
        from game.shared_decks.on_close import on_close
        from game.table.result_recorders import result_recorders

        result_recorders.append(record_results)
        on_close.append(record_round)
        before_close.append(object_to_close)
        on_dissolve.append(call_off_events)
        on_rename.append(show_change_of_club)


# What ends games and clubs is loaded when one ends, for most commands end none.


def record_results(results: Mapping[str, "Result"]) -> None:
    """Enter results in their events."""
    from game.events.results import record_results

    record_results(results)


def record_round(round_: "Round") -> None:
    """Compare the tables of a round that has closed, in the event that it is of."""
    from game.events.boards_on_record import record_round

    record_round(round_)


def object_to_close(club: "Club") -> None:
    """Refuse to close a club while people play in an event of its."""
    from game.events.closing import object_to_close

    object_to_close(club)


def call_off_events(club: "Club") -> None:
    """Void what a club that closes had announced."""
    from game.events.closing import call_off_events

    call_off_events(club)


def show_change_of_club(club: "Club") -> None:
    """Have the events of a club shown under its new name."""
    from game.events.closing import show_change_of_club

    show_change_of_club(club)
