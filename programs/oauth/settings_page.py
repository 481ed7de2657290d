"""The settings page of apps: those that a player has connected, and those that they have registered."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from oauth2_provider.models import Application

from common.refusal import Refusal
from game.accounts.decorators import AccountRequest, account_required
from game.web.codes import status_of
from programs.oauth import connections, registration
from programs.oauth.scopes import labels_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
def apps_page(request: AccountRequest) -> HttpResponse:
    """Show a player's apps. The form registers one."""
    if request.method != "POST":
        return _render(request)
    try:
        made, secret = registration.register_app(
            owner=request.user,
            name=request.POST.get("name", ""),
            redirects=request.POST.get("redirects", ""),
            keeps_secret=request.POST.get("secret") == "on",
            has_devices=request.POST.get("devices") == "on",
        )
    except Refusal as fault:
        return _render(request, fault=fault)
    return _render(request, made=made, secret=secret)


def _render(request: AccountRequest, fault: Refusal | None = None, **made: object) -> HttpResponse:
    connected = [(one, labels_of(one.scopes.split())) for one in connections.load_connections(request.user)]
    own = [
        (app, app.redirect_uris.split(), connections.find_stop(app))
        for app in registration.load_apps(request.user)
    ]
    context = {
        "connected": connected,
        "apps": own,
        "form": request.POST if fault else {},
        "most": registration.MAX_APPS,
        "fault": fault,
        **made,
    }
    return render(request, "programs/oauth/apps.html", context, status=status_of(fault))


@require_POST
@account_required
def disconnect(request: AccountRequest, app_id: int) -> HttpResponse:
    """End what an app holds for this player."""
    connections.disconnect(request.user, get_object_or_404(Application, pk=app_id))
    messages.success(request, gettext("The app can no longer act for you."))
    return redirect("apps")


@require_POST
@account_required
def delete_app(request: AccountRequest, app_id: int) -> HttpResponse:
    """Delete an app of this player. Apps of other players are unaffected."""
    registration.delete_app(owner=request.user, app_id=app_id)
    messages.success(request, gettext("The app is deleted."))
    return redirect("apps")
