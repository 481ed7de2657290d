"""The random stream of one decision of a bot. Pure, so that a worker process can draw it too."""

from game.engine.state import Phase, State
from rng.twister import Twister, stream


def decision_stream(secret: bytes, name: str, state: State) -> Twister:
    """Return the random stream of one decision. It does not depend on which seat discards first."""
    discarded = sum(map(bool, state.throws)) if state.phase is Phase.THROW else 0
    return stream(secret, name, str(len(state.record) - discarded))
