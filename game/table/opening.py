"""How a game comes to be: two players, the rules, and the server's commitment."""

from django.db import transaction

from game.engine.state import Rules, Seat
from game.engine.transcript import header
from game.models import Game, Player, Secrets
from game.table import clock, house
from game.table.sealed import draw, seal_up
from rng import fresh
from rng.commitment import PROTOCOL, canonical, chain_tip, seat_commitment


def open_bot_game(player: Player, bot: str, rules: Rules) -> Game:
    """A new game against a bot, which has committed to its secret already."""
    game_id, secrets = fresh.game_id(), draw()
    opponent = house.account(bot)
    with transaction.atomic():
        game = Game.objects.create(
            id=game_id,
            seat_a=player,
            seat_b=opponent,
            created_at=clock.now(),
            params=params(game_id, (player, opponent), rules),
            tip=chain_tip(game_id, secrets.chain).hex(),
            commitment_b=seat_commitment(game_id, Seat.B, secrets.bot_seat).hex(),
            transcript=header(rules),
        )
        Secrets.objects.create(game=game, sealed=seal_up(secrets, game_id))
    return game


def new_guest() -> Player:
    """A player for somebody who wants to play before anything else."""
    guest = Player(username=f"Guest-{fresh.name_suffix()}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def params(game_id: str, players: tuple[Player, Player], rules: Rules) -> str:
    """What the server commits to beside its secret: who plays what, made once as one string."""
    return canonical(
        {
            "version": PROTOCOL,
            "game": game_id,
            "players": [str(player.pk) for player in players],
            "bots": [seat for seat, player in enumerate(players) if player.is_bot],
            "rules": {"target": rules.target, "counting": rules.counting.value},
            "first_dealer": rules.first_dealer,
        }
    )
