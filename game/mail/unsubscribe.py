"""Stops mail about moves by the link in each of them, without logging in."""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from game.models import Player

signer = Signer(salt="no more mail about moves")


def stop_url(player: int) -> str:
    """The address that stops a player's mail about moves, for anyone who has it."""
    return f"{settings.SITE_URL}{reverse('mail_stop', args=[signer.sign(str(player))])}"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@csrf_exempt  # mail programs post here by themselves (RFC 8058), and the link alone names the player
def mail_stop(request: HttpRequest, token: str) -> HttpResponse:
    """A page with one button, since more than a mail's readers open its links; and what the button does."""
    try:
        player = Player.objects.filter(pk=int(signer.unsign(token)))
    except (BadSignature, ValueError):
        raise Http404 from None
    if request.method == "POST":
        player.update(wants_move_mail=False)
    return render(request, "mail/unsubscribe.html", {"is_stopped": request.method == "POST"})
