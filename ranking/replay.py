"""Replays a player's record of changes, and finds errors in it. Pure functions."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ranking.models import Change, Kind, Standing, Terms
from ranking.rules.points import (
    BOTS,
    FIRST_WITH_HEAD_STARTS,
    FIRST_WITH_TERMS,
    RULES,
    VERSION,
    as_opponent,
)
from ranking.settlement import COUNTS_NOTHING, STANDING_FIELDS, apply_change, build_today, result_change
from ranking.standings import StandingsByKind, is_listed, with_others
from ranking.terms import A_DAY, GAMES_A_DAY, Today, is_newcomer, limit_change

SAME_AS_UNDONE = (
    "game", "player_id", "kind", "opponent_id", "bot", "won", "unfinished", "opponents", "terms", "newcomer",
    "even",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Difference:
    """A wrong stored value, in a standing or, if a game is named, in the record."""

    field: str
    stored: Any
    expected: Any
    player: int
    kind: str
    game: str = ""

    @property
    def is_of_record(self) -> bool:
        return self.game != ""


def _knows_head_starts(change: Change) -> bool:
    """Return whether a game could count as between equals: between people, by the rules of its time."""
    return change.rules >= FIRST_WITH_HEAD_STARTS and not change.bot


class Replay:
    """One player's standings, rebuilt change by change."""

    def __init__(self, player: int, joined: datetime, pinned: Container[tuple[str, int]] = ()) -> None:
        self.standings: StandingsByKind = {kind: Standing(player_id=player, kind=kind) for kind in Kind}
        self._joined = joined
        self._pinned = pinned  # programs, with all points that any version of them ever had
        # The clocks of two processes differ slightly, so both are remembered a day longer than needed.
        self._counted: dict[int | None, dict[str, datetime]] = defaultdict(dict)
        self._special: dict[str, dict[str, Change]] = defaultdict(dict)

    def apply(self, changes: Iterable[Change]) -> Iterator[Difference]:
        """Apply changes in order, and yield their errors."""
        for change in changes:
            standing = self.standings[Kind(change.kind)]
            yield from self._faults(change, standing.points)
            apply_change(change, standing)

    def compare(self, stored: Mapping[Kind, Standing]) -> Iterator[Difference]:
        """Yield the differences between stored and rebuilt standings."""
        for own, others in with_others(self.standings.values()):
            kind = Kind(own.kind)
            stored_standing = stored.get(kind) or Standing(player_id=own.player_id, kind=kind)
            own.hidden, own.finished_before = stored_standing.hidden, stored_standing.finished_before
            own.listed = is_listed(own, *others)
            for field in STANDING_FIELDS:
                if getattr(stored_standing, field) != getattr(own, field):
                    yield Difference(
                        field, getattr(stored_standing, field), getattr(own, field), own.player_id, kind.value
                    )

    def _faults(self, change: Change, points: int) -> Iterator[Difference]:
        for field, expected in {"own": points, **self._expected(change)}.items():
            stored = getattr(change, field)
            if stored != expected:
                yield Difference(field, stored, expected, change.player_id, change.kind, change.game)

    def _expected(self, change: Change) -> dict[str, Any]:
        """Return the expected values of a change, given the points before it."""
        first = change.undoes
        if first is not None:
            self._counted[change.opponent_id].pop(change.game, None)
            self._special[change.kind].pop(change.game, None)
            after = max(0, change.own - first.change)
            return {"change": after - change.own, "after": after} | {
                field: getattr(first, field) for field in SAME_AS_UNDONE
            }
        if change.rules not in RULES:
            return {"rules": VERSION}
        if change.bot and not self._is_known(change):
            return {"bot": " or ".join(BOTS)}
        delta = self._expected_change(change)
        expected: dict[str, Any] = {
            "change": delta,
            "after": change.own + delta,
            "newcomer": self._was_newcomer(change),
        }
        if change.rules < FIRST_WITH_TERMS:
            expected["terms"] = Terms.PLAIN
        if not _knows_head_starts(change):
            expected["even"] = False
        if change.bot in BOTS:
            expected["opponents"] = BOTS[change.bot].points
        return expected

    def _is_known(self, change: Change) -> bool:
        """Return whether the change names a ladder bot, or a program with points that were pinned to it."""
        return change.bot in BOTS or (change.bot, change.opponents) in self._pinned

    def _was_newcomer(self, change: Change) -> bool:
        if change.kind == Kind.HOUSE or change.rules < FIRST_WITH_TERMS:
            return False
        return is_newcomer(self.standings[Kind(change.kind)].finished, self._joined, change.at)

    def _expected_change(self, change: Change) -> int:
        opponent = as_opponent(change.bot, change.opponents)
        even = change.even and _knows_head_starts(change)
        full, _ = result_change(change.rules, change.own, opponent, change.won, even)
        return limit_change(full, change.terms, change.won, self._today(change))[0]

    def _today(self, change: Change) -> Today:
        """Return the record of a change's last day at the time of the change."""
        counts = change.terms not in COUNTS_NOTHING
        is_beyond_ten = counts and not change.bot and not self._counts_today(change)
        if change.terms == Terms.PLAIN:
            return Today(is_beyond_ten)
        special = self._special[change.kind]
        last_day = [one for one in special.values() if one.at > change.at - A_DAY]
        recent = {game: one for game, one in special.items() if one.at > change.at - 2 * A_DAY}
        self._special[change.kind] = recent | {change.game: change}
        return build_today(
            [(one.terms, one.won, one.change) for one in last_day], is_beyond_ten=is_beyond_ten
        )

    def _counts_today(self, change: Change) -> bool:
        """Return whether a game is one of the ten a day that count between two players."""
        counted = self._counted[change.opponent_id]
        if sum(at > change.at - A_DAY for at in counted.values()) >= GAMES_A_DAY:
            return False
        recent = {game: at for game, at in counted.items() if at > change.at - 2 * A_DAY}
        self._counted[change.opponent_id] = recent | {change.game: change.at}
        return True
