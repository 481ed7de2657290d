"""The conditions of this site for a code or a token that the toolkit gives to an app."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.crypto import constant_time_compare
from oauth2_provider.models import AccessToken, Application, DeviceGrant, RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749.errors import InvalidClientError, InvalidGrantError, UnauthorizedClientError
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from common import clock
from game.tokens.tokens import digest_of
from programs.oauth.bearers import issue_bearer
from programs.oauth.connections import find_stop, is_connected

DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"
POLL_SECONDS = 5  # between two requests of a device that waits for its player
_FAMILIES = UUID("6f2b8a0e-6f0c-4d6a-9a55-6a4f3b2f9a41")


class Validator(OAuth2Validator):  # type: ignore[misc]
    """The toolkit's rules, and ours: only codes, only while the player's consent is in force."""

    def validate_grant_type(
        self, client_id: str, grant_type: str, client: Application, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        if grant_type == "authorization_code":
            return bool(client.redirect_uris)
        if grant_type == DEVICE_CODE:
            return bool(client.authorization_grant_type == Application.GRANT_DEVICE_CODE)
        return grant_type == "refresh_token"

    def validate_response_type(
        self, client_id: str, response_type: str, client: Application, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        return response_type == "code" and bool(client.redirect_uris)

    def _check_secret(self, provided_secret: str, stored_secret: str) -> bool:
        return constant_time_compare(digest_of(provided_secret), stored_secret)

    def authenticate_client(self, request: Any, *args: Any, **kwargs: Any) -> bool:
        return super().authenticate_client(request, *args, **kwargs) and _check_runs(request.client)

    def authenticate_client_id(self, client_id: str, request: Any, *args: Any, **kwargs: Any) -> bool:
        is_known = super().authenticate_client_id(client_id, request, *args, **kwargs)
        return is_known and _check_runs(request.client)

    def save_bearer_token(self, token: Any, request: Any, *args: Any, **kwargs: Any) -> None:
        """Store new tokens, unless a host stops the app at the same time."""
        with transaction.atomic():
            apps = Application.objects.select_for_update(no_key=True)
            _check_runs(apps.filter(pk=request.client.pk).first())
            super().save_bearer_token(token, request, *args, **kwargs)

    def validate_code(
        self, client_id: str, code: str, client: Application, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Accept a code once. Its second use ends what the first has opened, because one was a thief's."""
        if not super().validate_code(client_id, code, client, request, *args, **kwargs):
            _revoke_family_of(code, client)
            return False
        return is_connected(request.user, client)

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Any, *args: Any, **kwargs: Any
    ) -> None:
        try:
            super().invalidate_authorization_code(client_id, code, request, *args, **kwargs)
        except InvalidGrantError:  # another request used the code at the same time
            _revoke_family_of(code, request.client)
            raise

    def validate_refresh_token(
        self, refresh_token: str, client: Application, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        is_valid = super().validate_refresh_token(refresh_token, client, request, *args, **kwargs)
        return is_valid and is_connected(request.user, client)

    def validate_device_code(
        self, client_id: str, code: str, request: Any, *args: Any, **kwargs: Any
    ) -> str | None:
        """Return the state of a device's request. An allowed one is deleted, so that it is used once."""
        grants = DeviceGrant.objects.filter(device_code=digest_of(code), client_id=client_id)
        grant = grants.first()
        if grant is None:
            return None
        now = clock.now()
        if grant.expires <= now:
            return str(DeviceCodeGrant.DEVICE_CODE_EXPIRED)
        if grant.status == DeviceGrant.DENIED:
            grants.delete()
            return str(DeviceCodeGrant.DEVICE_CODE_DENIED)
        if grant.status != DeviceGrant.AUTHORIZED:
            is_hasty = now < grant.last_checked + timedelta(seconds=POLL_SECONDS)
            grants.update(last_checked=now)
            state = DeviceCodeGrant.DEVICE_CODE_SLOW_DOWN if is_hasty else DeviceCodeGrant.DEVICE_CODE_PENDING
            return str(state)
        if not grants.delete()[0] or not is_connected(grant.user, request.client):
            return None
        request.user, request.scopes = grant.user, grant.scope.split()
        return str(DeviceCodeGrant.DEVICE_CODE_AUTHORIZED)

    def _create_access_token(
        self, expires: Any, request: Any, token: Any, source_refresh_token: Any = None
    ) -> AccessToken:
        access = super()._create_access_token(expires, request, token, source_refresh_token)
        issue_bearer(access)
        return access

    def _create_refresh_token(
        self, request: Any, refresh_token_code: str, access_token: AccessToken, previous: Any
    ) -> RefreshToken:
        refresh = super()._create_refresh_token(request, refresh_token_code, access_token, previous)
        if previous is None and request.grant_type == "authorization_code":
            refresh.token_family = _family_of(request.code)
            RefreshToken.objects.filter(pk=refresh.pk).update(token_family=refresh.token_family)
        return refresh


def _check_runs(app: Application | None) -> bool:
    """Raise an error for an app that was deleted, or that a host has stopped."""
    if app is None:
        raise InvalidClientError
    if find_stop(app) is not None:
        raise UnauthorizedClientError("A host of this site has stopped this app.")
    return True


def _family_of(code: str) -> UUID:
    """Return the family of the tokens that begin with a code, so that its replay finds them."""
    return uuid5(_FAMILIES, digest_of(code))


def _revoke_family_of(code: str, client: Application) -> None:
    family = _family_of(code)
    if RefreshToken.objects.filter(token_family=family, application=client).exists():
        RefreshToken.revoke_family(family)
