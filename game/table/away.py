"""Who has been away from a table, and for how long: what a win may be claimed by."""

from game.engine.state import Seat
from game.table.time_control import SECOND

CLAIM_AFTER = 60 * SECOND


class AwayTracker:
    """Since when each seat's player is known to be away: known, because one looked and went on looking."""

    def __init__(self) -> None:
        self._since: list[int | None] = [None, None]

    def update(self, seat: Seat, is_here: bool | None, now: int) -> bool:
        """Take in what is seen (None: it cannot be known); whether it is news."""
        was_away = self.is_away(seat)
        if is_here is not False:
            self._since[seat] = None
        elif not was_away:
            self._since[seat] = now
        return self.is_away(seat) != was_away

    @property
    def is_anyone_away(self) -> bool:
        """Whether somebody is away."""
        return self._since != [None, None]

    def is_away(self, seat: Seat) -> bool:
        return self._since[seat] is not None

    def claim_in_ms(self, seat: Seat, now: int) -> int | None:
        """How long until a win may be claimed of a seat's player; None while he is here."""
        since = self._since[seat]
        return None if since is None else max(0, since + CLAIM_AFTER - now)
