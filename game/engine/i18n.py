"""What the engine says it says in English; whoever shows it to a player says it in the player's language."""


def gettext_noop(text: str) -> str:
    """The text as it is: by this name those who collect texts for translators find it."""
    return text
