"""HALSCRIB's playing style for a game, determined by the secret of the game's bot when the game is opened.

The server commits to that secret and reveals it after the game. So anyone can repeat the draw afterwards, and
no player can know it before.
"""

from rng.twister import stream

HALSCRIB = "halscrib"
PURE, MIXED, ADAPTIVE = "halscrib-pure", HALSCRIB, "halscrib-adaptive"
LOTS = (PURE, MIXED, ADAPTIVE)
# The bot that always plays adaptive, by its key. It shares HALSCRIB's memory, and its games are no lots.
CHOSEN_ADAPTIVE = "halscrib_adaptive"
LEARNING = (HALSCRIB, CHOSEN_ADAPTIVE)


def draw_lot(secret: bytes, game_id: str) -> str:
    """Return the brain that plays a game. All brains are equally likely."""
    return LOTS[int(stream(secret, game_id, "lot").random() * len(LOTS))]
