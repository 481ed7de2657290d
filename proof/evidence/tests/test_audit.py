"""The record of deals against the games: what is missing is added, what is wrong is named."""

import asyncio
import json
from contextlib import suppress
from io import StringIO

import pytest
from django.core.management import call_command

from game.engine.state import Rules
from game.models import Game, Player
from game.table.record.ledger import Ledger
from rng.models import Deal
from tests.worlds.tables import create_game, load_dealt_table, play_to_end

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def finished(ledger: Ledger) -> Game:
    game = create_game(rules=Rules(target=61))

    async def play() -> None:
        await play_to_end(await load_dealt_table(game.pk, ledger))

    asyncio.run(play())
    return game


def record_deals(*options: str) -> list[dict[str, object]]:
    """What the command prints, line by line, whatever its exit status."""
    out = StringIO()
    with suppress(SystemExit):
        call_command("record_deals", "--json", *options, stdout=out, stderr=StringIO())
    return [json.loads(line) for line in out.getvalue().splitlines()]


def deals(game: Game) -> list[tuple[object, ...]]:
    rows = Deal.objects.filter(game=game.pk).order_by("number")
    return [(deal.number, bytes(deal.deck), deal.pone_hand, deal.dealer_hand, deal.crib) for deal in rows]


def test_a_game_that_is_on_record_as_it_was_dealt_has_no_fault(finished: Game):
    assert record_deals("--check") == [{"games": 1, "wrong": 0, "mended": 0}]


@pytest.mark.slow
@pytest.mark.rows
def test_what_was_shown_before_there_was_a_record_is_put_there(finished: Game):
    before = deals(finished)
    Deal.objects.filter(number__lte=1).delete()
    *faults, counted = record_deals()
    assert [(fault["number"], fault["what"], fault["mended"]) for fault in faults] == [
        (0, "missing", True),
        (1, "missing", True),
    ]
    assert counted == {"games": 1, "wrong": 0, "mended": 2}
    assert deals(finished) == before
    assert record_deals() == [{"games": 1, "wrong": 0, "mended": 0}]


def test_a_look_changes_nothing_and_says_by_its_status_that_a_deal_is_missing(finished: Game):
    Deal.objects.filter(number=1).delete()
    before = deals(finished)
    with pytest.raises(SystemExit, match="1"):
        call_command("record_deals", "--check", stdout=StringIO())
    assert deals(finished) == before


@pytest.mark.slow
@pytest.mark.rows
def test_a_deck_that_was_tampered_with_is_named_and_left(finished: Game):
    deal = Deal.objects.get(number=1)
    cards = bytes(deal.deck)
    Deal.objects.filter(pk=deal.pk).update(deck=cards[1:2] + cards[:1] + cards[2:])
    Deal.objects.filter(number=0).update(crib=29)
    Deal.objects.create(game="nobodys", number=3, at=deal.at, deck=cards)
    Deal.objects.create(game=finished.pk, number=200, at=deal.at, deck=cards)
    before = deals(finished)
    *faults, counted = record_deals()
    assert [(fault["game"], fault["number"], fault["what"]) for fault in faults] == [
        (finished.pk, 0, "other points"),
        (finished.pk, 1, "another deck"),
        (finished.pk, 200, "not shown"),
        ("nobodys", 3, "of no game"),
    ]
    assert counted == {"games": 1, "wrong": 4, "mended": 0}
    assert deals(finished) == before


def test_of_a_live_game_only_what_lies_open_belongs_on_record(ledger: Ledger):
    game = create_game()
    asyncio.run(load_dealt_table(game.pk, ledger))
    Deal.objects.all().delete()
    assert record_deals()[-1] == {"games": 1, "wrong": 0, "mended": 1}
    assert [number for number, *_ in deals(game)] == [0]


def test_games_of_sample_players_are_left_out(finished: Game):
    Player.objects.filter(pk=finished.seat_a_id).update(is_sample=True)
    Deal.objects.all().delete()
    assert record_deals() == [{"games": 0, "wrong": 0, "mended": 0}]


def test_who_was_dealt_a_deal_must_be_on_record_as_it_was(finished: Game):
    deal = Deal.objects.get(number=1)
    Deal.objects.filter(number=1).update(dealer=1 - deal.dealer)
    Deal.objects.filter(number=2).update(seats="bb")
    Deal.objects.filter(number=3).update(beginning=7)
    *faults, _ = record_deals()
    assert [(fault["number"], fault["what"]) for fault in faults] == [(n, "other people") for n in (1, 2, 3)]


def test_what_was_not_recorded_of_old_deals_is_no_fault_and_stays_unknown(finished: Game):
    Deal.objects.update(dealer=None, seats=None, rated=None, beginning=None)
    assert record_deals() == [{"games": 1, "wrong": 0, "mended": 0}]
    assert not Deal.objects.exclude(dealer=None).exists()


def test_a_guest_who_has_an_account_by_now_is_no_fault(finished: Game):
    Deal.objects.update(seats="gg")
    assert record_deals("--check") == [{"games": 1, "wrong": 0, "mended": 0}]
