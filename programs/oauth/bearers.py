"""Every access token of an app is also a token of the API, so that calls and sockets know only one kind.

The toolkit's row decides how long it lives: the API's token is created and deleted with it.
"""

from typing import Any

from django.db.models.signals import post_delete
from oauth2_provider.models import AccessToken

from common import clock
from game.runtime.pubsub import publish_on_commit
from game.tokens.models import Token
from game.tokens.tokens import password_digest_of
from programs.oauth.scopes import token_scopes

LONGEST_NAME = 60


def issue_bearer(access: AccessToken) -> Token:
    """Let the API accept an access token. Both rows hold the same digest of its text."""
    return Token.objects.create(
        player=access.user,
        name=access.application.name[:LONGEST_NAME],
        digest=access.token_checksum,
        scopes=token_scopes(access.scope.split()),
        password_digest=password_digest_of(access.user),
        created_at=clock.now(),
        expires_at=access.expires,
        client_id=access.application.client_id,
    )


def follow_access_tokens() -> None:
    """End the API's token with the access token, however that is revoked."""
    post_delete.connect(_end_bearer, sender=AccessToken, dispatch_uid="oauth_bearers")


def _end_bearer(instance: AccessToken, **kwargs: Any) -> None:
    for token in Token.objects.filter(digest=instance.token_checksum):
        publish_on_commit("token_ended", token.pk)
        token.delete()
