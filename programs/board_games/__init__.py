"""Games that were played over the board, written down by an account: private until shared by link."""

NEEDS = ("study",)
