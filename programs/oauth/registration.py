"""Players register the apps that they write."""

import re
from urllib.parse import urlsplit

from django.db import transaction
from django.utils.translation import gettext
from oauth2_provider.models import Application

from common.refusal import Refusal
from game.models import Player
from game.tokens.tokens import digest_of
from programs.oauth.texts import new_secret

MAX_APPS = 10
MAX_REDIRECTS = 5
LONGEST_NAME, LONGEST_REDIRECT = 60, 200
# Neither has a name or password in it, nor a character that means something in a Content-Security-Policy.
HOST = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?")
LOOPBACK = re.compile(r"(127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?")
# A scheme of an app's own is a domain name backwards (RFC 8252, 7.1): "org.example.app:/signed-in".
OWN_SCHEME = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")


@transaction.atomic
def register_app(
    *, owner: Player, name: str, redirects: str, keeps_secret: bool, has_devices: bool
) -> tuple[Application, str]:
    """Register an app, and return its secret, which is empty for an app that can't keep one.

    The secret is returned only here.
    """
    locked = Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
    name = " ".join(name.split())
    if not (1 <= len(name) <= LONGEST_NAME and name.isprintable()):
        raise Refusal("bad_request", gettext("Give the app a name of up to 60 letters."))
    addresses = redirects.split()
    if len(addresses) > MAX_REDIRECTS:
        message = gettext("An app has %(most)s addresses at most.") % {"most": MAX_REDIRECTS}
        raise Refusal("bad_request", message)
    for address in addresses:
        check_redirect(address)
    if not (addresses or has_devices):
        message = gettext("Enter an address for the way back, or choose that the app shows a code.")
        raise Refusal("bad_request", message)
    if Application.objects.filter(user=locked).count() >= MAX_APPS:
        message = gettext("An account has %(most)s apps at most. Delete one first.") % {"most": MAX_APPS}
        raise Refusal("too_many", message)
    secret = new_secret() if keeps_secret else ""
    app = Application.objects.create(
        user=locked,
        name=name,
        redirect_uris=" ".join(addresses),
        client_type=Application.CLIENT_CONFIDENTIAL if keeps_secret else Application.CLIENT_PUBLIC,
        authorization_grant_type=(
            Application.GRANT_DEVICE_CODE if has_devices else Application.GRANT_AUTHORIZATION_CODE
        ),
        # A secret of 32 random bytes needs no slow hash, and the validator compares this one.
        client_secret=digest_of(secret) if secret else "",
        hash_client_secret=False,
    )
    return app, secret


def check_redirect(address: str) -> None:
    """Raise a refusal unless an app may be sent back to this address."""
    if not is_redirect(address):
        message = gettext(
            "“%(address)s” can’t be the way back. Use https://..., http://127.0.0.1/... for a program on"
            " the player’s own machine, or a scheme with a dot, such as org.example.app:/done."
        )
        raise Refusal("bad_request", message % {"address": address[:LONGEST_REDIRECT]})


def is_redirect(address: str) -> bool:
    if not (address.isascii() and address.isprintable() and len(address) <= LONGEST_REDIRECT):
        return False
    if re.search(r"[#*\\\"'<>]", address):
        return False
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    if parts.scheme == "https":
        return bool(HOST.fullmatch(parts.netloc))
    if parts.scheme == "http":
        return bool(LOOPBACK.fullmatch(parts.netloc))
    return bool(OWN_SCHEME.fullmatch(parts.scheme)) and not parts.netloc and parts.path.startswith("/")


def load_apps(owner: Player) -> list[Application]:
    """Return the apps that a player has registered, the newest first."""
    return list(Application.objects.filter(user=owner).order_by("-pk"))


def delete_app(*, owner: Player, app_id: int) -> None:
    """Delete an app of this owner, with all that it holds for players. Repeating this changes nothing."""
    Application.objects.filter(user=owner, pk=app_id).delete()
