"""Players connect apps to their account, and disconnect them."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from oauth2_provider.models import AccessToken, Application, DeviceGrant, Grant, RefreshToken

from common import clock
from game.accounts.sanctions import is_banned
from game.models import Player
from game.tokens.tokens import password_digest_of
from programs.oauth.models import AppDecision, Connection
from programs.oauth.scopes import token_scopes

CONSENT_LASTS = timedelta(days=365)


@transaction.atomic
def connect(player: Player, app: Application, scopes: Iterable[str]) -> None:
    """Record a player's consent to an app. The app's older tokens stay, unless the password has changed."""
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    digest = password_digest_of(locked)
    if Connection.objects.filter(player=locked, app=app).exclude(password_digest=digest).exists():
        disconnect(locked, app)
    consent = {
        "scopes": token_scopes(scopes),
        "password_digest": digest,
        "allowed_at": clock.now(),
    }
    Connection.objects.update_or_create(player=locked, app=app, defaults=consent)


@transaction.atomic
def disconnect(player: Player, app: Application) -> None:
    """End everything that an app holds for a player. Repeating this changes nothing."""
    Connection.objects.filter(player=player, app=app).delete()
    DeviceGrant.objects.filter(user=player, client_id=app.client_id).delete()
    for model in (Grant, RefreshToken, AccessToken):
        model.objects.filter(user=player, application=app).delete()


@transaction.atomic
def disconnect_all(app: Application) -> None:
    """End everything that an app holds for players."""
    Connection.objects.filter(app=app).delete()
    DeviceGrant.objects.filter(client_id=app.client_id).delete()
    for model in (Grant, RefreshToken, AccessToken):
        model.objects.filter(application=app).delete()


def find_stop(app: Application) -> AppDecision | None:
    """Return the decision of a host by which an app is stopped now."""
    latest = AppDecision.objects.filter(app=app).order_by("-pk").first()
    return latest if latest is not None and latest.kind == AppDecision.Kind.STOP else None


def is_connected(player: Player, app: Application) -> bool:
    """Return whether a player's consent to an app is still in force."""
    digest = password_digest_of(player)
    since = clock.now() - CONSENT_LASTS
    consent = Connection.objects.filter(player=player, app=app, password_digest=digest, allowed_at__gt=since)
    return player.is_active and not is_banned(player) and consent.exists()


def load_connections(player: Player) -> QuerySet[Connection, Connection]:
    """Return a player's connections to apps that can still act for them, the newest first."""
    held: dict[str, Any] = {"user": player, "application": OuterRef("app")}
    lives = Exists(RefreshToken.objects.filter(revoked=None, **held)) | Exists(Grant.objects.filter(**held))
    waits = DeviceGrant.objects.filter(user=player, client_id=OuterRef("app__client_id"))
    found = Connection.objects.filter(player=player, password_digest=password_digest_of(player))
    return found.filter(Q(lives) | Exists(waits)).select_related("app__user").order_by("-allowed_at", "-pk")
