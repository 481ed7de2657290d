"""Nights for beginners: unrated, with hints, and limited to players with few games or points."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from common import clock
from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.advice.hints import compute_hint
from game.engine.state import Seat
from game.models import Player
from game.table.record.ledger import Ledger
from game.table.record.steps import Refused
from game.wire.frames import HintFrame
from ranking.models import Kind, Standing
from tests.worlds.scoresheets import create_scoresheet
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    entry_of,
    live,
    players,
    steps_until_nothing_is_due,
)
from tests.worlds.tables import begin, both_throw, load_dealt_table
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage import entering
from tournaments.events.manage.creating import create_event
from tournaments.events.models import Entry, Event
from tournaments.events.show.past_of_player import has_finished_ten
from tournaments.events.show.trophies import load_trophies

CASUAL: dict[str, Any] = {"rated": False}


def refusal_of(event: Event, player: Player) -> str:
    with pytest.raises(Refusal) as fault:
        entering.join(event_id=event.pk, player=player)
    return fault.value.code


@pytest.mark.django_db
class TestEntering:
    def test_ten_games_are_needed_for_rated_events_only(self):
        rated, casual, duplicate = (
            announce(),
            announce(**CASUAL),
            announce("duplicate", games=7, minutes_ahead=9),
        )
        newcomer = players(1)[0]
        assert refusal_of(rated, newcomer) == "newcomer"
        enter_all(casual, [newcomer])
        enter_all(duplicate, [newcomer])

    def test_a_limit_of_games_and_of_points(self):
        event = announce(**CASUAL, most_games=3, most_points=1250)
        few, many, strong = players(3)
        for player, games in ((few, 3), (many, 4)):
            for number in range(games):
                create_scoresheet(player, strong, minutes=number, voided=False)
        create_scoresheet(few, strong, minutes=9, voided=True)
        Standing.objects.create(player=strong, kind=Kind.PEOPLE, points=1251)
        Standing.objects.create(player=few, kind=Kind.PEOPLE, points=1250)
        enter_all(event, [few])
        assert refusal_of(event, many) == "not_yours"
        assert refusal_of(event, strong) == "not_yours"

    def test_guests_and_banned_players_stay_out(self):
        event = announce(**CASUAL)
        guest = Player.objects.create(username="Guest", is_guest=True)
        banned = Player.objects.create(username="Mal", banned_until=clock.now() + timedelta(days=1))
        assert refusal_of(event, guest) == "no_account"
        assert refusal_of(event, banned) == "banned"

    @pytest.mark.parametrize(
        "settings",
        [
            {"hints": True},
            {"hints": True, "kind": "duplicate", "games": 7, "rated": False},
            {"most_points": 100_000},
        ],
    )
    def test_hints_need_an_unrated_event_with_its_own_cards(self, settings: dict[str, Any]):
        host = Player.objects.create(username="Hostess", is_staff=True, is_superuser=True)
        chosen = {
            "kind": "night",
            "title": "Beginners",
            "starts_at": clock.now() + timedelta(hours=1),
        } | settings
        with pytest.raises(Refusal):
            create_event(by=host, settings=EventSettings(**chosen))
        assert not Event.objects.exists()


@pytest.mark.django_db
def test_no_season_trophy_or_prize_comes_of_it():
    (player,) = players(1)
    for number in range(11):
        event = announce(**CASUAL, hints=number > 0)
        Event.objects.filter(pk=event.pk).update(state="over")
        Entry.objects.create(
            event=event, player=player, joined_at=clock.now(), place=1, played=9, wins=9, points=18
        )
    assert len(load_trophies(player.pk)) == 1
    assert not has_finished_ten(player.pk)
    Event.objects.update(hints=False)
    assert has_finished_ten(player.pk)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("hints", [True, False])
def test_hints_between_people_are_for_its_tables_alone(ledger: Ledger, hints: bool):
    event = announce(**CASUAL, hints=hints)
    one, other = players(2)
    enter_all(event, [one, other])
    steps_until_nothing_is_due(event)
    (pairing,) = live(event)
    game = pairing.game
    begin(game)
    assert not game.rated
    seated = (game.seat_a, game.seat_b)

    async def ask() -> list[Any]:
        table = await load_dealt_table(game.pk, ledger)
        found = [await compute_hint(table, Seat.A, seated[0], table.ply)]
        await both_throw(table)
        seat = table.state.turn
        assert seat is not None
        return [*found, await compute_hint(table, seat, seated[seat], table.ply)]

    answers = asyncio.run(ask())
    if hints:
        require_no_rated_game(one)
        assert all(isinstance(answer, HintFrame) for answer in answers)
        assert len(answers[0].lines) == 4
    else:
        with pytest.raises(Refusal):
            require_no_rated_game(one)
        assert all(isinstance(answer, Refused) and answer.code == "no_hints" for answer in answers)
    assert entry_of(event, one).tables == 1
