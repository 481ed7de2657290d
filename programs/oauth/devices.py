"""Devices and servers without a browser: their player types a code to connect them."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext
from oauth2_provider.models import Application, DeviceGrant

from common import clock
from common.refusal import Refusal
from game.models import Player
from programs.oauth.connections import connect
from programs.oauth.texts import as_user_code

CODE_LASTS = timedelta(minutes=10)


def has_devices(client_id: str) -> bool:
    """Return whether an app connects devices by a code."""
    kind = Application.GRANT_DEVICE_CODE
    return bool(Application.objects.filter(client_id=client_id, authorization_grant_type=kind).exists())


def load_request(typed: str) -> tuple[DeviceGrant, Application]:
    """Return the device that waits under a typed code, and its app. Raise a refusal if there is none."""
    waiting = DeviceGrant.objects.filter(status=DeviceGrant.AUTHORIZATION_PENDING, expires__gt=clock.now())
    grant = waiting.filter(user_code=as_user_code(typed)[:20].replace("\0", "")).first()
    apps = Application.objects.select_related("user")
    app = apps.filter(client_id=grant.client_id).first() if grant is not None else None
    if grant is None or app is None:
        raise Refusal("bad_request", gettext("No device waits under this code. Codes last ten minutes."))
    return grant, app


@transaction.atomic
def decide(player: Player, typed: str, *, allows: bool) -> Application:
    """Let a device act for a player, or refuse it. Only the first decision counts."""
    grant, app = load_request(typed)
    waiting = DeviceGrant.objects.filter(pk=grant.pk, status=DeviceGrant.AUTHORIZATION_PENDING)
    state = DeviceGrant.AUTHORIZED if allows else DeviceGrant.DENIED
    if allows:
        connect(player, app, grant.scope.split())
    if not waiting.update(status=state, user=player):
        raise Refusal("too_late", gettext("This code has been used."))
    return app
