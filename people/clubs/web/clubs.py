"""The list of clubs, the form for a new club, and the page of a club's link."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from common.refusal import Refusal
from game.accounts.decorators import AccountRequest, account_required
from game.models import Player
from game.runtime.metrics import REFUSALS
from game.web.codes import status_of
from people.clubs import founding, joining
from people.clubs.lookup import find_membership
from people.clubs.names import MAX_LENGTH
from people.clubs.roster import clubs_of, open_clubs


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Show the open clubs, largest first, and the visitor's own."""
    asked = request.GET.get("name", "")
    mine = clubs_of(request.user) if isinstance(request.user, Player) else []
    context = {"clubs": open_clubs(asked), "mine": mine, "asked": asked}
    return render(request, "people/clubs/clubs.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def found(request: AccountRequest) -> HttpResponse:
    """Found a club."""
    name, about = request.POST.get("name", ""), request.POST.get("about", "")
    fault = None
    if request.method == "POST":
        try:
            club = founding.found(player=request.user, name=name, about=about)
            return redirect("club", club.slug)
        except Refusal as refusal:
            fault = refusal
    context = {
        "fault": fault,
        "name": name,
        "about": about,
        "longest_name": MAX_LENGTH,
        "longest_about": founding.MAX_ABOUT,
        "games": founding.GAMES_BEFORE,
    }
    return render(request, "people/clubs/found.html", context, status=status_of(fault))


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the club of a link, with a button to join it."""
    try:
        invitation = joining.load_invitation(token)
        if request.method == "POST":
            return _join(request, token)
    except Refusal as fault:
        return render_refusal(request, fault)
    if find_membership(invitation.club, request.user) is not None:
        return redirect("club", invitation.club.slug)
    size = invitation.club.members.count()
    return render(request, "people/clubs/join.html", {"invitation": invitation, "size": size})


def _join(request: HttpRequest, token: str) -> HttpResponse:
    if not (isinstance(request.user, Player) and request.user.has_account):
        return redirect_to_login(request.get_full_path())
    return redirect("club", joining.join(player=request.user, token=token).slug)


def render_refusal(request: HttpRequest, fault: Refusal) -> HttpResponse:
    """Return a page for a refusal, with a link to the clubs."""
    REFUSALS.labels("page", fault.code).inc()
    heading = gettext("No such club") if fault.code == "no_club" else gettext("That didn’t work")
    context = {"heading": heading, "message": fault.says}
    return render(request, "people/clubs/refusal.html", context, status=status_of(fault))
