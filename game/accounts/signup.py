"""Creates accounts."""

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils.translation import gettext, gettext_lazy

from common import clock
from common.refusal import Refusal
from game.accounts.names import likeness
from game.models import Game, Player
from game.runtime.pubsub import publish_on_commit

NAME_TAKEN = gettext_lazy("That name is taken, or looks too much like one that is.")


def is_taken(name: str) -> bool:
    """Return whether a player has this name, or one that looks like it."""
    return Player.objects.filter(likeness=likeness(name)).exists()


def sign_up(*, name: str, password: str | None, guest: Player | None = None) -> Player:
    """Create an account. Without a password it has no login.

    A guest's own row becomes the account, so that games, seats and sockets keep their player.
    """
    hashed = make_password(password)  # slow, so outside the transaction, which blocks others
    try:
        with transaction.atomic():
            player = _lock_guest(guest) if guest else Player()
            player.username, player.likeness, player.password = name, likeness(name), hashed
            player.is_guest, player.date_joined = False, clock.now()
            player.save()
            for game in Game.objects.with_player(player).unfinished().values_list("pk", flat=True):
                publish_on_commit("row", game)
    except IntegrityError:
        raise Refusal("name_taken", str(NAME_TAKEN)) from None
    return player


def _lock_guest(guest: Player) -> Player:
    player = Player.objects.select_for_update(no_key=True).get(pk=guest.pk)
    if not player.is_guest:
        raise Refusal("signed_up", gettext("You’ve already signed up, as %(player)s.") % {"player": player})
    return player
