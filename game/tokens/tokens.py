"""Creates, finds and revokes tokens. A token's text cannot be recovered from the database."""

from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.database.compiled_query import CompiledModelQuery
from common.formats.base64url import to_base64url
from common.refusal import Refusal
from game.models import Player
from game.runtime.pubsub import publish_on_commit
from game.tokens.models import Token
from game.tokens.scopes import Scope
from rng import entropy

PREFIX = "eo_"
LENGTH = len(PREFIX) + 43  # 32 bytes in base64url
MAX_PER_ACCOUNT = 20
MAX_DAYS = 365


_TOKENS = CompiledModelQuery(Token, lambda digest: Token.objects.filter(digest=digest), "a digest")
_PLAYERS = CompiledModelQuery(Player, lambda key: Player.objects.filter(pk=key), -1)


def digest_of(text: str) -> str:
    """Return the digest of a token for the database."""
    return sha256(text.encode()).hexdigest()


def new_text() -> str:
    """Return the text of a new token."""
    return PREFIX + to_base64url(entropy.secret())


def password_digest_of(player: Player) -> str:
    """Return a digest that changes with a player's password and reveals nothing about it."""
    return digest_of(player.password)


@transaction.atomic
def make_token(*, player: Player, name: str, scopes: Iterable[Scope], days: int) -> tuple[Token, str]:
    """Create a token. Its text is returned only here."""
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    name = " ".join(name.split())
    if not 1 <= len(name) <= 60 or min(name) < " ":
        raise Refusal("bad_request", gettext("Give the token a name of up to 60 letters."))
    if not 1 <= days <= MAX_DAYS:
        raise Refusal("bad_request", gettext("A token lasts a day to a year."))
    now = clock.now()
    own = Token.objects.filter(player=locked, client_id="")
    own.filter(expires_at__lte=now).delete()
    own.exclude(password_digest=password_digest_of(locked)).delete()
    if own.count() >= MAX_PER_ACCOUNT:
        message = gettext("An account has %(most)s tokens at most. Revoke one first.")
        raise Refusal("too_many", message % {"most": MAX_PER_ACCOUNT})
    text = new_text()
    token = Token.objects.create(
        player=locked,
        name=name,
        digest=digest_of(text),
        scopes=" ".join(sorted(set(scopes))),
        password_digest=password_digest_of(locked),
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    return token, text


def find_token(text: str) -> Token | None:
    """Return the token with this text, if it is valid."""
    if not (text.startswith(PREFIX) and len(text) == LENGTH and text.isascii()):
        return None
    found = _TOKENS.fetch(digest_of(text))
    player = _PLAYERS.fetch(found.player_id) if found is not None else None
    if found is None or player is None:
        return None
    found.player = player
    return found if is_in_force(found) else None


def is_in_force(token: Token) -> bool:
    """Return whether a token has not expired, and its player is active with the same password."""
    player = token.player
    is_same_password = token.password_digest == password_digest_of(player)
    return token.expires_at > clock.now() and player.is_active and is_same_password


def note_use(token: Token) -> None:
    """Record the day on which a token was used. Nothing more about its use is stored."""
    today = clock.now().date()
    if token.used_on != today:
        token.used_on = today
        Token.objects.filter(pk=token.pk).update(used_on=today)


def load_tokens(player: Player) -> list[Token]:
    """Return the valid tokens that a player has made, the newest first."""
    kept = Token.objects.filter(player=player, client_id="", password_digest=password_digest_of(player))
    return list(kept.filter(expires_at__gt=clock.now()).order_by("-created_at", "-pk"))


@transaction.atomic
def revoke(*, player: Player, token_id: int) -> None:
    """Revoke a player's token and close everything it holds open. Repeating this changes nothing."""
    if Token.objects.filter(player=player, pk=token_id).delete()[0]:
        publish_on_commit("token_ended", token_id)


def delete_expired_tokens() -> None:
    """Delete the tokens that have expired."""
    Token.objects.filter(expires_at__lte=clock.now()).delete()
