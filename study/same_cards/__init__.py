"""Play my cards: a friend plays the cards of a finished game against the same bot.

Then both boards are shown.
"""
