"""The end of a rated game changes points, and voiding the game reverts the change."""

from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from ranking.models import Change, Kind, Standing
from ranking.rules.points import VERSION
from ranking.settlement import apply_change, result_change, settle, void
from ranking.terms import BEYOND_TEN, VOIDED
from ranking.tests.players import (
    NOON,
    bot_game,
    create_player,
    load_changes,
    load_points,
    load_standing,
    people_game,
    settle_games,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_is_new")]


def take_back(game: str) -> bool:
    with transaction.atomic():
        return void(game, NOON + timedelta(days=2))


class TestBetweenPeople:
    def test_the_winner_gains_the_losers_points(self):
        ann, bob = create_player("ann", points=1700), create_player("bob", points=1500)
        settle_games(people_game("g", ann, bob))
        assert load_points(ann, bob) == [1713, 1487]

    def test_both_begin_with_1500(self):
        ann, bob = create_player("ann"), create_player("bob")
        settle_games(people_game("g", ann, bob))
        assert load_points(ann, bob) == [1521, 1479]

    def test_a_loser_without_points_loses_none_and_the_winner_still_gains(self):
        ann, bob = create_player("ann", points=20), create_player("bob", points=5)
        settle_games(people_game("g", ann, bob))
        assert (load_points(ann, bob), load_changes(ann), load_changes(bob)) == ([40, 0], [20], [-5])

    def test_the_standing_with_the_house_stays(self):
        ann, bob = create_player("ann"), create_player("bob")
        settle_games(people_game("g", ann, bob))
        assert load_points(ann, bob, kind=Kind.HOUSE) == [1500, 1500]

    @pytest.mark.rows
    def test_games_of_one_batch_follow_each_other_in_the_order_of_their_ids(self):
        ann, bob = create_player("ann", points=2000), create_player("bob", points=1500)
        settle_games(people_game("2", bob, ann), people_game("1", bob, ann))
        assert [(one.game, one.own) for one in Change.objects.filter(player=bob).order_by("pk")] == [
            ("1", 1500),
            ("2", 1541),
        ]


class TestWithTheHouse:
    def test_a_win_over_novice(self):
        ann = create_player("ann")
        settle_games(bot_game("g", ann, "novice", is_won=True))
        assert load_points(ann, kind=Kind.HOUSE) == [1521]

    def test_a_loss_against_advanced_costs_little(self):
        ann = create_player("ann")
        settle_games(bot_game("g", ann, "advanced", is_won=False))
        assert load_points(ann, kind=Kind.HOUSE) == [1498]

    def test_beyond_the_gate_nothing_changes_and_the_change_is_recorded(self):
        ann = create_player("ann")
        Standing.objects.create(player_id=ann, kind=Kind.HOUSE, points=2500)
        settle_games(bot_game("g", ann, "novice", is_won=False))
        change = Change.objects.get()
        assert (change.change, change.after, load_standing(ann, Kind.HOUSE).losses) == (0, 2500, 1)
        assert change.why == "From 2500 points up, games against Novice don’t count."

    def test_a_bot_has_no_standing_and_no_change(self):
        ann = create_player("ann")
        settle_games(bot_game("g", ann, "novice", is_won=True))
        assert set(Standing.objects.values_list("player", flat=True)) == {ann}
        assert Change.objects.count() == 1


class TestOnRecord:
    def test_a_change_has_the_numbers_it_came_from(self):
        ann, bob = create_player("ann", points=1700), create_player("bob", points=1500)
        settle_games(people_game("g", ann, bob, unfinished=True))
        lost = Change.objects.get(player=bob)
        assert (lost.game, lost.kind, lost.opponent_id, lost.bot) == ("g", Kind.PEOPLE, ann, "")
        assert (lost.own, lost.opponents, lost.change, lost.after) == (1500, 1700, -13, 1487)
        assert (lost.won, lost.unfinished, lost.rules, lost.at) == (False, True, VERSION, NOON)
        assert lost.why == result_change(VERSION, 1500, 1700, False)[1]

    def test_a_change_against_a_bot_has_its_name_and_points(self):
        settle_games(bot_game("g", create_player("ann"), "intermediate", is_won=True))
        change = Change.objects.get()
        assert (change.opponent_id, change.bot, change.opponents) == (None, "intermediate", 2000)

    def test_only_the_loser_has_left_a_game(self):
        ann, bob = create_player("ann"), create_player("bob")
        settle_games(people_game("g", ann, bob, unfinished=True))
        assert (load_standing(ann).unfinished, load_standing(bob).unfinished) == (0, 1)
        assert (load_standing(ann).finished, load_standing(bob).finished) == (1, 0)

    def test_wins_losses_and_the_last_ten_changes_are_kept(self):
        ann, others = create_player("ann"), [create_player(f"other {n}") for n in range(12)]
        settle_games(*[people_game(f"{n:02}", ann, other, minutes=n) for n, other in enumerate(others)])
        own = load_standing(ann)
        assert (own.wins, own.losses) == (12, 0)
        assert own.recent.split() == [str(change) for change in load_changes(ann)[-10:]]
        assert own.last_at == NOON + timedelta(minutes=11)

    def test_a_player_with_enough_finished_games_is_listed(self):
        ann, others = create_player("ann"), [create_player(f"other {n}") for n in range(5)]
        settle_games(*[people_game(str(n), other, ann) for n, other in enumerate(others[:4])])
        assert not load_standing(ann).listed
        settle_games(people_game("5", others[4], ann))
        assert load_standing(ann).listed

    def test_leaving_games_with_the_house_takes_one_off_both_lists(self):
        ann = create_player("ann", wins=5, listed=True)
        settle_games(*[bot_game(str(n), ann, "novice", is_won=False, unfinished=True) for n in range(3)])
        assert not load_standing(ann).listed


@pytest.mark.rows
class TestOnce:
    def test_however_often_a_game_is_settled_it_changes_points_once(self):
        ann, bob = create_player("ann"), create_player("bob")
        game = people_game("g", ann, bob)
        settle_games(game)
        settle_games(game, game)
        settle_games(people_game("g", bob, ann))
        assert (load_points(ann, bob), load_standing(ann).wins, Change.objects.count()) == (
            [1521, 1479],
            1,
            2,
        )

    def test_a_rolled_back_settlement_can_be_repeated(self):
        ann, bob = create_player("ann"), create_player("bob")
        with transaction.atomic():
            settle([people_game("g", ann, bob)])
            transaction.set_rollback(True)
        assert Change.objects.count() == 0
        settle_games(people_game("g", ann, bob))
        assert load_points(ann, bob) == [1521, 1479]


@pytest.mark.rows
class TestTenADay:
    def ten(self, ann: int, bob: int) -> None:
        """Settle five wins each within an hour."""
        settle_games(
            *[people_game(f"{n:02}", *((ann, bob) if n % 2 else (bob, ann)), minutes=n) for n in range(10)]
        )

    def test_the_eleventh_is_on_record_and_changes_nothing(self):
        ann, bob = create_player("ann"), create_player("bob")
        self.ten(ann, bob)
        before = load_points(ann, bob)
        settle_games(people_game("99", ann, bob, minutes=60))
        assert load_points(ann, bob) == before
        assert (load_standing(ann).wins, load_standing(bob).losses) == (6, 6)
        assert {(one.change, one.why) for one in Change.objects.filter(game="99")} == {(0, BEYOND_TEN)}

    def test_in_one_batch_too(self):
        ann, bob = create_player("ann"), create_player("bob")
        settle_games(*[people_game(f"{n:02}", ann, bob) for n in range(12)])
        assert [change > 0 for change in load_changes(ann)] == [True] * 10 + [False] * 2

    def test_a_day_after_the_first_another_counts(self):
        ann, bob = create_player("ann"), create_player("bob")
        self.ten(ann, bob)
        settle_games(people_game("99", ann, bob, minutes=24 * 60))
        assert load_changes(ann)[-1] > 0

    def test_games_with_others_count(self):
        ann, bob, cora = create_player("ann"), create_player("bob"), create_player("cora")
        self.ten(ann, bob)
        settle_games(people_game("99", ann, cora, minutes=60))
        assert load_changes(ann)[-1] > 0

    def test_games_without_points_to_lose_count_towards_the_ten(self):
        ann, bob = create_player("ann", points=0), create_player("bob", points=0)
        settle_games(*[people_game(f"{n:02}", ann, bob) for n in range(11)])
        assert [change > 0 for change in load_changes(ann)] == [True] * 10 + [False]

    def test_a_game_taken_back_is_none_of_the_ten(self):
        ann, bob = create_player("ann"), create_player("bob")
        self.ten(ann, bob)
        take_back("03")
        settle_games(people_game("99", ann, bob, minutes=60))
        assert load_changes(ann)[-1] > 0

    def test_games_with_a_bot_have_no_such_bound(self):
        ann = create_player("ann")
        settle_games(*[bot_game(f"{n:02}", ann, "novice", is_won=True) for n in range(11)])
        assert [change > 0 for change in load_changes(ann)] == [True] * 11


class TestVoid:
    def test_points_and_counts_are_as_they_were(self):
        ann, bob = create_player("ann", points=1700, wins=3), create_player("bob", points=1500, losses=2)
        settle_games(people_game("g", ann, bob, unfinished=True))
        assert take_back("g")
        assert load_points(ann, bob) == [1700, 1500]
        assert (load_standing(ann).wins, load_standing(bob).losses, load_standing(bob).unfinished) == (
            3,
            2,
            0,
        )

    def test_nothing_on_record_is_altered_but_an_entry_added(self):
        ann, bob = create_player("ann", points=1700), create_player("bob", points=1500)
        settle_games(people_game("g", ann, bob))
        take_back("g")
        first, second = Change.objects.filter(player=ann).order_by("pk")
        assert (first.change, first.after) == (13, 1713)
        assert (second.undoes, second.own, second.change, second.after) == (first, 1713, -13, 1700)
        assert (second.game, second.won, second.why) == ("g", True, VOIDED)

    def test_games_that_followed_stand(self):
        ann, bob, cora = create_player("ann"), create_player("bob"), create_player("cora")
        settle_games(people_game("1", ann, bob), people_game("2", ann, cora))
        take_back("1")
        assert (load_points(ann, bob, cora), load_standing(ann).wins) == ([1520, 1500, 1480], 1)

    def test_voiding_never_takes_points_below_zero(self):
        ann, bob, cora = (
            create_player("ann", points=0),
            create_player("bob", points=0),
            create_player("cora", points=100),
        )
        settle_games(people_game("1", ann, bob), people_game("2", cora, ann))
        take_back("1")
        assert (load_points(ann), load_changes(ann)) == ([0], [21, -18, -3])

    @pytest.mark.rows
    def test_twice_is_once(self):
        ann, bob = create_player("ann"), create_player("bob")
        settle_games(people_game("g", ann, bob))
        assert [take_back("g"), take_back("g")] == [True, False]
        assert (load_points(ann, bob), Change.objects.count()) == ([1500, 1500], 4)

    def test_a_game_taken_back_is_not_settled_again(self):
        ann, bob = create_player("ann"), create_player("bob")
        settle_games(people_game("g", ann, bob))
        take_back("g")
        settle_games(people_game("g", ann, bob))
        assert load_points(ann, bob) == [1500, 1500]

    def test_a_game_that_changed_nothing_has_nothing_to_give_back(self):
        assert not take_back("casual")

    def test_a_player_below_five_games_leaves_the_list(self):
        ann, others = create_player("ann"), [create_player(f"other {n}") for n in range(5)]
        settle_games(*[people_game(str(n), ann, other) for n, other in enumerate(others)])
        take_back("3")
        assert not load_standing(ann).listed

    def test_a_loss_by_leaving_taken_back_mends(self):
        ann, bob = create_player("ann", wins=5, losses=2, unfinished=2, listed=True), create_player("bob")
        settle_games(people_game("g", bob, ann, unfinished=True))
        assert not load_standing(ann).listed
        take_back("g")
        assert load_standing(ann).listed


EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("people"), st.permutations([0, 1, 2]), st.booleans()),
        st.tuples(st.just("house"), st.sampled_from(["novice", "advanced"]), st.booleans()),
        st.tuples(st.just("void"), st.integers(0, 20), st.none()),
    ),
    max_size=20,
)


@pytest.mark.slow
@settings(max_examples=40)
@given(EVENTS)
def test_standings_equal_the_sum_of_the_record(events: list[tuple[str, object, bool]]):
    with transaction.atomic():
        players = [create_player(f"player {n}", points=30 * n) for n in range(3)]
        for n, (kind, what, flag) in enumerate(events):
            if kind == "people":
                settle_games(
                    people_game(str(n), players[what[0]], players[what[1]], unfinished=flag, minutes=n)
                )
            elif kind == "house":
                settle_games(bot_game(str(n), players[0], what, is_won=flag))
            else:
                take_back(str(what))
        for row in Standing.objects.filter(player__in=players):
            start = 30 * players.index(row.player_id) if row.kind == Kind.PEOPLE else 1500
            replayed = Standing(player_id=row.player_id, kind=row.kind, points=start)
            for change in Change.objects.filter(player=row.player_id, kind=row.kind).order_by("pk"):
                assert change.own == replayed.points
                assert change.after == change.own + change.change >= 0
                apply_change(change, replayed)
            for field in ("points", "wins", "losses", "unfinished", "recent", "last_at"):
                assert getattr(row, field) == getattr(replayed, field)
        transaction.set_rollback(True)
