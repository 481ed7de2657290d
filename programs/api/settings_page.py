"""The settings page of tokens: create, list and revoke them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.refusal import Refusal
from game.accounts.decorators import AccountRequest, account_required, recent_password_required
from game.tokens import tokens
from game.tokens.scopes import Scope
from game.web.codes import status_of

LIFETIMES = (7, 30, 90, 365)  # days


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
def tokens_page(request: AccountRequest) -> HttpResponse:
    """Show the tokens of an account. The form creates a token after the owner has confirmed the password."""
    return _make(request) if request.method == "POST" else _render(request)


@recent_password_required
def _make(request: AccountRequest) -> HttpResponse:
    chosen = [scope for scope in Scope if request.POST.get(f"scope-{scope}") == "on"]
    days = request.POST.get("days", "")
    try:
        token, text = tokens.make_token(
            player=request.user,
            name=request.POST.get("name", ""),
            scopes=chosen,
            days=int(days) if days in map(str, LIFETIMES) else 0,
        )
    except Refusal as fault:
        return _render(request, fault=fault)
    return _render(request, made=token, text=text)


def _render(request: AccountRequest, fault: Refusal | None = None, **made: object) -> HttpResponse:
    form = request.POST if fault else {}
    context = {
        "tokens": tokens.load_tokens(request.user),
        "labels": dict(Scope.choices),
        "scopes": [(scope, label, form.get(f"scope-{scope}") == "on") for scope, label in Scope.choices],
        "lifetimes": LIFETIMES,
        "name": form.get("name", ""),
        "most": tokens.MAX_PER_ACCOUNT,
        "fault": fault,
        **made,
    }
    return render(request, "programs/api/tokens.html", context, status=status_of(fault))


@require_POST
@account_required
def revoke_token(request: AccountRequest, token_id: int) -> HttpResponse:
    """Revoke a token of this player. Tokens of other players are unaffected."""
    tokens.revoke(player=request.user, token_id=token_id)
    messages.success(request, gettext("The token no longer works."))
    return redirect("tokens")
