"""Settles rated games: changes points when a game ends, and reverts the change, each once and on record."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import permutations

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.utils.translation import override

from common.database.compiled_query import CompiledModelQuery
from ranking.models import Change, Kind, Standing, Terms
from ranking.rules.points import BOTS, RULES, VERSION, as_opponent, exchange_between_equals
from ranking.standings import StandingsByKind, is_listed, lock_standings, with_others
from ranking.terms import (
    A_DAY,
    BEYOND_TEN,
    EXPLANATIONS,
    GAMES_A_DAY,
    VOIDED,
    Today,
    is_newcomer,
    limit_change,
)

RECENT = 10
STANDING_FIELDS = ("points", "wins", "losses", "unfinished", "recent", "last_at", "listed")
# Terms on which a game changes no points and is not one of the ten a day.
COUNTS_NOTHING = (Terms.UNCOUNTED, Terms.SHARED)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a game: a person, a house bot by name, or an API bot.

    A program that plays as a house bot has the points that were pinned when the game began.
    """

    player: int
    bot: str = ""
    is_api_bot: bool = False
    pinned: int | None = None

    @property
    def fixed_points(self) -> int:
        """The points of a house bot, which no game changes."""
        return BOTS[self.bot].points if self.pinned is None else self.pinned


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A finished rated game.

    It has the winner, whether the loser left it unfinished, its terms, and whether a head start made it a
    game between equals.
    """

    game: str
    sides: tuple[Side, Side]
    winner: int
    unfinished: bool
    at: datetime
    terms: Terms = Terms.PLAIN
    even: bool = False

    @property
    def kind(self) -> Kind:
        if any(side.is_api_bot for side in self.sides):
            return Kind.BOTS
        return Kind.HOUSE if any(side.bot for side in self.sides) else Kind.PEOPLE

    @property
    def moved(self) -> list[Side]:
        """The sides whose points it changes. In a game with an API bot, these are only API bots."""
        if self.kind is Kind.BOTS:
            return [side for side in self.sides if side.is_api_bot]
        return [side for side in self.sides if not side.bot]

    @property
    def accounts(self) -> list[int]:
        return [side.player for side in self.sides if not side.bot]


def settle(games: Sequence[EndedGame]) -> None:
    """Exchange the points of games, each only once, in the transaction that ends them."""
    bots = {side.player for game in games for side in game.moved if side.is_api_bot}
    people = {side.player for game in games for side in game.moved if not side.is_api_bot}
    standings = lock_standings(people, bots)
    accounts = {player for game in games for player in game.accounts}
    _load_unmoved(accounts - people - bots, standings)
    joined = dict(get_user_model().objects.filter(pk__in=accounts).values_list("pk", "date_joined"))
    on_record = Change.objects.filter(game__in=[game.game for game in games], undoes=None)
    settled = set(on_record.values_list("game", flat=True))
    entered: list[Change] = []
    for game in sorted(games, key=lambda game: game.game):
        if game.game not in settled:
            settled.add(game.game)
            entered += _store_changes(_build_changes(game, standings, joined), standings)
    _save_standings(standings, entered)


def _load_unmoved(players: Collection[int], standings: dict[int, StandingsByKind]) -> None:
    """Add the standings of people who play against an API bot, which no such game can change."""
    if not players:
        return
    stored = {one.player_id: one for one in Standing.objects.filter(player__in=players, kind=Kind.PEOPLE)}
    for player in players:
        standings[player] = {Kind.PEOPLE: stored.get(player) or Standing(player_id=player, kind=Kind.PEOPLE)}


def void(game: str, at: datetime) -> bool:
    """Revert a game's changes by further changes. Return False if nothing is left to revert."""
    changes = Change.objects.filter(game=game, undoes=None)
    of_kinds = set(changes.values_list("player_id", "kind"))
    bots = {player for player, kind in of_kinds if kind == Kind.BOTS}
    standings = lock_standings({player for player, _ in of_kinds} - bots, bots)
    undone = [_build_undo(change, at, standings) for change in changes.filter(undone_by=None).order_by("pk")]
    _save_standings(standings, _store_changes(undone, standings))
    return bool(undone)


def result_change(
    rules: int, own: int, opponent: int | str, won: bool, even: bool = False
) -> tuple[int, str]:
    """Return the change of points for a result under a version of the rules, and the explanation."""
    stake = exchange_between_equals(own) if even else RULES[rules](own, opponent)
    return (stake.win if won else -stake.loss), stake.why


def explain_change(change: Change) -> str:
    """Explain a change in the reader's language."""
    if change.why in EXPLANATIONS:
        return str(EXPLANATIONS[change.why])
    opponent = as_opponent(change.bot, change.opponents)
    return result_change(change.rules, change.own, opponent, change.won, change.even)[1]


def _select_last_day(one: int, other: int, since: datetime) -> QuerySet[Change]:
    both = (one, other)
    day = Change.objects.filter(player__in=both, undoes=None, undone_by=None, at__gt=since)
    return day.filter(Q(opponent__in=both) | ~Q(terms=Terms.PLAIN))


_last_day = CompiledModelQuery(Change, _select_last_day, -1, -2, datetime(2000, 1, 1, tzinfo=UTC))


