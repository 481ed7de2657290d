"""Rounds: the same cards at every table, hidden until the last table is done."""

import asyncio
from datetime import timedelta

import pytest

from common import clock
from common.refusal import Refusal
from game.accounts.guests import create_guest
from game.engine.moves import Resign
from game.engine.state import Seat
from game.log.leaves import log_opening
from game.models import Game, Leaf, Review
from game.shared_decks import barrier
from game.shared_decks.models import Round, SharedGame
from game.shared_rounds.announcing import announce
from game.shared_rounds.on_close import on_close
from game.shared_rounds.record import load_record
from game.shared_rounds.rounds import _close_due_rounds as close_due_rounds
from game.shared_rounds.rounds import close_round, fill_round, open_game_of_round, open_round
from game.table.opening import RoundNotOpen
from game.table.record import ledger as ledgers
from game.table.record.ledger import Ledger
from game.table.record.round_of_game import load_round_decks
from game.table.shuffle.fairness import build_fairness
from proof.evidence.audit import find_faults
from rng import shared_decks
from rng.models import Deal
from tests.worlds.shared_decks import create_round, create_shared_game, create_started_set
from tests.worlds.tables import load_dealt_table, play_to_end


def play(game: Game, ledger: Ledger) -> None:
    """Play a game to its end with plain moves."""

    async def to_the_end() -> None:
        await play_to_end(await load_dealt_table(game.pk, ledger))

    asyncio.run(to_the_end())


def resign(game: Game, ledger: Ledger) -> None:
    async def give_up() -> None:
        table = await load_dealt_table(game.pk, ledger)
        await table.act(Seat.A, table.ply, Resign())

    asyncio.run(give_up())


def line(game: Game) -> str:
    return Game.objects.get(pk=game.pk).transcript


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_same_decisions_are_the_same_game_to_the_last_card(ledger: Ledger):
    _, games = create_round(tables=2)
    for game in games:
        play(game, ledger)
    assert line(games[0]) == line(games[1])
    assert line(games[0]).count("#") > 5


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_round_closes_with_its_last_table(ledger: Ledger):
    round_, games = create_round(tables=2)
    play(games[0], ledger)
    assert close_due_rounds() == []
    assert not close_round(round_.pk)
    play(games[1], ledger)
    assert close_due_rounds() == [round_.pk]
    round_.refresh_from_db()
    record = load_record(round_.deck_set)
    assert record.links == {1: bytes.fromhex(round_.last_link)}
    assert shared_decks.verify(record) is None


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_nothing_is_on_record_before_the_close_and_each_deck_once_after_it(ledger: Ledger):
    _, games = create_round(tables=3)
    for game in games:
        log_opening(game.pk)
        play(game, ledger)
    assert not Deal.objects.exists()
    assert not Leaf.objects.filter(kind="close").exists()
    assert not Review.objects.exists()
    assert len(close_due_rounds()) == 1
    deals = list(Deal.objects.order_by("number"))
    assert [deal.number for deal in deals] == list(range(1, len(deals) + 1))
    assert len({deal.game for deal in deals}) == 1
    assert {(deal.score_a, deal.score_b, deal.target) for deal in deals} == {(None, None, None)}
    assert Leaf.objects.filter(kind="close").count() == 3
    assert list(find_faults(mend=False, progress=lambda _: None)) == []


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_link_is_shown_after_the_close_and_not_before(ledger: Ledger):
    round_, games = create_round(tables=1)
    play(games[0], ledger)

    def links() -> dict[str, str]:
        row = ledgers.load_row(games[0].pk)
        fairness = build_fairness(row)
        return fairness.to_json(None, fairness.replay_steps()[-1].state).links

    assert links() == {}
    close_round(round_.pk)
    shown = links()
    assert list(shown) == [str(number) for number in range(1, len(shown) + 1)]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_round_closes_no_sooner_than_those_before_it(ledger: Ledger):
    started = create_started_set(rounds=2)
    first, second = open_round(started.pk, 1), open_round(started.pk, 2)
    games = [create_shared_game(first), create_shared_game(second)]
    for round_ in (first, second):
        fill_round(round_.pk)
    resign(games[1], ledger)
    assert close_due_rounds() == []
    resign(games[0], ledger)
    assert close_due_rounds() == [first.pk, second.pk]
    started.refresh_from_db()
    assert started.stage == "closed"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_round_with_a_closing_time_ends_live_games_and_closes(ledger: Ledger, later):
    started = create_started_set(rounds=1)
    round_ = open_round(started.pk, 1, closes_at=clock.now() + timedelta(hours=1))
    done, open_ = create_shared_game(round_), create_shared_game(round_)
    resign(done, ledger)
    assert close_due_rounds() == []
    later(hours=1)
    assert close_due_rounds() == [round_.pk]
    assert Game.objects.get(pk=open_.pk).ended == "void"  # no seat had discarded


@pytest.mark.django_db
def test_a_full_round_takes_no_more_tables():
    round_, _ = create_round(tables=1)
    with pytest.raises(RoundNotOpen):
        open_game_of_round(load_round_decks(round_.pk), (create_guest(), create_guest()))


@pytest.mark.django_db
def test_no_round_is_opened_before_the_decks_are_fixed():
    with pytest.raises(Refusal):
        open_round(announce({}, 1).pk, 1)
    started = create_started_set(rounds=2)
    with pytest.raises(ValueError, match="none of number 3"):
        open_round(started.pk, 3)
    assert open_round(started.pk, 1) == open_round(started.pk, 1)


@pytest.mark.django_db
def test_subscribers_are_notified_of_a_close(monkeypatch: pytest.MonkeyPatch):
    told: list[Round] = []
    monkeypatch.setattr("game.shared_rounds.rounds.on_close", [*on_close, told.append])
    round_ = open_round(create_started_set(rounds=1).pk, 1)
    fill_round(round_.pk)
    assert close_round(round_.pk)
    assert told == [round_]


@pytest.mark.django_db
def test_the_barrier_is_one_query():
    round_, games = create_round(tables=1)
    game = games[0]
    assert barrier.is_open(game.pk)
    assert not barrier.without_open(Game.objects.all()).exists()
    assert barrier.is_closed_to(game.pk, game.seat_a)
    SharedGame.objects.update(was_shown=True)
    assert not barrier.is_closed_to(game.pk, game.seat_a)
    assert barrier.is_closed_to(game.pk, create_guest())
    Round.objects.filter(pk=round_.pk).update(closed_at=clock.now())
    assert not barrier.is_open(game.pk)
    assert barrier.without_open(Game.objects.all()).exists()
