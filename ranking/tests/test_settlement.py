"""What the end of a rated game does to points, and what undoes it."""

from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from ranking.models import Change, Kind, Standing
from ranking.points import VERSION
from ranking.settlement import BEYOND_TEN, VOIDED, enter, settle, void, worth
from ranking.tests.players import NOON, changes, end, player, points, standing, with_bot, won

pytestmark = [pytest.mark.rows, pytest.mark.django_db]


def take_back(game: str) -> bool:
    with transaction.atomic():
        return void(game, NOON + timedelta(days=2))


class TestBetweenPeople:
    def test_the_winner_gets_what_the_loser_loses(self):
        ann, bob = player("ann", points=1700), player("bob", points=1500)
        end(won("g", ann, bob))
        assert points(ann, bob) == [1713, 1487]

    def test_both_begin_with_1500(self):
        ann, bob = player("ann"), player("bob")
        end(won("g", ann, bob))
        assert points(ann, bob) == [1521, 1479]

    def test_who_has_nothing_loses_nothing_and_the_winner_gets_it_all_the_same(self):
        ann, bob = player("ann", points=20), player("bob", points=5)
        end(won("g", ann, bob))
        assert (points(ann, bob), changes(ann), changes(bob)) == ([40, 0], [20], [-5])

    def test_the_standing_with_the_house_stays(self):
        ann, bob = player("ann"), player("bob")
        end(won("g", ann, bob))
        assert points(ann, bob, kind=Kind.HOUSE) == [1500, 1500]

    def test_games_of_one_batch_follow_each_other_in_the_order_of_their_ids(self):
        ann, bob = player("ann", points=2000), player("bob", points=1500)
        end(won("2", bob, ann), won("1", bob, ann))
        assert [(one.game, one.own) for one in Change.objects.filter(player=bob).order_by("pk")] == [
            ("1", 1500),
            ("2", 1541),
        ]


class TestWithTheHouse:
    def test_a_win_over_novice(self):
        ann = player("ann")
        end(with_bot("g", ann, "novice", is_won=True))
        assert points(ann, kind=Kind.HOUSE) == [1521]

    def test_a_loss_against_advanced_costs_little(self):
        ann = player("ann")
        end(with_bot("g", ann, "advanced", is_won=False))
        assert points(ann, kind=Kind.HOUSE) == [1498]

    def test_behind_the_gate_nothing_changes_and_that_is_on_record(self):
        ann = player("ann")
        Standing.objects.create(player_id=ann, kind=Kind.HOUSE, points=2500)
        end(with_bot("g", ann, "novice", is_won=False))
        change = Change.objects.get()
        assert (change.change, change.after, standing(ann, Kind.HOUSE).losses) == (0, 2500, 1)
        assert change.why == "From 2500 points on, a game with Novice changes nothing."

    def test_a_bot_has_no_standing_and_no_change(self):
        ann = player("ann")
        end(with_bot("g", ann, "novice", is_won=True))
        assert set(Standing.objects.values_list("player", flat=True)) == {ann}
        assert Change.objects.count() == 1


