"""The endpoints that apps call: tokens, revocation, codes for devices, and this server's metadata.

They answer as the standards of OAuth say, in English, and ignore cookies.
"""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe
from oauth2_provider.models import DeviceGrant, Grant
from oauthlib.oauth2 import DeviceAuthorizationEndpoint
from oauthlib.oauth2.rfc6749.errors import (
    InvalidGrantError,
    InvalidRequestError,
    OAuth2Error,
    UnauthorizedClientError,
)

from common import clock
from common.http.client_ip import client_network
from common.http.refusal_shapes import open_to_other_sites, preflight_response
from game.accounts.rate_limits import OAUTH
from game.tokens.tokens import digest_of
from programs.oauth.devices import CODE_LASTS, has_devices
from programs.oauth.scopes import TokenScopes
from programs.oauth.server import check_readable, issuer_of, server
from programs.oauth.texts import new_user_code
from programs.oauth.validator import DEVICE_CODE, POLL_SECONDS

View = Callable[[HttpRequest], HttpResponse]
JSON = {"Content-Type": "application/json"}
NOT_TO_KEEP = {"Cache-Control": "no-store", "Pragma": "no-cache"}
MAX_PARAMETER = 2000
AUTHENTICATION = ["none", "client_secret_basic", "client_secret_post"]


def endpoint(view: View) -> View:
    """Make a view an endpoint: POST only, from any origin, within the rate limit, with an error as JSON."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method == "OPTIONS":  # no Authorization: an app in a browser has no secret
            return preflight_response("POST", "Content-Type")
        response = answer_post(request)
        open_to_other_sites(response)
        return response

    @require_POST
    @sensitive_post_parameters()
    def answer_post(request: HttpRequest) -> HttpResponse:
        if wait := OAUTH.acquire(None, client_network(request)):
            refused = JsonResponse({"error": "temporarily_unavailable", "retry_ms": wait * 1000}, status=429)
            refused.headers["Retry-After"] = str(wait)
            return refused
        try:
            check_readable(request)
            if any(len(text) > MAX_PARAMETER for text in request.POST.values()):
                raise InvalidRequestError("A parameter is too long.")
            return view(request)
        except OAuth2Error as error:
            return _refuse(error)
        except ValueError:  # oauthlib could not decode the request
            return _refuse(InvalidRequestError("The request is malformed."))

    return answer


def _refuse(error: OAuth2Error) -> HttpResponse:
    headers = JSON | NOT_TO_KEEP | error.headers
    return HttpResponse(error.json, status=error.status_code, headers=headers)


@endpoint
def token(request: HttpRequest) -> HttpResponse:
    """Swap a code or a refresh token for tokens (RFC 6749, 7636 and 8628)."""
    try:
        _, headers, body, status = server().create_token_response(request)
    except Grant.DoesNotExist:  # another request has just used the code
        raise InvalidGrantError from None
    return HttpResponse(body, status=status, headers=JSON | NOT_TO_KEEP | headers)


@endpoint
def revoke(request: HttpRequest) -> HttpResponse:
    """Revoke a token of the calling app (RFC 7009)."""
    _, headers, body, status = server().create_revocation_response(request)
    return HttpResponse(body or "", status=status, headers=JSON | NOT_TO_KEEP | headers)


@endpoint
def device_authorization(request: HttpRequest) -> HttpResponse:
    """Give a device a code that its player types on another screen (RFC 8628)."""
    page = request.build_absolute_uri(reverse("device"))
    core = server()
    giver = DeviceAuthorizationEndpoint(
        core.server.request_validator,
        verification_uri=page,
        verification_uri_complete=f"{page}?code={{user_code}}",
        expires_in=int(CODE_LASTS.total_seconds()),
        interval=POLL_SECONDS,
        user_code_generator=new_user_code,
    )
    headers, given, status = giver.create_device_authorization_response(
        page, "POST", urlencode(core.extract_body(request)), core.extract_headers(request)
    )
    client_id = request.POST["client_id"]
    if not has_devices(client_id):
        raise UnauthorizedClientError()
    DeviceGrant.objects.create(
        client_id=client_id,
        device_code=digest_of(given["device_code"]),
        user_code=given["user_code"],
        scope=given.get("scope", ""),
        interval=POLL_SECONDS,
        expires=clock.now() + CODE_LASTS,
    )
    return JsonResponse(given, status=status, headers=NOT_TO_KEEP | headers)


@require_safe
def metadata(request: HttpRequest) -> JsonResponse:
    """Describe this server to programs (RFC 8414)."""

    def at(name: str) -> str:
        return request.build_absolute_uri(reverse(name))

    described = {
        "issuer": issuer_of(request),
        "authorization_endpoint": at("oauth_authorize"),
        "token_endpoint": at("oauth_token"),
        "revocation_endpoint": at("oauth_revoke"),
        "device_authorization_endpoint": at("oauth_device_authorization"),
        "scopes_supported": TokenScopes().get_available_scopes(),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token", DEVICE_CODE],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": AUTHENTICATION,
        "revocation_endpoint_auth_methods_supported": AUTHENTICATION,
        "authorization_response_iss_parameter_supported": True,
        "service_documentation": at("api"),
        "ui_locales_supported": ["en", "fr"],
    }
    return JsonResponse(described, headers={"Access-Control-Allow-Origin": "*"})
