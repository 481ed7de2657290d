"""The settings page of notifications."""

from collections.abc import Iterator
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from game.models import Player
from people.notices.kinds import Kind, Way
from people.notices.push.vapid import public_key
from people.notices.switches import set_switch, settings_of


class Choice(NamedTuple):
    """A switch: a kind of notification by one way."""

    way: Way
    name: str
    is_on: bool
    is_fixed: bool


class Row(NamedTuple):
    """A kind of notification with its switches; None for a way that it never takes."""

    kind: Kind
    choices: list[Choice | None]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def notice_settings(request: HttpRequest) -> HttpResponse:
    """Show the switches of a player, and store changes."""
    player = request.user
    if not isinstance(player, Player):
        return redirect_to_login(request.get_full_path())
    has_address = EmailAddress.objects.filter(user=player, verified=True).exists()
    offered = [way for way in Way if {Way.PUSH: bool(public_key()), Way.MAIL: has_address}.get(way, True)]
    rows = list(_rows(player, offered))
    if request.method == "POST":
        for row in rows:
            for choice in filter(None, row.choices):
                set_switch(player, row.kind, choice.way, on=request.POST.get(choice.name) == "on")
        messages.success(request, gettext("Saved."))
        return redirect("notice_settings")
    context = {
        "rows": rows,
        "offered": offered,
        "has_address": has_address,
        "push_key": public_key(),
    }
    return render(request, "people/notices/settings.html", context)


def _rows(player: Player, offered: list[Way]) -> Iterator[Row]:
    for kind, ways in settings_of(player):
        choices = [
            Choice(way, f"{kind.name}-{way}", ways[way], way in kind.always) if way in ways else None
            for way in offered
        ]
        yield Row(kind, choices)
