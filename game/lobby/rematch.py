"""Rematches: the same two players, the same rules, and the loser deals."""

import json
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts import blocks
from game.engine.state import EVEN_START, Seat
from game.lobby.api_bots import check_may_challenge
from game.lobby.match import match_of_rematch
from game.lobby.matchmaking import match_seek, open_seeks, seating, start_game
from game.lobby.pairing import GameSettings
from game.lobby.seeks import Placement, cancel, placement_of
from game.lobby.vacations import check_not_on_vacation
from game.models import Game, Player, Seek
from game.runtime.pubsub import publish_on_commit
from rng import entropy

OFFER_DURATION = timedelta(hours=1)


@transaction.atomic
def request_rematch(*, game_id: str, player: Player) -> Placement:
    """Request a rematch. It opens once both players have asked, or at once against a bot, and only once."""
    # Locked: if both ask at the same moment, the second request sees the first one's offer.
    last, seat = _find_own(Game.objects.select_for_update(of=("self",), no_key=True), game_id, player)
    if last.finished_at is None:
        raise Refusal("not_over", gettext("This game is still being played."))
    if opened := Seek.objects.filter(rematch_of=last).exclude(game=None).first():
        return placement_of(opened)
    opponent = last.seat_b if seat is Seat.A else last.seat_a
    if opponent.is_bot:
        return placement_of(_start_bot_rematch(last, player, opponent))
    blocks.check_not_blocked(player, opponent)
    check_not_on_vacation((player, opponent), settings_of(last), requester=player)
    offers = open_seeks().filter(rematch_of=last, player=opponent)
    if offer := offers.select_related("player", "rematch_of__seat_a", "rematch_of__seat_b").first():
        return Placement(match_seek(offer, player).pk)
    check_may_challenge(player, opponent)
    return placement_of(_renew_or_create_offer(last, player, opponent))


def withdraw_rematch(*, game_id: str, player: Player) -> None:
    """Withdraw the player's offer of a rematch, if there is one, unless the rematch has begun."""
    last, _ = _find_own(Game.objects.all(), game_id, player)
    if Seek.objects.filter(rematch_of=last).exclude(game=None).exists():
        raise Refusal("too_late", gettext("Your opponent has already sat down."))
    if (offer := Seek.objects.filter(rematch_of=last, player=player).first()) is not None:
        cancel(seek_id=offer.pk, player=player)


def _find_own(games: QuerySet[Game], game_id: str, player: Player) -> tuple[Game, Seat]:
    """Return a game of the player, and their seat in it."""
    game = games.select_related("seat_a", "seat_b").filter(pk=game_id).first()
    if game is None:
        raise Refusal("no_game", gettext("There’s no such game."))
    seat = game.seat_of(player)
    if seat is None:
        raise Refusal("not_yours", gettext("Only the players of this game can have a rematch."))
    return game, seat


def settings_of(game: Game) -> GameSettings:
    """Return the settings of a game, as committed to before the first card, and whether it was rated."""
    rules = json.loads(game.params)["rules"]
    one, other = rules.pop("start", EVEN_START)
    return GameSettings(**rules, rated=game.rated, best_of=game.best_of, ahead=one - other)


def _renew_or_create_offer(last: Game, player: Player, opponent: Player) -> Seek:
    """Return the player's offer of a rematch. Renew an expired offer; refuse if it was declined."""
    offer = Seek.objects.filter(rematch_of=last, player=player).first() or _build_seek(last, player, opponent)
    if offer.declined:
        raise Refusal("too_late", gettext("Your opponent doesn’t want to play again now."))
    offer.expires_at = clock.now() + OFFER_DURATION
    offer.save()
    publish_on_commit("rematch", last.pk)
    publish_on_commit("notices", offer.parties)
    publish_on_commit("lobby")
    return offer


def _start_bot_rematch(last: Game, player: Player, bot: Player) -> Seek:
    """Start a rematch with a bot, which never declines."""
    seek = _build_seek(last, player, bot)
    players, first_dealer = seating(seek, bot)
    match = match_of_rematch(last)
    seek.game = start_game(seek.pk, players, settings_of(last), first_dealer, requester=player, match=match)
    seek.save()
    publish_on_commit("rematch", last.pk)
    return seek


def _build_seek(last: Game, player: Player, opponent: Player) -> Seek:
    settings, now = settings_of(last), clock.now()
    return Seek(
        id=entropy.game_id(),
        player=player,
        to=opponent,
        rematch_of=last,
        target=settings.target,
        counting=settings.counting,
        clock=settings.clock,
        rated=settings.rated,
        best_of=settings.best_of,
        ahead=settings.ahead,
        created_at=now,
        expires_at=now + OFFER_DURATION,
    )
