"""Tracks how long players are away from a table, because the opponent may then claim the win."""

from game.engine.state import Seat, State
from game.engine.view import seats_to_move
from game.table.clocks.time_control import SECOND

CLAIM_AFTER = 60 * SECOND


class AwayTracker:
    """The time since which each seat's player has been away.

    In a relaxed game no player can claim a win.
    """

    def __init__(self, is_relaxed: bool = False) -> None:
        self._since: list[int | None] = [None, None]
        self._is_relaxed = is_relaxed

    def update(self, seat: Seat, is_here: bool | None, now: int) -> bool:
        """Record whether a player is online (None if unknown). Return whether that changed."""
        was_away = self.is_away(seat)
        if is_here is not False:
            self._since[seat] = None
        elif not was_away:
            self._since[seat] = now
        return self.is_away(seat) != was_away

    @property
    def is_anyone_away(self) -> bool:
        """Whether either player is away."""
        return self._since != [None, None]

    def is_away(self, seat: Seat) -> bool:
        return self._since[seat] is not None

    def claim_in_ms(self, seat: Seat, now: int) -> int | None:
        """Return the time until a seat's player has been away for too long. None while they are online."""
        since = self._since[seat]
        return None if since is None else max(0, since + CLAIM_AFTER - now)

    def claimable_in_ms(self, by: Seat, state: State, now: int) -> int | None:
        """Return the time until a seat may claim the win, if the game waits for an opponent who is away."""
        if self._is_relaxed or by.other not in seats_to_move(state):
            return None
        return self.claim_in_ms(by.other, now)
