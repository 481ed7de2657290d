"""How cheaters and honest players choose their moves."""

from collections.abc import Callable

from game.bots.registry import choose
from game.decisions.fallback import fallback_move
from game.decisions.stream import decision_stream
from game.engine.moves import Move, Resign
from game.engine.scoring import score_hand
from game.engine.state import Phase, State
from game.engine.view import View
from game.table.bot import Act, BotPlayer

BAD_START = 4  # points of the hand plus or minus four for the crib: a quarter of all first deals have less
CRIB_IS_WORTH = 4
HOPELESS = 25  # points behind, while the opponent is near the end
NEAR_THE_END = 100

# A function that chooses a move from a view. None lets the time run out.
Policy = Callable[["Observer", View], Move | None]


class Observer(BotPlayer):
    """Tracks what a player sees at a table, and moves nothing by itself."""

    state: State | None = None

    def start_thinking(self, state: State, act: Act) -> None:
        self.state = state

    def choose(self, brain: str, own_view: View) -> Move:
        """Return the move of a bot of this strength in this seat."""
        assert self.state is not None
        secret, label = self._row.server_secrets.bot_stream, f"{self._row.id}-{self.seat}"
        return choose(brain, own_view, self.memory, decision_stream(secret, label, self.state))


def play_as(brain: str) -> Policy:
    """Play like a bot, as honest players do, and players who follow a bot's advice."""
    return lambda observer, own_view: observer.choose(brain, own_view)


def play_anyhow(observer: Observer, own_view: View) -> Move:
    """Play without thought, to finish the game."""
    return fallback_move(own_view)


def resign_at_once(observer: Observer, own_view: View) -> Move:
    return Resign()


def resign_after(deals: int) -> Policy:
    """Play without thought until this many deals were counted, then resign."""
    return lambda observer, own_view: Resign() if own_view.deal > deals else fallback_move(own_view)


def abort_bad_starts(brain: str, may_abort: Callable[[], bool]) -> Policy:
    """Resign if the first deal is bad, before it is counted. Otherwise play on."""
    return lambda observer, own_view: (
        Resign() if is_bad_start(own_view) and may_abort() else observer.choose(brain, own_view)
    )


def let_lost_games_run_out(brain: str) -> Policy:
    """Play on, but let the time run out when the game is nearly lost."""
    return lambda observer, own_view: None if is_hopeless(own_view) else observer.choose(brain, own_view)


def is_bad_start(own_view: View) -> bool:
    """Return whether a first deal is bad, from the seat's view before its first card."""
    if own_view.deal != 1 or own_view.phase is not Phase.PLAY or len(own_view.hand) != 4:
        return False
    assert own_view.starter is not None
    crib = CRIB_IS_WORTH if own_view.dealer is own_view.seat else -CRIB_IS_WORTH
    return score_hand(own_view.hand, own_view.starter).total + crib < BAD_START


def is_hopeless(own_view: View) -> bool:
    assert own_view.seat is not None
    own, other = own_view.scores[own_view.seat], own_view.scores[own_view.seat.other]
    return own_view.phase is Phase.PLAY and other >= NEAR_THE_END and other - own >= HOPELESS
