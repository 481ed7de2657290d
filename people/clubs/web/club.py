"""A club's page and its forms."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from common import clock
from common.refusal import Refusal
from game.accounts.blocks import load_player_by_name
from game.models import Player
from game.runtime.metrics import REFUSALS
from game.runtime.presence import PEOPLE, SITE, presence
from game.sharing.page import Sharing
from game.web.codes import status_of
from people.clubs import founding, joining, reports, roles
from people.clubs.lookup import find_membership, load_club
from people.clubs.models import Club, Invitation, JoinRequest, Membership
from people.clubs.page_parts import Action, actions, context_loaders
from people.clubs.roster import load_roster
from people.clubs.web.clubs import render_refusal


@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club. Its forms send their action as `do`, and redirect back to the page."""
    try:
        found = load_club(slug)
    except Refusal as fault:
        return render_refusal(request, fault)
    if request.method != "POST":
        return _render_page(request, found)
    if not (isinstance(request.user, Player) and request.user.has_account):
        return redirect_to_login(request.get_full_path())
    try:
        messages.success(request, _act(request.user, found, request.POST))
    except Refusal as fault:
        return _render_page(request, found, fault)
    found.refresh_from_db()
    return redirect("clubs") if found.slug is None else redirect("club", found.slug)


def _act(player: Player, club: Club, form: QueryDict) -> str:
    """Run the action of a form, and return its message."""
    act = {**ACTIONS, **actions}.get(form.get("do", ""))
    if act is None:
        raise Refusal("bad_request", gettext("This isn’t possible here."))
    return act(player, club, form)


def _ask(player: Player, club: Club, form: QueryDict) -> str:
    joining.ask(player=player, club=club)
    return gettext("You asked to join. We’ll tell you when the club answers.")


def _withdraw(player: Player, club: Club, form: QueryDict) -> str:
    joining.withdraw(player=player, club=club)
    return gettext("You withdrew your request to join.")


def _accept(player: Player, club: Club, form: QueryDict) -> str:
    other = _other_in(form)
    joining.accept(player=player, club=club, asker=other)
    return gettext("%(name)s is a member now.") % {"name": other}


def _decline(player: Player, club: Club, form: QueryDict) -> str:
    other = _other_in(form)
    joining.decline(player=player, club=club, asker=other)
    return gettext("You declined %(name)s’s request.") % {"name": other}


def _make_link(player: Player, club: Club, form: QueryDict) -> str:
    joining.make_link(player=player, club=club)
    return gettext("Here is a new link. An older one no longer works.")


def _revoke_link(player: Player, club: Club, form: QueryDict) -> str:
    joining.revoke_link(player=player, club=club)
    return gettext("The link no longer works.")


def _set_role(player: Player, club: Club, form: QueryDict) -> str:
    other = _other_in(form)
    roles.set_role(player=player, club=club, other=other, role=form.get("role", ""))
    return gettext("Saved.")


def _remove(player: Player, club: Club, form: QueryDict) -> str:
    other = _other_in(form)
    roles.remove(player=player, club=club, other=other)
    return gettext("%(name)s is no longer a member, and the club’s link no longer works.") % {"name": other}


def _leave(player: Player, club: Club, form: QueryDict) -> str:
    if roles.leave(player=player, club=club):
        return gettext("You left %(club)s. You were its last member, so it’s closed.") % {"club": club}
    return gettext("You left %(club)s.") % {"club": club}


def _describe(player: Player, club: Club, form: QueryDict) -> str:
    founding.describe(player=player, club=club, about=form.get("about", ""))
    return gettext("Saved.")


def _close(player: Player, club: Club, form: QueryDict) -> str:
    founding.close(player=player, club=club, name=form.get("written", ""))
    return gettext("%(club)s is closed.") % {"club": club}


def _report(player: Player, club: Club, form: QueryDict) -> str:
    reports.report(player=player, club=club, why=form.get("why", ""))
    return gettext("Thank you. The host will look at it.")


ACTIONS: Mapping[str, Action] = {
    "ask": _ask,
    "withdraw": _withdraw,
    "accept": _accept,
    "decline": _decline,
    "make_link": _make_link,
    "revoke_link": _revoke_link,
    "set_role": _set_role,
    "remove": _remove,
    "leave": _leave,
    "describe": _describe,
    "close": _close,
    "report": _report,
}


def _other_in(form: QueryDict) -> Player:
    return load_player_by_name(form.get("name", ""))


def _render_page(request: HttpRequest, club: Club, fault: Refusal | None = None) -> HttpResponse:
    own = find_membership(club, request.user)
    here = presence.find((PEOPLE, SITE))
    roster = load_roster(club, here[PEOPLE] | here[SITE], for_member=own is not None)
    may_direct = own is not None and own.may_direct
    context: dict[str, Any] = {
        "club": club,
        "own": own,
        "roster": roster,
        "size": len(roster.shown) + roster.private,
        "roles": Membership.Role,
        "may_direct": may_direct,
        "requests": joining.waiting_requests(club) if may_direct else [],
        "link": _link_to_show(request, club) if may_direct else None,
        "has_asked": own is None and _has_asked(request, club),
        "fault": fault,
        "form": request.POST,
        "longest_about": founding.MAX_ABOUT,
        "longest_why": reports.MAX_WHY,
        "sharing": share_club(club, len(roster.shown) + roster.private),
    }
    for load in context_loaders:
        context |= load(club, for_director=may_direct)
    if fault:
        REFUSALS.labels("page", fault.code).inc()
    return render(request, "people/clubs/club.html", context, status=status_of(fault))


def share_club(club: Club, members: int) -> Sharing:
    """Return the social preview of a club."""
    says = ngettext("A cribbage club with %(n)s member.", "A cribbage club with %(n)s members.", members)
    return Sharing(club.name, says % {"n": members}, reverse("site_picture"), is_listed=True)


def _link_to_show(request: HttpRequest, club: Club) -> dict[str, object] | None:
    """Return the club's link for members who may share it."""
    invitation = Invitation.objects.filter(club=club, expires_at__gt=clock.now()).first()
    if invitation is None:
        return None
    address = request.build_absolute_uri(reverse("join_club", args=[invitation.token]))
    return {"address": address, "expires_at": invitation.expires_at}


def _has_asked(request: HttpRequest, club: Club) -> bool:
    waiting = JoinRequest.objects.filter(club=club, declined_at=None)
    return isinstance(request.user, Player) and waiting.filter(player=request.user).exists()