class TestOnRecord:
    def test_a_change_has_the_numbers_it_came_from(self):
        ann, bob = player("ann", points=1700), player("bob", points=1500)
        end(won("g", ann, bob, unfinished=True))
        lost = Change.objects.get(player=bob)
        assert (lost.game, lost.kind, lost.opponent_id, lost.bot) == ("g", Kind.PEOPLE, ann, "")
        assert (lost.own, lost.opponents, lost.change, lost.after) == (1500, 1700, -13, 1487)
        assert (lost.won, lost.unfinished, lost.rules, lost.at) == (False, True, VERSION, NOON)
        assert lost.why == worth(VERSION, 1500, 1700, False)[1]

    def test_of_a_bot_the_name_and_its_points(self):
        end(with_bot("g", player("ann"), "intermediate", is_won=True))
        change = Change.objects.get()
        assert (change.opponent_id, change.bot, change.opponents) == (None, "intermediate", 2000)

    def test_only_the_loser_has_left_a_game(self):
        ann, bob = player("ann"), player("bob")
        end(won("g", ann, bob, unfinished=True))
        assert (standing(ann).unfinished, standing(bob).unfinished) == (0, 1)
        assert (standing(ann).finished, standing(bob).finished) == (1, 0)

    def test_wins_losses_and_the_last_ten_changes_are_kept(self):
        ann, others = player("ann"), [player(f"other {n}") for n in range(12)]
        end(*[won(f"{n:02}", ann, other, minutes=n) for n, other in enumerate(others)])
        own = standing(ann)
        assert (own.wins, own.losses) == (12, 0)
        assert own.recent.split() == [str(change) for change in changes(ann)[-10:]]
        assert own.last_at == NOON + timedelta(minutes=11)

    def test_who_has_finished_enough_is_listed(self):
        ann, others = player("ann"), [player(f"other {n}") for n in range(5)]
        end(*[won(str(n), other, ann) for n, other in enumerate(others[:4])])
        assert not standing(ann).listed
        end(won("5", others[4], ann))
        assert standing(ann).listed

    def test_leaving_games_with_the_house_takes_one_off_both_lists(self):
        ann = player("ann", wins=5, listed=True)
        end(*[with_bot(str(n), ann, "novice", is_won=False, unfinished=True) for n in range(3)])
        assert not standing(ann).listed


class TestOnce:
    def test_however_often_a_game_is_settled_it_changes_points_once(self):
        ann, bob = player("ann"), player("bob")
        game = won("g", ann, bob)
        end(game)
        end(game, game)
        end(won("g", bob, ann))
        assert (points(ann, bob), standing(ann).wins, Change.objects.count()) == ([1521, 1479], 1, 2)

    def test_what_is_taken_back_with_its_transaction_can_be_settled_again(self):
        ann, bob = player("ann"), player("bob")
        with transaction.atomic():
            settle([won("g", ann, bob)])
            transaction.set_rollback(True)
        assert Change.objects.count() == 0
        end(won("g", ann, bob))
        assert points(ann, bob) == [1521, 1479]


class TestTenADay:
    def ten(self, ann: int, bob: int) -> None:
        """Five wins each within an hour."""
        end(*[won(f"{n:02}", *((ann, bob) if n % 2 else (bob, ann)), minutes=n) for n in range(10)])

    def test_the_eleventh_is_on_record_and_changes_nothing(self):
        ann, bob = player("ann"), player("bob")
        self.ten(ann, bob)
        before = points(ann, bob)
        end(won("99", ann, bob, minutes=60))
        assert points(ann, bob) == before
        assert (standing(ann).wins, standing(bob).losses) == (6, 6)
        assert {(one.change, one.why) for one in Change.objects.filter(game="99")} == {(0, BEYOND_TEN)}

    def test_in_one_batch_too(self):
        ann, bob = player("ann"), player("bob")
        end(*[won(f"{n:02}", ann, bob) for n in range(12)])
        assert [change > 0 for change in changes(ann)] == [True] * 10 + [False] * 2

    def test_a_day_after_the_first_another_counts(self):
        ann, bob = player("ann"), player("bob")
        self.ten(ann, bob)
        end(won("99", ann, bob, minutes=24 * 60))
        assert changes(ann)[-1] > 0

    def test_games_with_others_count(self):
        ann, bob, cora = player("ann"), player("bob"), player("cora")
        self.ten(ann, bob)
        end(won("99", ann, cora, minutes=60))
        assert changes(ann)[-1] > 0

    def test_who_has_no_points_to_lose_has_played_all_the_same(self):
        ann, bob = player("ann", points=0), player("bob", points=0)
        end(*[won(f"{n:02}", ann, bob) for n in range(11)])
        assert [change > 0 for change in changes(ann)] == [True] * 10 + [False]

    def test_a_game_taken_back_is_none_of_the_ten(self):
        ann, bob = player("ann"), player("bob")
        self.ten(ann, bob)
        take_back("03")
        end(won("99", ann, bob, minutes=60))
        assert changes(ann)[-1] > 0

    def test_games_with_a_bot_have_no_such_bound(self):
        ann = player("ann")
        end(*[with_bot(f"{n:02}", ann, "novice", is_won=True) for n in range(11)])
        assert all(change > 0 for change in changes(ann))


