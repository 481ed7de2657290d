"""The wings of the product, from the bottom up: a wing imports only those before it."""

WINGS = (
    "common",
    "rng",
    "ranking",
    "game",
    "people",
    "tournaments",
    "study",
    "proof",
    "programs",
    "hosting",
    "cribbage_site",
)
