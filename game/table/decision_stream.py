"""The chance of one decision of a bot; pure, so that a worker may draw it as well."""

from game.engine.state import Phase, State
from rng.twister import Twister, stream


def decision_stream(secret: bytes, game: str, state: State) -> Twister:
    """The random stream of one decision of a bot, which is the same whichever seat throws first."""
    thrown = sum(map(bool, state.throws)) if state.phase is Phase.THROW else 0
    return stream(secret, game, str(len(state.record) - thrown))
