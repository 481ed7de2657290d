"""Marks the engine's English sentences for translation; the code that shows them to a player translates."""


def gettext_noop(text: str) -> str:
    """Return the text unchanged; tools that collect texts for translators find it by this function's name."""
    return text
