"""A game's settings as one says them."""

from game.lobby.pairing import Settings

COUNTINGS = {
    "auto": "The hands are counted for you.",
    "manual": "You count your own hands: what you overlook is lost.",
    "muggins": "You count your own hands, and what you overlook your opponent may take.",
}
CLOCKS = {
    "none": "There is no clock.",
    "quick": "Two minutes each for the game, and five seconds more with every move.",
    "standard": "Five minutes each for the game, and ten seconds more with every move.",
    "relaxed": "A day for every move.",
}


def in_words(settings: Settings) -> list[str]:
    """The rules of a game, a sentence each."""
    kind = "A rated game" if settings.rated else "A game"
    return [f"{kind} to {settings.target}.", COUNTINGS[settings.counting], CLOCKS[settings.clock]]
