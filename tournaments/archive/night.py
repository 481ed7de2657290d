"""The night again: the turning points of a past event, computed from its record once per process."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import get_language, gettext

from game.models import Game
from game.shared_decks.barrier import without_open
from game.table.record.ledger import load_row
from game.table.shuffle.fairness import replay_row
from rng.seal import SealError
from tournaments.archive.turning_points import (
    Deal,
    Moment,
    Turn,
    choose_replayed,
    find_moments_in_game,
    find_moments_of_standings,
    top_after,
)
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Event, Pairing
from tournaments.events.record.load_encounters import Seated
from tournaments.events.show.overview import Overview
from tournaments.formats.scoring import Ending


@dataclass(frozen=True)
class TurningPoint:
    """A turning point as a page shows it, with the standings at that time."""

    kind: str
    says: str
    at: datetime
    game: str | None  # None if its replay may not be shown
    ply: int | None
    top: Sequence[tuple[str, int]]


def has_replay(event: Event) -> bool:
    """Return whether an event has this page: it is over, and its tables did not share their cards."""
    return event.state == Event.State.OVER and event.deck_set_id is None


def load_turning_points(overview: Overview) -> Sequence[TurningPoint]:
    """Return the turning points of an event that is over, in order."""
    over = [one for one in overview.seated if one.ended_at and one.ending]
    ended = sorted(over, key=lambda one: (one.ended_at, one.game_id))
    pairings = without_open(Pairing.objects.filter(event=overview.id), "game")
    shown = frozenset(pairings.values_list("game", flat=True))
    moments = overview.once(("moments", shown), lambda: _find_moments(overview, ended, shown))
    return overview.once(
        ("night", shown, get_language()),
        lambda: [_describe(overview, ended, moment, shown) for moment in moments],
    )


def _find_moments(overview: Overview, ended: Sequence[Seated], shown: frozenset[str]) -> list[Moment]:
    games = [one.encounter for one in ended]
    has_standings = kind_of(overview.row).has_standings
    moments = find_moments_of_standings(list(overview.by_key), games) if has_standings else []
    for number in choose_replayed(games, moments):
        one = ended[number]
        if one.ending == Ending.PLAYED.value and one.game_id in shown:
            deals = _read_deals(one)
            moments += find_moments_in_game(number, games[number], overview.row.target, deals)
    return sorted(moments, key=lambda moment: moment.game)


def _read_deals(one: Seated) -> list[Deal]:
    """Return the scores at each deal of a game; none if its cards cannot be opened."""
    try:
        row = load_row(one.game_id)
        steps = replay_row(row)
    except (Game.DoesNotExist, SealError):
        return []
    winner = steps[-1].state.winner if steps else None
    if winner is None:
        return []
    deals: dict[int, Deal] = {}
    for step in steps:
        state = step.state
        if state.deal and not state.is_over:
            scores = state.scores[winner], state.scores[1 - winner]
            deals.setdefault(state.deal, Deal(len(state.record), *scores))
    return list(deals.values())


def _describe(
    overview: Overview, ended: Sequence[Seated], moment: Moment, shown: frozenset[str]
) -> TurningPoint:
    one = ended[moment.game]
    names = {key: entrant.nickname or entrant.name for key, entrant in overview.by_key.items()}
    top: list[tuple[str, int]] = []
    if kind_of(overview.row).has_standings:
        games = [each.encounter for each in ended[: moment.game + 1]]
        top = [(names[key], points) for key, points in top_after(list(overview.by_key), games)]
    game = one.game_id if one.game_id in shown and one.ending != Ending.NO_SHOW.value else None
    assert one.ended_at is not None
    says = _say(moment, names[moment.winner], names[moment.loser])
    return TurningPoint(moment.turn.value, says, one.ended_at, game, moment.ply, top)


def _say(moment: Moment, winner: str, loser: str) -> str:
    named = {"winner": winner, "loser": loser}
    match moment.turn:
        case Turn.LEAD:
            return gettext("%(winner)s wins against %(loser)s and takes the lead.") % named
        case Turn.CLIMB:
            before, after = moment.figures
            places = {"before": before, "after": after}
            says = gettext("%(winner)s wins against %(loser)s and climbs from place %(before)s to %(after)s.")
            return says % (named | places)
        case Turn.LAST_DEAL:
            needs = {"own": moment.figures[0], "other": moment.figures[1]}
            says = gettext(
                "The last deal decides: %(winner)s needs %(own)s, %(loser)s %(other)s. %(winner)s wins."
            )
            return says % (named | needs)
        case Turn.COMEBACK:
            says = gettext("%(winner)s is %(holes)s holes behind %(loser)s, and wins.")
            return says % (named | {"holes": moment.figures[0]})
