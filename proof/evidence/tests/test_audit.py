"""The record of deals compared with the games: missing deals are added, and wrong ones are reported."""

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
    """Return what the command prints, line by line, whatever its exit status."""
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
def test_deals_from_before_the_record_are_added(finished: Game):
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


def test_check_changes_nothing_and_exits_with_an_error_for_a_missing_deal(finished: Game):
    Deal.objects.filter(number=1).delete()
    before = deals(finished)
    with pytest.raises(SystemExit, match="1"):
        call_command("record_deals", "--check", stdout=StringIO())
    assert deals(finished) == before


@pytest.mark.slow
@pytest.mark.rows
def test_tampered_deck_is_reported_and_unchanged(finished: Game):
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


def test_live_game_records_only_revealed_deals(ledger: Ledger):
    game = create_game()
    asyncio.run(load_dealt_table(game.pk, ledger))
    Deal.objects.all().delete()
    assert record_deals()[-1] == {"games": 1, "wrong": 0, "mended": 1}
    assert [number for number, *_ in deals(game)] == [0]


def test_games_of_sample_players_are_left_out(finished: Game):
    Player.objects.filter(pk=finished.seat_a_id).update(is_sample=True)
    Deal.objects.all().delete()
    assert record_deals() == [{"games": 0, "wrong": 0, "mended": 0}]


def test_wrong_people_of_a_deal_are_reported(finished: Game):
    deal = Deal.objects.get(number=1)
    Deal.objects.filter(number=1).update(dealer=1 - deal.dealer)
    Deal.objects.filter(number=2).update(seats="bb")
    Deal.objects.filter(number=3).update(beginning=7)
    *faults, _ = record_deals()
    assert [(fault["number"], fault["what"]) for fault in faults] == [(n, "other people") for n in (1, 2, 3)]


def test_wrong_scores_are_named_and_left(finished: Game):
    Deal.objects.filter(number=1).update(score_a=5)
    Deal.objects.filter(number=2).update(target=121)
    *faults, _ = record_deals()
    assert [(fault["number"], fault["what"]) for fault in faults] == [(n, "other scores") for n in (1, 2)]
    assert Deal.objects.get(number=1).score_a == 5


@pytest.mark.rows
def test_scores_of_a_missing_deal_are_added(finished: Game):
    scores = Deal.objects.order_by("number").values_list("score_a", "score_b", "target")
    before = [*scores]
    assert before[0] == (None, None, 61)
    assert before[1] == (0, 0, 61)
    Deal.objects.filter(number=2).delete()
    record_deals()
    assert [*scores] == before


def test_scores_of_old_deals_stay_unknown(finished: Game):
    Deal.objects.update(score_a=None, score_b=None, target=None)
    assert record_deals() == [{"games": 1, "wrong": 0, "mended": 0}]
    assert not Deal.objects.exclude(score_a=None).exists()


def test_unknown_values_of_old_deals_are_no_fault(finished: Game):
    Deal.objects.update(dealer=None, seats=None, rated=None, beginning=None)
    assert record_deals() == [{"games": 1, "wrong": 0, "mended": 0}]
    assert not Deal.objects.exclude(dealer=None).exists()


def test_guest_with_an_account_by_now_is_no_fault(finished: Game):
    Deal.objects.update(seats="gg")
    assert record_deals("--check") == [{"games": 1, "wrong": 0, "mended": 0}]
