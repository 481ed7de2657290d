"""Whether many players have seen the cards of a finished game, so that they cannot be played again."""

from collections.abc import Callable

from game.models import Game

# An app that shows the cards of games to others adds its check in `AppConfig.ready`. It is called with a game
# and the id of the game to which these cards were dealt first, and raises a refusal.
known_cards_checks: list[Callable[[Game, str], None]] = []
