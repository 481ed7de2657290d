"""The result of a game that is over."""

from dataclasses import dataclass

from game.engine.state import Ended, Seat, State
from game.engine.tally import Sheet, Tally

FORFEIT_ENDINGS = frozenset({Ended.FLAG.value, Ended.LEFT.value})


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, without a winner if it is void, and the statistics of both seats."""

    winner: Seat | None
    value: int
    ended: str
    sheets: tuple[Sheet, Sheet] = (Sheet(), Sheet())
    deals: int = 0
    absent: Seat | None = None  # the only seat that had not committed when the time to begin was up

    @property
    def counted_deals(self) -> int:
        """The number of deals that reached the show. Each had one dealer."""
        return sum(sheet.deals_as_dealer for sheet in self.sheets)


VOIDED = Result(None, 0, Ended.VOID.value)


def build_result(state: State, tally: Tally, absent: Seat | None = None) -> Result:
    """Build the result of a game that is over."""
    assert state.ended is not None
    return Result(state.winner, state.value or 0, state.ended.value, tally.sheets, state.deal, absent)
