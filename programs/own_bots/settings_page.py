"""The settings page of bots: an owner makes one with a click, renews its token and deletes it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.decorators import AccountRequest, account_required, recent_password_required
from game.accounts.rate_limits import OWN_BOTS
from game.web.codes import status_of
from programs.bots.accounts import MAX_PER_OWNER
from programs.own_bots import making


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
def bots_page(request: AccountRequest) -> HttpResponse:
    """Show a player's bots. Its forms make one, renew a token, or delete one, after the password."""
    if request.method != "POST":
        return _render(request)
    return _change(request)


@recent_password_required
def _change(request: AccountRequest) -> HttpResponse:
    name, do = request.POST.get("name", "").strip(), request.POST.get("do", "")
    try:
        if do == "delete":
            making.delete_bot(owner=request.user, name=name)
            messages.success(request, gettext("The bot is deleted."))
            return redirect("own_bots")
        if do == "token":
            bot, text = making.replace_token(owner=request.user, name=name)
        else:
            check_rate_limit(request, OWN_BOTS)
            bot, text = making.make_bot(owner=request.user, name=name)
    except Refusal as fault:
        return _render(request, fault=fault)
    return _render(request, made=bot.account, text=text)


def _render(request: AccountRequest, fault: Refusal | None = None, **made: object) -> HttpResponse:
    context = {
        "bots": making.load_bots_of(request.user),
        "name": request.POST.get("name", "") if fault else "",
        "site": request.build_absolute_uri("/").rstrip("/"),
        "most": MAX_PER_OWNER,
        "fault": fault,
        **made,
    }
    return render(request, "programs/own_bots.html", context, status=status_of(fault))