@dataclass(frozen=True, slots=True)
class LastDay:
    """The recent changes that affect further games of some players.

    These are changes within a day by games with each other and on special terms, without reverted ones.
    """

    changes: tuple[Change, ...]

    @classmethod
    def load(cls, players: Collection[int], at: datetime) -> "LastDay":
        one, other = [*players, *players][:2]
        return cls(tuple(_last_day.fetch_all(one, other, at - A_DAY)))

    def is_beyond_ten(self, *pair: int) -> bool:
        """Return whether a further game of two of the players is beyond a day's ten."""
        # By game: some change the points of both players, and some of one.
        counted = {
            change.game
            for change in self.changes
            if change.why != BEYOND_TEN and change.terms not in COUNTS_NOTHING
            if {change.player_id, change.opponent_id} == {*pair}
        }
        return len(counted) >= GAMES_A_DAY

    def today(self, player: int, kind: Kind, *, is_beyond_ten: bool = False) -> Today:
        """Return the part of a player's last day that limits the change by a further game."""
        special = [
            (change.terms, change.won, change.change)
            for change in self.changes
            if change.player_id == player and change.kind == kind and change.terms != Terms.PLAIN
        ]
        return build_today(special, is_beyond_ten=is_beyond_ten)


def build_today(changes: Iterable[tuple[str, bool, int]], *, is_beyond_ten: bool) -> Today:
    """Return the same from the terms, results and changes of a day."""
    aborts, from_capped = 0, 0
    for terms, won, change in changes:
        aborts += terms == Terms.UNCOUNTED and not won
        from_capped += change if terms == Terms.CAPPED else 0
    return Today(is_beyond_ten, aborts, from_capped)


def apply_change(change: Change, standing: Standing) -> None:
    """Apply a change to a standing. A change that reverts a game removes it from the counts.

    A game that was resigned before a count has a loser, and no winner.
    """
    sign = 1 if change.undoes_id is None else -1
    standing.points = change.after
    standing.wins += sign * (change.won and change.terms not in COUNTS_NOTHING)
    standing.losses += sign * (not change.won and change.terms != Terms.SHARED)
    standing.unfinished += sign * (change.unfinished and change.terms != Terms.SHARED)
    standing.recent = " ".join([*standing.recent.split(), str(change.change)][-RECENT:])
    if change.undoes_id is None:
        standing.last_at = change.at


def _build_changes(
    game: EndedGame, standings: dict[int, StandingsByKind], joined: dict[int, datetime]
) -> list[Change]:
    """Build the changes of a game for the people in it, from the current points of both."""
    one, other = game.sides
    is_between_accounts = len(game.accounts) == 2
    is_special = is_between_accounts or game.terms is not Terms.PLAIN
    last_day = LastDay.load(game.accounts, game.at) if is_special else LastDay(())
    is_beyond_ten = is_between_accounts and last_day.is_beyond_ten(one.player, other.player)
    own_standings = [
        None if side.bot else standings[side.player][kind_of_side(side, game.kind)] for side in game.sides
    ]
    have = [
        side.fixed_points if own is None else own.points
        for side, own in zip(game.sides, own_standings, strict=True)
    ]
    newcomers = [
        own is not None
        and game.kind is not Kind.HOUSE
        and is_newcomer(own.finished, joined[own.player_id], game.at)
        for own in own_standings
    ]
    changes = []
    for seat, (own, opponent) in enumerate(permutations(game.sides)):
        if own not in game.moved:
            continue
        won = seat == game.winner
        terms = terms_of_side(game.terms, game.kind, is_opponent_new=newcomers[1 - seat])
        has, has_opponent = have[seat], have[1 - seat]
        met = as_opponent(opponent.bot, has_opponent)
        change, why = _result_change_in_english(has, met, won, game.even)
        today = (
            Today(is_beyond_ten)
            if terms == Terms.PLAIN
            else last_day.today(own.player, game.kind, is_beyond_ten=is_beyond_ten)
        )
        change, limited = limit_change(change, terms, won, today)
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
                why=limited or why,
                at=game.at,
                terms=terms,
                newcomer=newcomers[seat],
                even=game.even,
            )
        )
    return changes


def kind_of_side(side: Side, kind: Kind) -> Kind:
    """Return the kind of standing for a side. A person against an API bot has the one among people."""
    return Kind.PEOPLE if kind is Kind.BOTS and not side.is_api_bot else kind


def terms_of_side(of_game: Terms, kind: Kind, *, is_opponent_new: bool) -> Terms:
    """Return the terms of a game for one of its players. With house bots there are no caps."""
    if of_game in COUNTS_NOTHING:
        return of_game
    is_capped = kind is not Kind.HOUSE and (is_opponent_new or of_game is Terms.CAPPED)
    return Terms.CAPPED if is_capped else Terms.PLAIN


def _result_change_in_english(own: int, opponent: int | str, won: bool, even: bool) -> tuple[int, str]:
    """Return a result's change and its explanation in English, whatever language is active."""
    with override(None):
        return result_change(VERSION, own, opponent, won, even)


def _build_undo(first: Change, at: datetime, standings: dict[int, StandingsByKind]) -> Change:
    """Build the change that reverts another, without letting points fall below 0."""
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
        terms=first.terms,
        newcomer=first.newcomer,
        even=first.even,
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
    for player in {player for player, _ in changed}:
        for own, others in with_others(standings[player].values()):
            listed = is_listed(own, *others)
            if listed != own.listed or (player, own.kind) in changed:
                own.listed = listed
                own.save(update_fields=STANDING_FIELDS)
