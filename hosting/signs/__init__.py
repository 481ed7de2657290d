"""Signs of engines and gifts in events: for a moderator to look at, and never a sentence."""

NEEDS = ("tournaments", "study")
