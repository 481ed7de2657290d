"""Stops mails by the link in each of them, without logging in."""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from game.models import Player
from people.notices.kinds import KINDS, TURN, Kind, Way
from people.notices.switches import set_switch

MOVES = (TURN,)
DIGEST = tuple(
    kind for kind in KINDS.values() if Way.MAIL in kind.ways and kind not in (TURN,) and not kind.group
)

SIGNERS = {MOVES: Signer(salt="no more mail about moves"), DIGEST: Signer(salt="no more mail of notices")}


def stop_url(player: int, kinds: tuple[Kind, ...] = MOVES) -> str:
    """The address that stops a player's mail of these kinds, for anyone who has it."""
    return f"{settings.SITE_URL}{reverse('mail_stop', args=[SIGNERS[kinds].sign(str(player))])}"


def headers(stop: str) -> dict[str, str]:
    """The headers by which a mail program stops mail with one click (RFC 8058)."""
    return {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@csrf_exempt  # mail programs post here by themselves (RFC 8058), and the link alone names the player
def mail_stop(request: HttpRequest, token: str) -> HttpResponse:
    """A page with one button, since more than a mail's readers open its links; and what the button does."""
    player, kinds = _parse_token(token)
    if request.method == "POST":
        for found in Player.objects.filter(pk=player):
            for kind in kinds:
                set_switch(found, kind, Way.MAIL, on=False)
    context = {"is_stopped": request.method == "POST", "is_about_moves": kinds == MOVES}
    return render(request, "people/mail/unsubscribe.html", context)


def _parse_token(token: str) -> tuple[int, tuple[Kind, ...]]:
    for kinds, signer in SIGNERS.items():
        try:
            return int(signer.unsign(token)), kinds
        except (BadSignature, ValueError):
            continue
    raise Http404
