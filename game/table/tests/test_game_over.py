"""Subscribers to the end of games: their order, and the one transaction in which all of them run."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from common import clock
from game.log.leaves import log_opening
from game.models import Game, Leaf, Scoresheet
from game.table import bot_accounts
from game.table.forced_endings import void_by_ruling, void_unrevealable, void_untouched
from game.table.record import game_over
from game.table.record.entries import write_entries
from game.table.record.game_over import Cause, GameOver, load_subscribers, publish
from game.table.tests.test_ending import a_rated_game, account, over
from ranking.models import Change, Standing
from rng.models import Unshown
from study.strength.models import WeighedGame
from tests.worlds.dealt_games import create_thrown_game
from tests.worlds.tables import create_game

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]

# Tables that a subscriber reads or writes and that no earlier subscriber touches.
TABLES = (
    "game_halscribgame",
    "game_leaf",
    "events_pairing",
    "strength_weighedgame",
    "game_scoresheet",
    "game_review",
    "ranking_standing",
)


def test_subscribers_run_in_a_fixed_order() -> None:
    assert [f"{each.__module__}.{each.__name__}" for each in load_subscribers()] == [
        "game.halscrib.learning.record_ends",
        "game.table.record.end_records.log_end",
        "tournaments.events.run.results.record_results",
        "study.strength.entering.note_results",
        "game.table.record.end_records.write_scoresheets",
        "study.review.automatic.queue_ended_games",
        "game.ladder.settling.settle_games",
    ]


def test_rows_are_locked_in_the_same_order_at_every_end(settings: Any) -> None:
    settings.REVIEW_GAMES = True
    with_halscrib = create_game(players=(account("Cat"), bot_accounts.get_or_create_account("halscrib")))
    games = (a_rated_game("Ann", "Bob"), with_halscrib)
    with CaptureQueriesContext(connection) as captured:
        assert write_entries([over(game) for game in games]) == [True, True]
    statements = [query["sql"] for query in captured.captured_queries]
    first = {table: next(n for n, sql in enumerate(statements) if table in sql) for table in TABLES}
    assert sorted(TABLES, key=first.__getitem__) == [*TABLES]
    assert statements[0].startswith("BEGIN")
    assert statements[-1] == "COMMIT"


class SubscriberFailed(Exception):
    """Raised after all other subscribers have run."""


def fail_at(cause: Cause, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a subscriber that fails when it is called for this cause."""

    def fail(over: GameOver) -> None:
        if over.cause is cause:
            raise SubscriberFailed

    subscribers = [*load_subscribers(), fail]
    monkeypatch.setattr(game_over, "load_subscribers", lambda: subscribers)


def everything_on_record() -> list[list[dict[str, Any]]]:
    """Return every row that the end of a game can write in these tests."""
    models = (Game, Leaf, Scoresheet, WeighedGame, Change, Standing, Unshown)
    return [list(model.objects.order_by("pk").values()) for model in models]


def live_game() -> Game:
    game = a_rated_game("Ann", "Bob")
    log_opening(game.pk)
    return game


def ended_game() -> Game:
    game = live_game()
    assert write_entries([over(game)]) == [True]
    return game


def abandoned_game() -> Game:
    return create_thrown_game(account("Ann"), account("Bob"), clock="none")


def make_last_move(game: Game) -> None:
    [outcome] = write_entries([over(game)])
    if isinstance(outcome, Exception):
        raise outcome


@pytest.mark.parametrize(
    ("cause", "create", "end"),
    [
        (Cause.LAST_MOVE, live_game, make_last_move),
        (Cause.UNREVEALABLE, live_game, lambda game: void_unrevealable(game.pk)),
        (Cause.RULING, ended_game, lambda game: transaction.atomic(void_by_ruling)(game.pk)),
        (Cause.UNTOUCHED, abandoned_game, lambda game: void_untouched(game.pk, game.ply)),
    ],
)
def test_a_failing_subscriber_rolls_back_the_end_and_all_other_subscribers(
    cause: Cause, create: Callable[[], Game], end: Callable[[Game], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = create()
    before = everything_on_record()
    with monkeypatch.context() as patched:
        fail_at(cause, patched)
        with pytest.raises(SubscriberFailed):
            end(game)
    assert everything_on_record() == before
    end(game)
    assert everything_on_record() != before


def test_the_end_is_not_published_outside_its_transaction() -> None:
    with pytest.raises(TransactionManagementError):
        publish(GameOver(Cause.LAST_MOVE, {}, clock.now()))
