"""Helpers for duplicate nights: entrants with a part in the decks, and rounds with given results."""

from collections.abc import Callable, Sequence

from game.engine.state import Seat
from game.models import Player
from game.runtime.player_ids import player_id
from game.shared_decks.models import Round
from game.shared_rounds import announcing, rounds
from rng.shared_decks import entrant_commitment
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    live,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.events.models import Event, Pairing

Later = Callable[..., None]
close_due_rounds = rounds._close_due_rounds


def secret_of(player: Player) -> bytes:
    return player.pk.to_bytes(32, "big")


def commit_all(event: Event, entrants: Sequence[Player]) -> None:
    """Commit these players to their secrets, as their pages do."""
    for player in entrants:
        made = entrant_commitment(event.deck_set_id, player_id(player.pk), secret_of(player))
        announcing.commit(event.deck_set_id, player, made.hex())


def reveal_all(event: Event, entrants: Sequence[Player]) -> None:
    for player in entrants:
        announcing.reveal(event.deck_set_id, player, secret_of(player).hex())


def begin_duplicate(later: Later, count: int = 8, rounds: int = 2) -> tuple[Event, list[Player]]:
    """Return a duplicate night whose first round is open."""
    event = announce("duplicate", minutes_ahead=1, games=rounds)
    entrants = players(count)
    enter_all(event, entrants)
    commit_all(event, entrants)
    later(minutes=1)
    steps_until_nothing_is_due(event)
    reveal_all(event, entrants)
    later(seconds=2)
    steps_until_nothing_is_due(event)
    return event, entrants


def winner_of_first(pairing: Pairing) -> Seat:
    """Return the seat of the first dealer."""
    seat = pairing.game.seat_of(pairing.first.player)
    assert seat is not None
    return seat


def end_round(event: Event, later: Later, losers: Sequence[int] = ()) -> list[Pairing]:
    """End every live table: the first dealer wins, and the losers have these scores."""
    tables = live(event)
    for pairing, loser_has in zip(tables, [*losers, *[100] * len(tables)], strict=False):
        win(pairing.game, winner_of_first(pairing), loser_has)
    close_round(event, later)
    return tables


def close_round(event: Event, later: Later) -> None:
    """Close the rounds that are due, and run the flow."""
    later(seconds=2)
    close_due_rounds()
    steps_until_nothing_is_due(event)


def latest(event: Event) -> Round:
    return Round.objects.filter(deck_set=event.deck_set_id).latest("number")
