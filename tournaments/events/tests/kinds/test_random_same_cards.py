"""Events over shared decks with random actions: the overview matches the rows at all times."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import pytest

from common.refusal import Refusal
from cribbage_site.tests.repetitions import repetitions
from game.engine.state import Ended, Seat
from game.models import Player
from game.shared_decks.models import Round
from game.table.forced_endings import void_by_ruling
from rng.framing import H
from rng.twister import Twister, stream
from tests.worlds.duplicates import begin_duplicate, close_due_rounds
from tests.worlds.stepped_evenings import live, nobody_begins, steps_until_nothing_is_due, win
from tournaments.events.manage import entering
from tournaments.events.models import Event, Pairing
from tournaments.events.record.load_teams import load_played
from tournaments.events.record.locking import load_event
from tournaments.events.record.open_boards import HIDDEN
from tournaments.events.run.audit import find_differences
from tournaments.events.show.overview import load_overview, read_overview
from tournaments.events.tests.run.test_random_evenings import one_of
from tournaments.events.tests.team_duels import begin_duel
from tournaments.formats.team_boards import BOARDS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter"), pytest.mark.slow]

Later = Callable[..., None]
ACTIONS = (entering.pause, entering.resume, entering.resume, entering.leave)
EVENINGS = [pytest.param(0, marks=pytest.mark.rows), *range(1, repetitions(40, one_in=40))]


def end_some_game(event: Event, chance: Twister, later: Later) -> None:
    if not (tables := live(event)):
        return
    game, draw, winner = one_of(chance, tables).game, chance.random(), Seat(int(chance.random() * 2))
    if draw < 0.8:
        win(game, winner, loser_has=int(chance.random() * 121))
    elif draw < 0.88:
        win(game, winner, loser_has=int(chance.random() * 100), ended=Ended.RESIGNED, deals=3)
    elif draw < 0.96:
        later(seconds=61)
        nobody_begins(game, there=[winner] if draw < 0.94 else [])
    else:
        win(game, winner)
        void_by_ruling(game.pk)


def do_anything(event: Event, people: list[Player], chance: Twister, later: Later) -> None:
    draw = chance.random()
    if draw < 0.08:
        with suppress(Refusal):
            one_of(chance, list(ACTIONS))(event_id=event.pk, player=one_of(chance, people))
    elif draw < 0.75:
        end_some_game(event, chance, later)
    else:
        later(seconds=1 + int(chance.random() * 60))


def look(event: Event) -> None:
    """Check that the cached overview matches the rows, and shows nothing of an open board."""
    kept, right = load_overview(event.pk), read_overview(load_event(event.pk))
    assert (kept.event, kept.entrants, kept.seated) == (right.event, right.entrants, right.seated)
    assert (kept.standings, kept.sides) == (right.standings, right.sides)
    closed = set(Round.objects.exclude(closed_at=None).values_list("number", flat=True))
    for table in kept.seated:
        if table.stage + 1 not in closed:
            assert table.ending in ("", HIDDEN)
            assert (table.winner, table.score_first, table.score_second) == (None, 0, 0)


def play_on(event: Event, people: list[Player], chance: Twister, later: Later) -> None:
    """Run random actions until the event is over."""
    for _ in range(400):
        do_anything(event, people, chance, later)
        look(event)
        close_due_rounds()
        look(event)
        steps_until_nothing_is_due(event)
        look(event)
        if event.due_at is None:
            break
    later(minutes=400)
    close_due_rounds()
    steps_until_nothing_is_due(event)
    later(minutes=20)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER
    look(event)
    assert list(find_differences(event)) == []


@pytest.mark.parametrize("evening", EVENINGS)
def test_a_duplicate_night_adds_up(evening: int, later: Later):
    event, people = begin_duplicate(later, rounds=4)
    play_on(event, people, stream(H(b"random duplicate"), "night", str(evening)), later)
    closed = load_overview(event.pk).standings
    dealt = Pairing.objects.filter(event=event, ending="no_show")
    if not dealt.exists():
        assert sum(line["x"] for line in closed) == pytest.approx(0)


@pytest.mark.parametrize("evening", EVENINGS)
def test_a_duel_of_teams_adds_up(evening: int, later: Later):
    event, hares, owls = begin_duel(later, reserves=1)
    play_on(event, [*hares, *owls], stream(H(b"random duel"), "duel", str(evening)), later)
    boards, sides = load_played(event), load_overview(event.pk).sides
    assert [board.number for board in boards] == [*range(1, len(boards) + 1)]
    assert len(boards) <= BOARDS
    for board in boards:
        seated = Counter(
            player for table in board.tables for player in (table.seats.one, table.seats.other) if player
        )
        assert set(seated.values()) <= {1}
    assert sum(side["spread"] for side in sides) == 0
    assert len({side["games"] for side in sides}) == 1
    assert sum(side["points"] for side in sides) == 2 * sides[0]["games"]
