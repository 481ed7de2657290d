"""Tracks who is away from a table and for how long, since a win may be claimed for that."""

from game.engine.state import Seat, State
from game.engine.view import seats_to_move
from game.table.clocks.time_control import SECOND

CLAIM_AFTER = 60 * SECOND


class AwayTracker:
    """Remembers since when each seat's player has been away, as those who look have found.

    Nobody claims a win in a relaxed game.
    """

    def __init__(self, is_relaxed: bool = False) -> None:
        self._since: list[int | None] = [None, None]
        self._is_relaxed = is_relaxed

    def update(self, seat: Seat, is_here: bool | None, now: int) -> bool:
        """Take in whether a player is here (None: it cannot be known); whether it is news."""
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
        """How long until a seat's player has been away for too long; None while they are here."""
        since = self._since[seat]
        return None if since is None else max(0, since + CLAIM_AFTER - now)

    def claimable_in_ms(self, by: Seat, state: State, now: int) -> int | None:
        """How long until a seat may claim the win, while the game waits for an opponent who is away."""
        if self._is_relaxed or by.other not in seats_to_move(state):
            return None
        return self.claim_in_ms(by.other, now)
