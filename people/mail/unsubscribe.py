"""Unsubscribe from mails by the link in each of them, without logging in."""

from enum import Enum

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from game.models import Player
from people.notices.kinds import Kind, Way, load_kinds
from people.notices.notice_kinds import TURN
from people.notices.switches import set_switch


class Mails(Enum):
    """The groups of mails that a link stops. The value is the salt of the link's signature."""

    MOVES = "no more mail about moves"
    DIGEST = "no more mail of notices"

    @property
    def signer(self) -> Signer:
        return Signer(salt=self.value)

    @property
    def kinds(self) -> list[Kind]:
        """Return the kinds of notifications that these mails are about."""
        if self is Mails.MOVES:
            return [TURN]
        by_mail = [kind for kind in load_kinds().values() if Way.MAIL in kind.ways]
        return [kind for kind in by_mail if kind is not TURN and not kind.group]


def stop_url(player: int, mails: Mails = Mails.MOVES) -> str:
    """Return the URL that stops these mails to a player, for anyone who has it."""
    return f"{settings.SITE_URL}{reverse('mail_stop', args=[mails.signer.sign(str(player))])}"


def headers(stop: str) -> dict[str, str]:
    """Return the headers for one-click unsubscribing (RFC 8058)."""
    return {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@csrf_exempt  # mail programs post here on their own (RFC 8058), and only the link names the player
def mail_stop(request: HttpRequest, token: str) -> HttpResponse:
    """Show a page with one button, because scanners open links too; the button unsubscribes."""
    player, mails = _parse_token(token)
    if request.method == "POST":
        for found in Player.objects.filter(pk=player):
            for kind in mails.kinds:
                set_switch(found, kind, Way.MAIL, on=False)
    context = {"is_stopped": request.method == "POST", "is_about_moves": mails is Mails.MOVES}
    return render(request, "people/mail/unsubscribe.html", context)


def _parse_token(token: str) -> tuple[int, Mails]:
    for mails in Mails:
        try:
            return int(mails.signer.unsign(token)), mails
        except (BadSignature, ValueError):
            continue
    raise Http404
