"""The page of those whom a player follows, which also takes the forms that follow and unfollow."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from common.refusal import Refusal
from game.accounts.blocks import load_player_by_name
from game.accounts.decorators import AccountRequest, account_required
from game.models import Player
from game.runtime.presence import presence
from game.web.codes import status_of
from people.following import follows
from people.following.people import KINDS, load_following


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def following(request: AccountRequest) -> HttpResponse:
    """Whom a player follows; a form follows one more, or one fewer."""
    if request.method != "POST":
        return _render_page(request)
    try:
        other = _change(request)
    except Refusal as fault:
        return _render_page(request, fault)
    return redirect("profile", other.username) if "from_profile" in request.POST else redirect("following")


def _change(request: AccountRequest) -> Player:
    """Do what a form asks for; the player whom it is about."""
    if name := request.POST.get("unfollow"):
        other = load_player_by_name(name)
        follows.unfollow(player=request.user, other=other)
        messages.success(request, gettext("You no longer follow %(name)s.") % {"name": other})
    else:
        other = load_player_by_name(request.POST.get("follow", "").strip())
        follows.follow(player=request.user, other=other)
        messages.success(request, gettext("You follow %(name)s. Only you know.") % {"name": other})
    return other


def _render_page(request: AccountRequest, fault: Refusal | None = None) -> HttpResponse:
    found = load_following({request.user.pk}, presence.find(KINDS))[request.user.pk]
    context = {"following": found, "fault": fault, "asked": request.POST.get("follow", "")}
    status = status_of(fault)
    return render(request, "people/following/following.html", context, status=status)
