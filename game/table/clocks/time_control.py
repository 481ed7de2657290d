"""Time controls: banks, charges and flags. Pure functions, times in milliseconds."""

from dataclasses import dataclass
from typing import NamedTuple

from game.engine.moves import Go, Move, Play, Throw
from game.engine.state import Phase, Seat, State, with_seat
from game.engine.view import seats_to_move

SECOND = 1000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE

GRACE = SECOND
NEW_DEAL_PAUSE = 10 * SECOND  # for the show and the new cards, before a discard is charged
CALL_TIME = 10 * SECOND  # to call muggins or to pass

EARNS_INCREMENT = (Throw, Play, Go)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A bank for the whole game with an increment per move, or a new bank for every move."""

    bank: int
    increment: int = 0
    per_move: bool = False


TIME_CONTROLS: dict[str, TimeControl | None] = {
    "none": None,
    "quick": TimeControl(2 * MINUTE, 5 * SECOND),
    "standard": TimeControl(5 * MINUTE, 10 * SECOND),
    "relaxed": TimeControl(DAY, per_move=True),
}
# How long two players may take to begin, secrets included, before the game is void.
START_TIMEOUTS = {"none": DAY, "quick": 2 * MINUTE, "standard": 2 * MINUTE, "relaxed": DAY}
# The same after a commitment made ahead by link: the player gets a notification and has a week to come.
AHEAD_START_TIMEOUT = 7 * DAY


# A rated game with a bot counts for its player, and there is no other player to wait for.
RATED_BOT_START_TIMEOUT = 2 * MINUTE


def start_timeout(clock: str, committed_ahead: bool, *, is_rated_with_bot: bool = False) -> int:
    """Return how long the players of a game have to begin it."""
    if is_rated_with_bot:
        return RATED_BOT_START_TIMEOUT
    return AHEAD_START_TIMEOUT if committed_ahead else START_TIMEOUTS[clock]


# More moves with an increment than any player makes in a game.
MOST_INCREMENTS = 120


def max_time_ahead(clock: str) -> int:
    """Return the latest possible deadline of a game with this clock, from now, once both seats may move."""
    control = TIME_CONTROLS[clock] or TimeControl(0)
    on_the_clock = control.bank + MOST_INCREMENTS * control.increment + NEW_DEAL_PAUSE + GRACE
    return max(on_the_clock, START_TIMEOUTS[clock], CALL_TIME)


class Banks(NamedTuple):
    """The time left of both seats, and when charging starts, which may be in the future."""

    clock: TimeControl | None
    left: tuple[int, int]
    since: int

    @classmethod
    def full(cls, clock: TimeControl | None) -> "Banks":
        bank = 0 if clock is None else clock.bank
        return cls(clock, (bank, bank), 0)

    def charge(self, state: State, seat: Seat | None, now: int) -> int:
        """Return the charge for a move made now: the time the seat's clock ran, minus one second of grace."""
        if self.clock is None or state.phase is Phase.CALL or seat not in seats_to_move(state):
            return 0
        return max(0, now - self.since - GRACE)

    def after_move(self, seat: Seat | None, move: Move, charged: int) -> "Banks":
        """Return the banks after a move. Only a discard, a card and a go earn the increment."""
        if self.clock is None or seat is None or self.clock.per_move:
            return self
        earned = self.clock.increment if type(move) in EARNS_INCREMENT else 0
        return Banks(self.clock, with_seat(self.left, seat, self.left[seat] - charged + earned), self.since)

    def after_turn_change(self, before: State, after: State, now: int) -> "Banks":
        """Return the banks after a move from one state to another. A new turn starts a clock."""
        if self.clock is None and after.phase is not Phase.CALL:
            return self
        if before.phase is Phase.THROW and after.phase is Phase.THROW and before.deal == after.deal:
            return self
        return Banks(self.clock, self.left, now + NEW_DEAL_PAUSE if after.deal != before.deal else now)

    def deadline(self, state: State) -> int | None:
        """Return when the first flag falls or the time to call is up. None if no clock runs."""
        if state.phase is Phase.CALL:
            return self.since + CALL_TIME
        running = seats_to_move(state)
        if self.clock is None or not running:
            return None
        return self.since + GRACE + min(self.left[seat] for seat in running)

    def aligned_to(self, state: State, deadline: int | None) -> "Banks":
        """Return the banks that match a recorded deadline.

        An outage moves the deadline, and the banks with it.
        """
        if deadline is None:
            return self
        without = self._replace(since=0).deadline(state)
        return self if without is None else self._replace(since=deadline - without)


def first_to_flag(state: State, banks: Banks) -> Seat:
    """Return the seat whose flag falls first."""
    return min(seats_to_move(state), key=banks.left.__getitem__)
