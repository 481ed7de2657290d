"""The page of followed players, with the forms that follow and unfollow."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from common.refusal import Refusal
from game.accounts.blocks import load_player_by_name
from game.accounts.decorators import AccountRequest, account_required
from game.models import Player
from game.runtime.presence import presence
from game.web.codes import status_of
from people.appointments.appointments import load_upcoming
from people.following import follows
from people.following.on_front import load_people_to_play
from people.following.people import KINDS, load_following


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def friends(request: AccountRequest) -> HttpResponse:
    """Show the followed players, or follow or unfollow a player."""
    if request.method != "POST":
        return _render_page(request)
    try:
        other = _change(request)
    except Refusal as fault:
        return _render_page(request, fault)
    return redirect("profile", other.username) if "from_profile" in request.POST else redirect("friends")


@require_safe
def friends_here(request: HttpRequest) -> HttpResponse:
    """Return the rows of the friends who are here, for a front page that is open while they come and go."""
    found = load_people_to_play(request.user, presence.find(KINDS))
    return render(request, "people/following/front_rows.html", {"friends": found.friends})


def _change(request: AccountRequest) -> Player:
    """Run the action of a form, and return the player that it is about."""
    if name := request.POST.get("unfollow"):
        other = load_player_by_name(name)
        follows.unfollow(player=request.user, other=other)
        messages.success(request, gettext("You no longer follow %(name)s.") % {"name": other})
    else:
        other = load_player_by_name(request.POST.get("follow", "").strip())
        follows.follow(player=request.user, other=other)
        messages.success(
            request, gettext("You follow %(name)s. Other players can’t see that.") % {"name": other}
        )
    return other


def _render_page(request: AccountRequest, fault: Refusal | None = None) -> HttpResponse:
    found = load_following({request.user.pk}, presence.find(KINDS))[request.user.pk]
    context = {
        "following": found,
        "fault": fault,
        "asked": request.POST.get("follow", ""),
        "upcoming": load_upcoming(request.user),
    }
    status = status_of(fault)
    return render(request, "people/following/following.html", context, status=status)
