"""Games of a person and a bot."""

from game.engine.state import Rules
from game.models import Game, Player
from game.table.bot_accounts import get_or_create_account
from game.table.opening import open_game
from rng import entropy


def open_bot_game(player: Player, bot: str, rules: Rules) -> Game:
    """Open a new game against a bot."""
    return open_game(entropy.game_id(), (player, get_or_create_account(bot)), rules)
