"""The audit of the record finds tampering, and nothing else."""

from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from ranking.audit import find_differences
from ranking.models import Change, Kind, Standing
from ranking.replay import Difference
from ranking.rules.points import BOTS
from ranking.settlement import EndedGame, Side, settle, void
from ranking.tests.players import NOON, bot_game, create_player, people_game, settle_games

pytestmark = pytest.mark.django_db

PEOPLE = st.integers(0, 2)
BRAINS = st.sampled_from(sorted(BOTS))
HAPPENINGS = st.lists(
    st.one_of(
        st.tuples(st.just("people"), PEOPLE, st.integers(1, 2), st.booleans()),
        st.tuples(st.just("bot"), PEOPLE, BRAINS, st.booleans()),
        st.tuples(st.just("void"), st.integers(0, 40), st.none(), st.none()),
        st.tuples(st.just("wait"), st.integers(1, 13), st.none(), st.none()),
    ),
    max_size=40,
)


def found(*, mend: bool = False) -> list[Difference]:
    return list(find_differences(mend=mend, progress=lambda read: None))


def as_tuples(differences: list[Difference]) -> set[tuple[str, object, object]]:
    return {(difference.field, difference.stored, difference.expected) for difference in differences}


class Season:
    """Three players, and random events for them."""

    def __init__(self) -> None:
        self.people = [create_player(name) for name in ("ann", "bob", "eve")]
        self.games: list[str] = []
        self.hours = 0

    def people_(self, one: int, further: int, unfinished: bool) -> None:
        other = self.people[(one + further) % 3]
        self.play((Side(self.people[one]), Side(other)), 0, unfinished)

    def bot(self, one: int, brain: str, is_won: bool) -> None:
        self.play((Side(10**9, brain), Side(self.people[one])), int(is_won), False)

    def void(self, number: int, *_: object) -> None:
        if number < len(self.games):
            with transaction.atomic():
                void(self.games[number], NOON + timedelta(hours=self.hours))

    def wait(self, hours: int, *_: object) -> None:
        self.hours += hours

    def play(self, sides: tuple[Side, Side], winner: int, unfinished: bool) -> None:
        game = f"g{len(self.games):03}"
        self.games.append(game)
        with transaction.atomic():
            settle([EndedGame(game, sides, winner, unfinished, NOON + timedelta(hours=self.hours))])


@settings(max_examples=15)
@given(HAPPENINGS)
def test_any_real_history_has_no_differences(happenings: list[tuple[str, int, object, object]]) -> None:
    with transaction.atomic():
        season = Season()
        for what, *how in happenings:
            getattr(season, f"{what}_" if what == "people" else what)(*how)
        assert found() == []
        transaction.set_rollback(True)


@pytest.fixture
def season(nobody_is_new: None) -> list[int]:
    """Return Ann, Bob and Eve after all kinds of games."""
    ann, bob, eve = (create_player(name) for name in ("ann", "bob", "eve"))
    settle_games(*[people_game(f"g{n:02}", ann, bob, minutes=n) for n in range(12)])
    settle_games(people_game("h", eve, ann, unfinished=True), bot_game("i", eve, "novice", is_won=True))
    with transaction.atomic():
        void("g05", NOON + timedelta(hours=1))
    settle_games(people_game("j", bob, ann, minutes=90))
    assert found() == []
    return [ann, bob, eve]


@pytest.mark.rows
@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("points", 1501), ("wins", 99), ("losses", 99), ("unfinished", 3), ("recent", "41"),
        ("listed", False), ("last_at", NOON - timedelta(days=9)),
    ],
)  # fmt: skip
def test_a_changed_standing_is_reported_and_repaired(season: list[int], what: str, value: object) -> None:
    ann = Standing.objects.filter(player=season[0], kind=Kind.PEOPLE)
    (right,) = ann.values_list(what, flat=True)
    ann.update(**{what: value})
    assert (what, value, right) in as_tuples(found())
    assert ann.values_list(what, flat=True).get() == value, "to look changes nothing"
    assert (what, value, right) in as_tuples(found(mend=True))
    assert ann.values_list(what, flat=True).get() == right
    assert found() == []


@pytest.mark.rows
def test_a_standing_that_is_gone_is_made_again(season: list[int]) -> None:
    before = Standing.objects.values_list("player", "kind", *("points", "recent", "listed")).order_by(
        "player"
    )
    kept = list(before)
    Standing.objects.filter(player=season[1]).delete()
    found(mend=True)
    assert list(before) == kept


def test_a_hidden_player_stays_hidden(season: list[int]) -> None:
    Standing.objects.filter(player=season[0]).update(hidden=True, listed=False)
    assert found() == []


@pytest.mark.parametrize(
    ("what", "value"),
    [("change", 22), ("own", 1499), ("after", 1700), ("opponents", 1400), ("rules", 99), ("won", False)],
)
def test_a_changed_record_is_reported_and_not_repaired(season: list[int], what: str, value: object) -> None:
    change = Change.objects.filter(game="g03", player=season[0])
    change.update(**{what: value})
    assert {difference.game for difference in found(mend=True)} >= {"g03"}
    assert change.values_list(what, flat=True).get() == value


@pytest.mark.rows
def test_a_deleted_change_is_detected_by_the_next_one(season: list[int]) -> None:
    struck = Change.objects.get(game="g03", player=season[0])
    Change.objects.filter(pk=struck.pk).delete()
    assert ("own", struck.after, struck.own) in as_tuples(found())


def test_the_eleventh_game_of_a_day_may_not_be_made_to_count(season: list[int]) -> None:
    Change.objects.filter(game="g11", player=season[0]).update(change=5)
    assert ("change", 5, 0) in as_tuples(found())
