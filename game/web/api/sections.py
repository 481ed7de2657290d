"""The sections of the open API to which several rooms bring calls."""

from game.web.api.call import Section

GAMES = Section(
    "games",
    "Games on record",
    "Recorded games with every move and card, and how well they were played.",
)
FIGURES = Section("advice", "Figures", "The value of discards, scores and hands.")
DAYS_EVENTS_CLUBS = Section(
    "site",
    "Days, events, clubs",
    "What happens on the site: the daily game, events, clubs, and the players you follow.",
)
