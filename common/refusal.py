"""Refusals: what cannot be done, and why."""


class Refusal(Exception):
    """A request cannot be granted, and nothing changed: a code for the program, a sentence for the player."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code, self.says = code, says
