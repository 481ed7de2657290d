"""Settles rated games: changes points when a game ends, and undoes the change, each once and on record."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import permutations

from django.db.models import Q
from django.utils.translation import gettext_lazy, override

from ranking.models import Change, Kind, Standing
from ranking.points import BOTS, RULES, VERSION
from ranking.standings import StandingsByKind, is_listed, lock_standings

A_DAY = timedelta(days=1)
GAMES_A_DAY = 10
RECENT = 10
STANDING_FIELDS = ("points", "wins", "losses", "unfinished", "recent", "last_at", "listed")

# Stored in these very words, which old rows hold too; EXPLANATIONS has them for readers.
BEYOND_TEN = "Of the games that two people play in a day, ten change their points; this was a further one."
VOIDED = "A host took the game back, and this gives back what it changed."
EXPLANATIONS = {
    BEYOND_TEN: gettext_lazy("Only ten games a day between the same two people change points."),
    VOIDED: gettext_lazy("A host voided this game, which undoes the points it changed."),
}


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a game: a person, or a bot by name."""

    player: int
    bot: str = ""


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A rated game that is over: who won it, and whether the loser left it unfinished."""

    game: str
    sides: tuple[Side, Side]
    winner: int
    unfinished: bool
    at: datetime

    @property
    def kind(self) -> Kind:
        return Kind.HOUSE if any(side.bot for side in self.sides) else Kind.PEOPLE

    @property
    def people(self) -> list[int]:
        return [side.player for side in self.sides if not side.bot]


def settle(games: Sequence[EndedGame]) -> None:
    """Exchange the points of games, each only once, in the transaction that ends them."""
    standings = lock_standings({player for game in games for player in game.people})
    on_record = Change.objects.filter(game__in=[game.game for game in games], undoes=None)
    settled = set(on_record.values_list("game", flat=True))
    entered: list[Change] = []
    for game in sorted(games, key=lambda game: game.game):
        if game.game not in settled:
            settled.add(game.game)
            entered += _store_changes(_build_changes(game, standings), standings)
    _save_standings(standings, entered)


def void(game: str, at: datetime) -> bool:
    """Undo what a game changed by further changes; False where nothing is left to undo."""
    changes = Change.objects.filter(game=game, undoes=None)
    standings = lock_standings(set(changes.values_list("player_id", flat=True)))
    undone = [_build_undo(change, at, standings) for change in changes.filter(undone_by=None).order_by("pk")]
    _save_standings(standings, _store_changes(undone, standings))
    return bool(undone)


def result_change(rules: int, own: int, opponent: int | str, won: bool) -> tuple[int, str]:
    """By how much a result changes points under some version of the rules, and why."""
    stake = RULES[rules](own, opponent)
    return (stake.win if won else -stake.loss), stake.why


def explain_change(change: Change) -> str:
    """Explain a change in the reader's language."""
    if change.why in EXPLANATIONS:
        return str(EXPLANATIONS[change.why])
    return result_change(change.rules, change.own, change.bot or change.opponents, change.won)[1]


def count_played_today(one: int, other: int, at: datetime) -> int:
    """How many games of two people changed points within a day; each has a winner who gained some."""
    won = Change.objects.filter(won=True, change__gt=0, undoes=None, undone_by=None, at__gt=at - A_DAY)
    return won.filter(Q(player=one, opponent=other) | Q(player=other, opponent=one)).count()


def apply_change(change: Change, standing: Standing) -> None:
    """Apply a change to a standing; one that undoes a game takes it out of the counts."""
    sign = 1 if change.undoes_id is None else -1
    standing.points = change.after
    standing.wins += sign * change.won
    standing.losses += sign * (not change.won)
    standing.unfinished += sign * change.unfinished
    standing.recent = " ".join([*standing.recent.split(), str(change.change)][-RECENT:])
    if change.undoes_id is None:
        standing.last_at = change.at


def _build_changes(game: EndedGame, standings: dict[int, StandingsByKind]) -> list[Change]:
    """The changes a game makes for the people in it, by the points that both have now."""
    one, other = game.sides
    counts = game.kind is Kind.HOUSE or count_played_today(one.player, other.player, game.at) < GAMES_A_DAY
    have = [
        BOTS[side.bot].points if side.bot else standings[side.player][game.kind].points for side in game.sides
    ]
    changes = []
    for seat, (own, opponent) in enumerate(permutations(game.sides)):
        if own.bot:
            continue
        won = seat == game.winner
        has, has_opponent = have[seat], have[1 - seat]
        against = opponent.bot or has_opponent
        change, why = _result_change_in_english(has, against, won) if counts else (0, BEYOND_TEN)
        changes.append(
            Change(
                game=game.game,
                player_id=own.player,
                kind=game.kind,
                opponent_id=None if opponent.bot else opponent.player,
                bot=opponent.bot,
                won=won,
                unfinished=game.unfinished and not won,
                rules=VERSION,
                own=has,
                opponents=has_opponent,
                change=change,
                after=has + change,
                why=why,
                at=game.at,
            )
        )
    return changes


def _result_change_in_english(own: int, opponent: int | str, won: bool) -> tuple[int, str]:
    """A result's change and its explanation in English, whatever language is active."""
    with override(None):
        return result_change(VERSION, own, opponent, won)


def _build_undo(first: Change, at: datetime, standings: dict[int, StandingsByKind]) -> Change:
    """The change that gives back another, as far as points never fall below 0."""
    have = standings[first.player_id][Kind(first.kind)].points
    after = max(0, have - first.change)
    return Change(
        game=first.game,
        player_id=first.player_id,
        kind=first.kind,
        opponent_id=first.opponent_id,
        bot=first.bot,
        won=first.won,
        unfinished=first.unfinished,
        rules=VERSION,
        own=have,
        opponents=first.opponents,
        change=after - have,
        after=after,
        why=VOIDED,
        at=at,
        undoes=first,
    )


def _store_changes(changes: Sequence[Change], standings: dict[int, StandingsByKind]) -> Sequence[Change]:
    """Store changes, and apply them to the standings."""
    for change in Change.objects.bulk_create(changes):
        apply_change(change, standings[change.player_id][Kind(change.kind)])
    return changes


def _save_standings(standings: dict[int, StandingsByKind], entered: Sequence[Change]) -> None:
    """Save the standings that have changed, and whether a list shows them."""
    changed = {(change.player_id, change.kind) for change in entered}
    for both in standings.values():
        for own, other in permutations(both.values()):
            listed = is_listed(own, other)
            if listed != own.listed or (own.player_id, own.kind) in changed:
                own.listed = listed
                own.save(update_fields=STANDING_FIELDS)
