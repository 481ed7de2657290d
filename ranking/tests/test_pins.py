"""Points pinned to a program: they settle later games, and none that has already begun."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from common.refusal import Refusal
from cribbage_site.tests.repetitions import repetitions
from ranking import pins
from ranking.audit import find_differences
from ranking.models import Change, Kind, Pin, Standing
from ranking.pins import MAX_POINTS, MIN_POINTS, find_points
from ranking.settlement import STANDING_FIELDS, EndedGame, Side, explain_change, settle, void
from ranking.tests.players import NOON, create_player, load_changes, load_points, settle_games

pytestmark = pytest.mark.django_db

MINE = "engine_mine"
HOUSE = 10**9  # the account of a house bot, which these tests never create


def pin(points: int | None, *, code: str = "v1", bot: str = MINE, by: int | None = None) -> Pin:
    host = create_player(f"host-{Pin.objects.count()}") if by is None else by
    return pins.pin(bot=bot, code=code, version="Mine 1", points=points, by=host, reason="Arena: +3%.")


def game(name: str, one: Side, pinned: int, *, is_won: bool = True) -> EndedGame:
    return EndedGame(name, (one, Side(HOUSE, MINE, pinned=pinned)), 0 if is_won else 1, False, NOON)


def differences(*, mend: bool = False) -> list[Any]:
    return list(find_differences(mend=mend, progress=lambda read: None))


def test_a_pin_applies_to_this_code_until_the_next_pin() -> None:
    assert find_points(MINE, "v1") is None
    pin(1800)
    assert [find_points(MINE, "v1"), find_points(MINE, "v2"), find_points("engine_other", "v1")] == [
        1800, None, None,
    ]  # fmt: skip
    pin(1900)
    assert find_points(MINE, "v1") == 1900
    pin(None)
    assert find_points(MINE, "v1") is None
    assert [one.points for one in Pin.objects.order_by("pk")] == [1800, 1900, None]


@pytest.mark.parametrize(
    ("points", "code"),
    [(MIN_POINTS - 1, "v1"), (MAX_POINTS + 1, "v1"), (1800, ""), (None, "v1")],
)
def test_invalid_pins_are_refused(points: int | None, code: str) -> None:
    with pytest.raises(Refusal):
        pin(points, code=code)
    assert not Pin.objects.exists()


def test_a_persons_house_points_move_as_with_a_bot_of_fixed_points() -> None:
    pin(2000)
    ann = create_player("ann")
    settle_games(game("g", Side(ann), 2000), game("h", Side(ann), 2000, is_won=False))
    assert load_changes(ann) == [41, -3]
    assert list(Standing.objects.filter(points__gt=1500).values_list("player", "kind")) == [(ann, "house")]
    change = Change.objects.get(game="g")
    assert (change.bot, change.opponent, change.opponents, change.kind) == (MINE, None, 2000, "house")
    assert explain_change(change).startswith("Your opponent has 500 more points")
    assert differences() == []


def test_an_api_bots_house_points_move_as_with_fixed_points() -> None:
    pin(2000)
    deep = create_player("deep")
    settle_games(game("g", Side(deep, is_api_bot=True), 2000))
    assert load_points(deep, kind=Kind.BOTS) == [1541]
    assert differences() == []


@pytest.mark.parametrize("later", [1600, None])
def test_a_pin_that_changes_later_changes_no_game(later: int | None) -> None:
    pin(1800)
    ann = create_player("ann")
    settle_games(game("g", Side(ann), 1800))
    before = Standing.objects.values(*STANDING_FIELDS).get(player=ann, kind=Kind.HOUSE)
    pin(later)
    assert differences(mend=True) == []
    assert Standing.objects.values(*STANDING_FIELDS).get(player=ann, kind=Kind.HOUSE) == before


@pytest.mark.rows
@pytest.mark.parametrize("tampered", [{"opponents": 2400}, {"bot": "engine_other"}, {"change": 40}])
def test_a_change_without_a_matching_pin_is_reported(tampered: dict[str, Any]) -> None:
    pin(1800)
    settle_games(game("g", Side(create_player("ann")), 1800))
    Change.objects.update(**tampered)
    assert "g" in {difference.game for difference in differences()}


VERSIONS, POINTS = st.sampled_from(("v1", "v2")), st.none() | st.integers(MIN_POINTS, MAX_POINTS)
HAPPENINGS = st.lists(
    st.one_of(
        st.tuples(st.just("pin"), VERSIONS, POINTS),
        st.tuples(st.just("begin"), VERSIONS, st.integers(0, 2)),
        st.tuples(st.just("begin"), VERSIONS, st.integers(0, 2)),
        st.tuples(st.just("end"), st.integers(0, 5), st.booleans()),
        st.tuples(st.just("end"), st.integers(0, 5), st.booleans()),
        st.tuples(st.just("void"), st.integers(0, 20), st.none()),
        st.tuples(st.just("house"), st.integers(0, 2), st.booleans()),
        st.tuples(st.just("people"), st.integers(0, 2), st.booleans()),
    ),
    min_size=30,
    max_size=60,
)


class Season:
    """Three players, a program in two versions, and games that begin and end while points are pinned."""

    def __init__(self) -> None:
        self.host = create_player("host")
        self.people = [create_player(name) for name in ("ann", "bob", "eve")]
        self.begun: list[tuple[Side, Side]] = []
        self.points_met: dict[str, int | None] = {}

    def pin(self, code: str, points: int | None) -> None:
        if points != find_points(MINE, code):
            pin(points, code=code, by=self.host)

    def begin(self, code: str, one: int) -> None:
        if (pinned := find_points(MINE, code)) is not None:  # otherwise it plays casual games only
            self.begun.append((Side(self.people[one]), Side(HOUSE, MINE, pinned=pinned)))

    def end(self, number: int, is_won: bool) -> None:
        if self.begun:
            self._settle(self.begun.pop(number % len(self.begun)), is_won)

    def house(self, one: int, is_won: bool) -> None:
        self._settle((Side(self.people[one]), Side(HOUSE, "novice")), is_won)

    def people_(self, one: int, is_won: bool) -> None:
        self._settle((Side(self.people[one]), Side(self.people[(one + 1) % 3])), is_won)

    def void(self, number: int, _: object) -> None:
        void(f"g{number:03}", NOON + timedelta(minutes=len(self.points_met)))

    def _settle(self, sides: tuple[Side, Side], is_won: bool) -> None:
        name = f"g{len(self.points_met):03}"
        at = NOON + timedelta(minutes=len(self.points_met))
        self.points_met[name] = sides[1].pinned
        settle([EndedGame(name, sides, 0 if is_won else 1, False, at)])


def standings() -> list[Any]:
    return sorted(Standing.objects.values_list("player", "kind", *STANDING_FIELDS))


@pytest.mark.slow
@settings(max_examples=repetitions(100), deadline=None)
@given(HAPPENINGS)
def test_recomputation_is_exact_whatever_was_pinned_between_games(
    happenings: list[tuple[str, Any, Any]],
) -> None:
    with transaction.atomic():
        season = Season()
        season.pin("v1", 1800)
        for what, one, other in happenings:
            getattr(season, "people_" if what == "people" else what)(one, other)
        for change in Change.objects.filter(bot=MINE):
            assert change.opponents == season.points_met[change.game]
        assert differences() == []
        before = standings()
        Standing.objects.update(points=0, wins=9, losses=9, unfinished=9, recent="", last_at=None)
        differences(mend=True)
        assert standings() == before
        transaction.set_rollback(True)
