"""The pages on which a player lets an app act for them: after its link, or with a device's code."""

from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.core.exceptions import ReauthenticationRequired
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from oauth2_provider.exceptions import FatalClientError, OAuthToolkitError
from oauth2_provider.http import OAuth2ResponseRedirect
from oauth2_provider.models import Application
from oauthlib.oauth2.rfc6749.errors import InvalidRequestError, OAuth2Error

from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.decorators import AccountRequest, account_required, recent_password_required
from game.accounts.rate_limits import DEVICE_CODES
from programs.oauth import devices
from programs.oauth.connections import connect, find_stop
from programs.oauth.scopes import labels_of
from programs.oauth.server import check_readable, describe, issuer_of, server


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
def authorize(request: AccountRequest) -> HttpResponse:
    """Ask a player whether an app may act for them, and send them back to it with the decision.

    A request with a mistake is never sent back by itself, or the site would lead to any address that
    an app has registered.
    """
    try:
        check_readable(request)
        scopes, credentials = server().validate_authorization_request(request)
    except FatalClientError as fault:  # the app or its address is unknown
        return _show_mistake(request, fault.oauthlib_error)
    except OAuthToolkitError as fault:
        return _show_mistake(request, fault.oauthlib_error, fault.oauthlib_error.redirect_uri)
    except OAuth2Error as error:
        return _show_mistake(request, error)
    except ValueError:  # oauthlib could not decode the address
        return _show_mistake(request, None)
    if credentials.get("code_challenge_method") != "S256":
        mistake = InvalidRequestError("code_challenge_method must be S256.", state=credentials["state"])
        return _show_mistake(request, mistake, credentials["redirect_uri"])
    app = Application.objects.select_related("user").get(client_id=credentials["client_id"])
    if find_stop(app) is not None:
        return render(request, "programs/oauth/stopped.html", {"app": app}, status=403)
    if request.method != "POST":
        return _ask(request, app, scopes, credentials["redirect_uri"])
    try:
        return _decide(request, app, scopes, credentials)
    except ReauthenticationRequired:
        # The page asks for the password, and then again. A form that allauth repeats would be stopped by the
        # policy of the page with the password, which knows no address of the app.
        return redirect(request.get_full_path())


@recent_password_required
def _ask(request: AccountRequest, app: Application, scopes: list[str], back: str) -> HttpResponse:
    context = {"app": app, "labels": labels_of(scopes), "back": urlsplit(back), "is_bot": "bot" in scopes}
    answer = render(request, "programs/oauth/authorize.html", context)
    answer.form_target = _form_target(back)  # type: ignore[attr-defined]
    return answer


@recent_password_required
def _decide(
    request: AccountRequest, app: Application, scopes: list[str], credentials: dict[str, Any]
) -> HttpResponse:
    allows, back = request.POST.get("do") == "allow", credentials["redirect_uri"]
    if allows:
        connect(request.user, app, scopes)
    try:
        address, *_ = server().create_authorization_response(
            request, scopes=scopes, credentials=credentials, allow=allows
        )
    except OAuthToolkitError as fault:
        address = _with_parameters(back, [*fault.oauthlib_error.twotuples, ("iss", issuer_of(request))])
    sent_back: HttpResponse = OAuth2ResponseRedirect(address, [urlsplit(back).scheme])
    return sent_back


def _show_mistake(
    request: AccountRequest, error: OAuth2Error | None, back: str | None = None
) -> HttpResponse:
    """Explain that an app's request can't be granted, with a link back if its address is known."""
    context: dict[str, str] = {}
    if error is not None:
        context["error"] = describe(error)
    if error is not None and back:
        context["back"] = _with_parameters(back, [*error.twotuples, ("iss", issuer_of(request))])
    return render(request, "programs/oauth/mistake.html", context, status=400)


def _with_parameters(address: str, parameters: list[tuple[str, str]]) -> str:
    return f"{address}{'&' if '?' in address else '?'}{urlencode(parameters)}"


def _form_target(back: str) -> str:
    """Return the source of a Content-Security-Policy that has an app's address."""
    parts = urlsplit(back)
    if parts.scheme not in ("http", "https") or "[" in parts.netloc:  # a policy can't name an IPv6 address
        return f"{parts.scheme}:"
    return f"{parts.scheme}://{parts.netloc}"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
def device(request: AccountRequest) -> HttpResponse:
    """Let a player type the code that their device shows, and decide whether it may act for them."""
    if request.method != "POST":
        return render(request, "programs/oauth/device.html", {"code": request.GET.get("code", "")[:20]})
    return _answer_device(request)


@recent_password_required
def _answer_device(request: AccountRequest) -> HttpResponse:
    check_rate_limit(request, DEVICE_CODES)
    code, do = request.POST.get("code", ""), request.POST.get("do", "")
    try:
        if do in ("allow", "refuse"):
            app = devices.decide(request.user, code, allows=do == "allow")
            context: dict[str, Any] = {"decided": app, "is_allowed": do == "allow"}
        else:
            grant, app = devices.load_request(code)
            scopes = grant.scope.split()
            context = {"app": app, "labels": labels_of(scopes), "is_bot": "bot" in scopes, "code": code}
    except Refusal as fault:
        return render(request, "programs/oauth/device.html", {"code": code[:20], "fault": fault}, status=400)
    return render(request, "programs/oauth/device.html", context)
