"""Events with random actions at any time: the record always adds up."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import product

import pytest

from common.refusal import Refusal
from cribbage_site.tests.repetitions import repetitions
from game.engine.state import Ended
from game.models import Player
from game.table.forced_endings import void_by_ruling
from rng.framing import H
from rng.twister import Twister, stream
from tests.worlds.stepped_evenings import (
    A,
    B,
    announce,
    live,
    nobody_begins,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.event_pages.live_frame import encode_shared, load_live_event
from tournaments.events.manage import entering
from tournaments.events.models import Entry, Event, Pairing, Seating
from tournaments.events.record.load_encounters import load_encounters
from tournaments.events.record.locking import load_event
from tournaments.events.run.audit import find_differences
from tournaments.events.show.event_page import view_of
from tournaments.events.show.overview import load_mine, load_overview, read_overview
from tournaments.events.show.snapshot import load_event_page, load_own_line, load_standings, load_visit
from tournaments.formats.encounters import cards
from tournaments.formats.scoring import Score
from tournaments.formats.standings import standings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

ACTIONS = (entering.join, entering.leave, entering.pause, entering.resume)


def one_of(chance: Twister, things: list) -> object:
    return things[int(chance.random() * len(things))]


def end_some_game(event: Event, chance: Twister, later: Callable[..., None]) -> None:
    """End a game: mostly played, sometimes resigned, not begun, or voided by a host."""
    if not (games := live(event)):
        return
    game, draw = one_of(chance, games).game, chance.random()
    winner = (A, B)[int(chance.random() * 2)]
    if draw < 0.75:
        win(game, winner, loser_has=int(chance.random() * 121))
    elif draw < 0.85:
        win(game, winner, loser_has=int(chance.random() * 100), ended=Ended.RESIGNED, deals=3)
    elif draw < 0.95:
        later(seconds=61)
        nobody_begins(game, there=[winner])
    else:
        win(game, winner)
        void_by_ruling(game.pk)


def look(event: Event, people: list[Player]) -> None:
    """Check that every view matches the rows, whatever this process has cached."""
    right = read_overview(load_event(event.pk))
    kept = load_overview(event.pk)
    order = standings([one.pk for one in right.entrants if not one.is_disqualified], load_encounters(event))
    by_games = {line.player: (line.place, *line.score) for line in order}
    for overview in (right, kept):
        shown = {
            key: (line["place"], *(line[name] for name in Score._fields))
            for key, line in overview.lines.items()
        }
        assert {key: line for key, line in shown.items() if line[0] is not None} == by_games
    assert (kept.event, kept.entrants, kept.seated) == (right.event, right.entrants, right.seated)
    page = load_event_page(event.pk, None)
    assert page["standings"] == right.standings == load_standings(event.pk)
    assert page["tables"] == right.tables
    keys = [player.pk for player in people]
    live = load_live_event(event.pk, keys)
    assert live.shared == encode_shared(right)
    mine = load_mine(right, keys)
    for player in people:
        line = right.lines.get(mine[player.pk]["entry"])
        assert live.of_viewers[player.pk] == mine[player.pk] | {"line": line}
        assert load_own_line(event.pk, player)[1] == line
        visit = load_visit(event.pk, player)
        assert visit.me == mine[player.pk]
        view = view_of(visit, 0, has_account=True, why_not="")
        assert view == view_of(replace(visit, overview=right), 0, has_account=True, why_not="")


def check(event: Event) -> None:
    """Check the invariants that always hold."""
    assert list(find_differences(event)) == []
    encounters = load_encounters(event)
    keys = list(Entry.objects.filter(event=event).values_list("pk", flat=True))
    for card in cards(keys, encounters).values():
        assert card.games <= event.games
    at_tables = list(Seating.objects.filter(entry__event=event, is_live=True).values_list("entry", flat=True))
    assert len(at_tables) == len({*at_tables}) == 2 * len(live(event))
    assert not Entry.objects.filter(pk__in=at_tables).exclude(free_since=None).exists()
    played = Pairing.objects.filter(event=event, ending__in=("played", "given_up"))
    won = Pairing.objects.filter(event=event, ending="no_show").exclude(winner=None)
    entries = Entry.objects.filter(event=event)
    assert sum(entries.values_list("spread", flat=True)) == 0
    assert sum(entries.values_list("wins", flat=True)) == played.count() + won.count()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "evening"),
    [
        # An hour reads and writes the same rows, so one of the two is enough on PostgreSQL.
        pytest.param("night", 0, marks=pytest.mark.rows),
        ("hour", 0),
        *product(("night", "hour"), range(1, repetitions(40, one_in=40))),
    ],
)
def test_record_adds_up_after_random_actions(kind: str, evening: int, later: Callable[..., None]):
    chance = stream(H(b"random evening"), kind, str(evening))
    event = announce(kind, games=5)
    people: list[Player] = players(3 + int(chance.random() * 8))
    for player in people:
        entering.join(event_id=event.pk, player=player)
    for turn in range(120):
        draw, seen = chance.random(), [one_of(chance, people)]
        if draw < 0.25:
            with suppress(Refusal):
                one_of(chance, list(ACTIONS))(event_id=event.pk, player=one_of(chance, people))
        elif draw < 0.7:
            end_some_game(event, chance, later)
        else:
            later(seconds=1 + int(chance.random() * 40))
        look(event, seen)
        steps_until_nothing_is_due(event)
        look(event, seen)
        if turn % 20 == 0:
            check(event)
        if event.due_at is None:
            break
    later(minutes=200)
    steps_until_nothing_is_due(event)
    later(minutes=20)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER
    look(event, people)
    check(event)
    assert not live(event)
