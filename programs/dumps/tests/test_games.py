"""Which games of a month a dump has, and their fields."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils.timezone import now

from game.engine.cards import texts
from game.engine.moves import Deal
from game.engine.state import Rules
from game.models import Game, Player, Secrets
from game.shared_rounds.rounds import close_round, fill_round, open_round_of_game
from game.table.record import ledger
from game.table.shuffle.fairness import replay_row
from programs.dumps import games as dumped
from programs.dumps.games import games_of_month, load_batches
from programs.dumps.opaque import OpaqueIds
from programs.dumps.rows import DumpedGame
from programs.dumps.tests.games import OCTOBER, create_rated_game, create_short_game, settle
from ranking.models import Change
from rng.models import Deal as RecordedDeal

pytestmark = pytest.mark.django_db
MONTH = date(2026, 10, 1)


def load_all(month: date = MONTH) -> list[DumpedGame]:
    return [game for batch in load_batches(month) for game in batch]


def listed() -> list[str]:
    return [game.pk for game in games_of_month(MONTH)]


def test_a_month_has_the_games_that_ended_in_it(ann, bob):
    ends = {
        datetime(2026, 9, 30, 23, 59, 59, tzinfo=UTC): False,
        datetime(2026, 10, 1, tzinfo=UTC): True,
        datetime(2026, 10, 31, 23, 59, 59, 999999, tzinfo=UTC): True,
        datetime(2026, 11, 1, tzinfo=UTC): False,
    }
    created = {create_short_game(ann, bob, at).pk: is_in for at, is_in in ends.items()}
    assert listed() == [game for game, is_in in created.items() if is_in]


@pytest.mark.parametrize("field", ["is_private", "is_sample"])
@pytest.mark.parametrize("seat", ["ann", "bob"])
def test_private_or_deleted_players_games_are_left_out(ann, bob, cat, field, seat):
    create_short_game(ann, bob)
    others = create_short_game(bob if seat == "ann" else ann, cat)
    Player.objects.filter(username=seat.capitalize()).update(**{field: True})
    assert listed() == [others.pk]


def test_casual_and_live_games_are_left_out(ann, bob):
    casual, live = create_short_game(ann, bob), create_short_game(ann, bob)
    Game.objects.filter(pk=casual.pk).update(rated=False)
    Game.objects.filter(pk=live.pk).update(finished_at=None)
    assert listed() == []


def test_an_open_board_is_left_out_until_it_closes(ann, bob):
    game = create_short_game(ann, bob)
    round_ = open_round_of_game(game.pk, now())
    assert listed() == []
    fill_round(round_.pk)
    assert close_round(round_.pk)
    assert listed() == [game.pk]


def test_a_voided_game_is_marked(ann, bob):
    kept, voided = create_short_game(ann, bob), create_short_game(ann, bob, OCTOBER + timedelta(hours=1))
    Game.objects.filter(pk=voided.pk).update(voided_at=now())
    ids = OpaqueIds("2026-10")
    assert [(game.game, game.voided) for game in load_all()] == [
        (ids.game(kept.pk), False),
        (ids.game(voided.pk), True),
    ]


def test_every_field_matches_the_played_game(ann, novice):
    game = create_rated_game(ann, novice, rules=Rules(start=(0, 0)))
    settle(game, own=1480, opponents=1500, change=21)
    steps = replay_row(ledger.load_row(game.pk))
    end = steps[-1].state
    (told,) = load_all()
    assert told.moves.split() == list(end.record)
    assert told.ms == [step.charged for step in steps]
    assert (told.winner, told.value, told.score_a, told.score_b) == (end.winner, end.value, *end.scores)
    assert (told.a, told.b) == (OpaqueIds("2026-10").player(ann.pk), None)
    assert (told.bot_a, told.bot_b) == (None, "novice")
    assert (told.points_a, told.change_a, told.points_b) == (1480, 21, None)
    assert told.day == "2026-10-15"
    decks = {step.move.number: step.move.deck for step in steps if isinstance(step.move, Deal)}
    assert told.cut == " ".join(texts(card for pair in end.cut for card in pair))
    assert [deal.cards for deal in told.deals] == [
        " ".join(texts(deck[:13])) for number, deck in sorted(decks.items()) if number
    ]
    dealers = {step.state.deal: step.state.dealer for step in steps if step.state.deal}
    assert {deal.number: deal.dealer for deal in told.deals} == dealers
    assert told.first_dealer == dealers[1]
    recorded = RecordedDeal.objects.filter(game=game.pk, number__gt=0).order_by("number")
    assert [(deal.pone_hand, deal.dealer_hand, deal.crib) for deal in told.deals] == [
        *recorded.values_list("pone_hand", "dealer_hand", "crib")
    ]


def test_unrecorded_decks_are_reconstructed(ann, bob):
    create_rated_game(ann, bob)
    on_record = load_all()
    assert on_record[0].deals
    RecordedDeal.objects.filter(number__gt=3).delete()
    assert load_all() == on_record


def test_game_without_secrets_is_left_out(ann, bob):
    kept, broken = create_short_game(ann, bob), create_short_game(ann, bob)
    RecordedDeal.objects.filter(game=broken.pk).delete()
    Secrets.objects.filter(game=broken.pk).delete()
    assert [game.game for game in load_all()] == [OpaqueIds("2026-10").game(kept.pk)]


def test_undone_point_change_is_dumped_as_first_made(ann, bob):
    game = create_short_game(ann, bob)
    settle(game, own=1500, opponents=1500, change=-20)
    first = Change.objects.get(game=game.pk, player=ann, undoes=None)
    first.pk, first.undoes_id, first.change = None, first.pk, 20
    first.save(force_insert=True)
    (told,) = load_all()
    assert (told.points_a, told.change_a) == (1500, -20)


@pytest.mark.slow
def test_batches_have_every_game_exactly_once(ann, bob, monkeypatch):
    monkeypatch.setattr(dumped, "BATCH_SIZE", 2)
    create = [create_short_game(ann, bob, OCTOBER) for _ in range(5)]  # all ended at the same moment
    assert sorted(game.game for game in load_all()) == sorted(
        OpaqueIds("2026-10").game(one.pk) for one in create
    )
    assert [len(batch) for batch in load_batches(MONTH)] == [2, 2, 1]


def test_ids_differ_in_every_month_and_with_every_key(settings):
    october, november = OpaqueIds("2026-10"), OpaqueIds("2026-11")
    ids = {october.player(1), october.player(2), october.game("1"), november.player(1)}
    assert len(ids) == 4
    assert OpaqueIds("2026-10").player(1) == october.player(1)
    settings.SIGNING_KEYS = ["another key", *settings.SIGNING_KEYS]
    assert OpaqueIds("2026-10").player(1) not in ids


def test_no_name_and_no_address_of_a_game_is_in_a_dump(ann, bob):
    game = create_short_game(ann, bob)
    text = repr(load_all())
    assert not any(secret in text for secret in (game.pk, "Ann", "Bob", "20:00"))
