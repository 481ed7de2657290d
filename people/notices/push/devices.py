"""The browsers that receive push messages. A page subscribes them, and they end with the page's session."""

from hmac import compare_digest
from typing import NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils.translation import get_language, gettext

from common import clock
from common.formats.base64url import from_base64url
from common.refusal import Refusal
from game.models import Player
from people.notices.models import PushSubscription
from people.notices.push import vapid
from people.notices.push.encryption import AUTH_BYTES, load_public_key
from people.notices.push.service import Unreachable, parse_endpoint

MAX_PER_PLAYER = 8
MAX_ENDPOINT_LENGTH: int = PushSubscription._meta.get_field("endpoint").max_length  # type: ignore[assignment]


class Browser(NamedTuple):
    """The values of a browser's subscription."""

    endpoint: str
    p256dh: str
    auth: str


@transaction.atomic
def subscribe(player: Player, session_key: str, browser: Browser) -> None:
    """Start push to this browser until its session ends.

    Beyond the limit, the oldest browsers are removed.
    """
    _check(browser)
    PushSubscription.objects.update_or_create(
        endpoint=browser.endpoint,
        defaults={
            "player": player,
            "p256dh": browser.p256dh,
            "auth": browser.auth,
            "session": session_key,
            "key": vapid.public_key(),
            "language": get_language() or "",
            "at": clock.now(),
        },
    )
    eldest = PushSubscription.objects.filter(player=player).order_by("-at", "-pk")[MAX_PER_PLAYER:]
    PushSubscription.objects.filter(pk__in=[each.pk for each in eldest]).delete()


def unsubscribe(player: Player, endpoint: str) -> None:
    """Stop push to a player's browser."""
    PushSubscription.objects.filter(player=player, endpoint=endpoint).delete()


def is_subscribed(player: Player, endpoint: str) -> bool:
    """Return whether push to this browser is on for this player."""
    own = PushSubscription.objects.filter(player=player, endpoint=endpoint, key=vapid.public_key())
    return any(is_valid(each) for each in own)


def forget_session(session_key: str) -> None:
    """Stop push to a browser whose session has ended."""
    PushSubscription.objects.filter(session=session_key).delete()


def load_devices(player: Player) -> list[PushSubscription]:
    """Return a player's browsers. Delete those whose session is over or that use an old key of the site."""
    devices = PushSubscription.objects.filter(player=player).select_related("player")
    valid = [each for each in devices if each.key == vapid.public_key() and is_valid(each)]
    over = {each.pk for each in devices} - {each.pk for each in valid}
    if over:
        PushSubscription.objects.filter(pk__in=over).delete()
    return valid


def is_valid(device: PushSubscription) -> bool:
    """Return whether the session of a device still belongs to its player, by the rules for opening a page."""
    session = Session.objects.filter(pk=device.session, expire_date__gt=clock.now()).first()
    if session is None:
        return False
    kept = SessionStore().decode(session.session_data)
    player = device.player
    hashes = [player.get_session_auth_hash(), *player.get_session_auth_fallback_hash()]
    is_theirs = kept.get(SESSION_KEY) == str(player.pk)
    return is_theirs and any(compare_digest(kept.get(HASH_SESSION_KEY, ""), each) for each in hashes)


def _check(browser: Browser) -> None:
    """Refuse values that no push service or browser generates."""
    try:
        parse_endpoint(browser.endpoint)
        load_public_key(from_base64url(browser.p256dh))
        is_sound = len(from_base64url(browser.auth)) == AUTH_BYTES
    except (Unreachable, ValueError):
        is_sound = False
    if not is_sound or len(browser.endpoint) > MAX_ENDPOINT_LENGTH:
        raise Refusal("bad_request", gettext("This browser’s address for notifications isn’t valid."))
