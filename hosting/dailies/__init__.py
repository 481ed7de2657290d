"""Daily games of past days, as sample players have played them."""

NEEDS = ("study",)