class TestVoid:
    def test_points_and_counts_are_as_they_were(self):
        ann, bob = player("ann", points=1700, wins=3), player("bob", points=1500, losses=2)
        end(won("g", ann, bob, unfinished=True))
        assert take_back("g")
        assert points(ann, bob) == [1700, 1500]
        assert (standing(ann).wins, standing(bob).losses, standing(bob).unfinished) == (3, 2, 0)

    def test_nothing_on_record_is_altered_but_an_entry_added(self):
        ann, bob = player("ann", points=1700), player("bob", points=1500)
        end(won("g", ann, bob))
        take_back("g")
        first, second = Change.objects.filter(player=ann).order_by("pk")
        assert (first.change, first.after) == (13, 1713)
        assert (second.undoes, second.own, second.change, second.after) == (first, 1713, -13, 1700)
        assert (second.game, second.won, second.why) == ("g", True, VOIDED)

    def test_games_that_followed_stand(self):
        ann, bob, cora = player("ann"), player("bob"), player("cora")
        end(won("1", ann, bob), won("2", ann, cora))
        take_back("1")
        assert (points(ann, bob, cora), standing(ann).wins) == ([1520, 1500, 1480], 1)

    def test_who_spent_the_points_already_keeps_what_is_above_nothing(self):
        ann, bob, cora = player("ann", points=0), player("bob", points=0), player("cora", points=100)
        end(won("1", ann, bob), won("2", cora, ann))
        take_back("1")
        assert (points(ann), changes(ann)) == ([0], [21, -18, -3])

    def test_twice_is_once(self):
        ann, bob = player("ann"), player("bob")
        end(won("g", ann, bob))
        assert [take_back("g"), take_back("g")] == [True, False]
        assert (points(ann, bob), Change.objects.count()) == ([1500, 1500], 4)

    def test_a_game_taken_back_is_not_settled_again(self):
        ann, bob = player("ann"), player("bob")
        end(won("g", ann, bob))
        take_back("g")
        end(won("g", ann, bob))
        assert points(ann, bob) == [1500, 1500]

    def test_a_game_that_changed_nothing_has_nothing_to_give_back(self):
        assert not take_back("casual")

    def test_who_falls_below_five_games_leaves_the_list(self):
        ann, others = player("ann"), [player(f"other {n}") for n in range(5)]
        end(*[won(str(n), ann, other) for n, other in enumerate(others)])
        take_back("3")
        assert not standing(ann).listed

    def test_a_loss_by_leaving_taken_back_mends(self):
        ann, bob = player("ann", wins=5, losses=2, unfinished=2, listed=True), player("bob")
        end(won("g", bob, ann, unfinished=True))
        assert not standing(ann).listed
        take_back("g")
        assert standing(ann).listed


EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("people"), st.permutations([0, 1, 2]), st.booleans()),
        st.tuples(st.just("house"), st.sampled_from(["novice", "advanced"]), st.booleans()),
        st.tuples(st.just("void"), st.integers(0, 20), st.none()),
    ),
    max_size=20,
)


@settings(max_examples=40)
@given(EVENTS)
def test_standings_are_what_the_record_adds_up_to(events: list[tuple[str, object, bool]]):
    with transaction.atomic():
        players = [player(f"player {n}", points=30 * n) for n in range(3)]
        for n, (kind, what, flag) in enumerate(events):
            if kind == "people":
                end(won(str(n), players[what[0]], players[what[1]], unfinished=flag, minutes=n))
            elif kind == "house":
                end(with_bot(str(n), players[0], what, is_won=flag))
            else:
                take_back(str(what))
        for row in Standing.objects.filter(player__in=players):
            start = 30 * players.index(row.player_id) if row.kind == Kind.PEOPLE else 1500
            replayed = Standing(player_id=row.player_id, kind=row.kind, points=start)
            for change in Change.objects.filter(player=row.player_id, kind=row.kind).order_by("pk"):
                assert change.own == replayed.points
                assert change.after == change.own + change.change >= 0
                enter(change, replayed)
            for field in ("points", "wins", "losses", "unfinished", "recent", "last_at"):
                assert getattr(row, field) == getattr(replayed, field)
        transaction.set_rollback(True)
