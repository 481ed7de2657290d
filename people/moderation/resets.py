"""The mail with a link to choose a new password."""

from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.core import context

from game.models import Player


def send_reset_mail(player: Player) -> None:
    """Send the mail of a forgotten password.

    Its link uses the address at which the host is using the site.
    """
    adapter = get_adapter()
    key = f"{user_pk_to_url_str(player)}-{default_token_generator.make_token(player)}"
    adapter.send_password_reset_mail(
        player,
        player.email,
        {
            "user": player,
            "username": player.username,
            "password_reset_url": adapter.get_reset_password_from_key_url(key),
            "request": context.request,
        },
    )
