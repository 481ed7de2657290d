import pytest

from game.accounts.places import note_place
from game.models import Player
from game.table.record.ledger import Ledger
from ranking.models import Change, Kind, Standing
from ranking.terms import BEYOND_TEN, GAMES_A_DAY
from study.strength.entering import weigh_due
from study.strength.listing import load_list, load_strength
from study.strength.models import PlayerStrength, WeighedGame
from study.strength.tests.games import resign, resign_late, strengths

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]


def moved_players() -> list[tuple[bool, bool]]:
    """Return for each weighed game whether it moved the player of seat 0, and of seat 1."""
    rows = WeighedGame.objects.exclude(number=None).order_by("number").values_list("strength_a", "strength_b")
    return [(a is not None, b is not None) for a, b in rows]


@pytest.mark.slow
def test_games_resigned_before_a_counted_deal_give_no_strength(ledger: Ledger, ann: Player, bob: Player):
    for _ in range(26):
        resign(ledger, ann, bob)
    weigh_due()
    assert load_strength(ann.pk) is None
    assert [row.name for row in load_list() if row.player] == []
    # As on the ladder, the loser's fourth such game of a day is a normal loss.
    assert moved_players() == [(False, False)] * 3 + [(False, True)] * 23
    assert Change.objects.filter(player=ann).exclude(change=0).count() == 0


@pytest.mark.slow
def test_eleventh_game_of_a_pair_in_a_day_does_not_count(ledger: Ledger, ann: Player, bob: Player):
    for _ in range(GAMES_A_DAY + 1):
        resign_late(ledger, ann, bob)
    weigh_due()
    assert moved_players() == [(True, True)] * GAMES_A_DAY + [(False, False)]
    assert Change.objects.filter(why=BEYOND_TEN).count() == 2
    assert {games for *_, games in strengths()} == {GAMES_A_DAY}


@pytest.mark.slow
def test_game_from_one_network_does_not_count(ledger: Ledger, ann: Player, bob: Player):
    for player in (ann, bob):
        note_place(player, "203.0.113.0/24")
    resign_late(ledger, ann, bob)
    weigh_due()
    assert moved_players() == [(False, False)]


@pytest.mark.slow
def test_a_game_with_a_newcomer_counts_for_the_newcomer_alone(ledger: Ledger, ann: Player):
    puppet = Player.objects.create(username="Puppet")
    resign_late(ledger, ann, puppet)
    resign_late(ledger, puppet, ann)
    weigh_due()
    assert moved_players() == [(False, True), (True, False)]
    assert [player for player, *_ in strengths()] == [puppet.pk]


@pytest.mark.slow
def test_a_bot_that_no_longer_counts_on_the_ladder_counts_for_no_strength(
    ledger: Ledger, ann: Player, novice: Player
):
    Standing.objects.update_or_create(player=ann, kind=Kind.HOUSE, defaults={"points": 2500})
    resign_late(ledger, ann, novice)
    Standing.objects.filter(player=ann, kind=Kind.HOUSE).update(points=2499)
    resign_late(ledger, ann, novice)
    weigh_due()
    assert moved_players() == [(False, False), (True, False)]


def test_a_player_that_the_ladder_withholds_is_not_in_the_list_of_strength(ann: Player, bob: Player):
    for player in (ann, bob):
        PlayerStrength.objects.create(player=player, strength=0.1, variance=0.001, games=30)
    assert {row.name for row in load_list() if row.player} == {"Ann", "Bob"}
    Standing.objects.filter(player=ann).update(losses=5, unfinished=5)
    Standing.objects.filter(player=bob).update(hidden=True)
    assert {row.name for row in load_list() if row.player} == {"Ann"}
    Standing.objects.filter(player=ann).update(losses=6, unfinished=6)
    assert [row for row in load_list() if row.player] == []
