"""Refusals: requests that cannot be granted, with a reason."""


class Refusal(Exception):
    """A request that cannot be granted.

    Nothing has changed. It has a code for programs and a sentence for the player.
    """

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code, self.says = code, says
