"""What cannot be done, and why."""


class Refusal(Exception):
    """What was asked cannot be done: a code for the program, a sentence for the player. Nothing changed."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code, self.says = code, says
