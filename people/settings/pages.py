"""The pages of an account: allauth's with our changes, and our own."""

import math
from datetime import date, timedelta
from typing import Any

from allauth.account import views as allauth
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from common import clock
from common.formats.digits import parse_digits
from common.http.client_ip import check_rate_limit
from common.http.rate_limit import RateLimit
from common.refusal import Refusal
from game.accounts.decorators import AccountRequest, find_guest, seconds_to_wait
from game.models import Game
from people.settings.deletion import delete_account
from people.settings.export import export_player
from people.settings.forms import ConfirmPasswordForm, PasswordResetRequestForm, SignUpForm
from people.settings.vacations import end_vacation, load_plan, take_vacation

EXPORT_RATE = RateLimit("keepsakes", 6, 60)


class GuestContextMixin:
    """A page that explains to guests what will happen to their games."""

    request: Any

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        if guest := find_guest(self.request):
            context |= {"guest": guest, "guests_games": Game.objects.with_player(guest).count()}
        return context


class SignUpView(GuestContextMixin, allauth.SignupView):  # type: ignore[misc]
    """The page to sign up. A name that was taken a moment ago is refused like any other taken name."""

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except Refusal as fault:
            form.add_error("username", fault.says)
            return self.form_invalid(form)  # type: ignore[no-any-return]
        if self.request.user.is_authenticated:
            # They have just chosen the password, so no page asks for it again at once.
            record_authentication(self.request, self.request.user, method="password", reauthenticated=True)
        return answer


class LogInView(GuestContextMixin, allauth.LoginView):  # type: ignore[misc]
    """Logging in."""


class PasswordResetRequestView(allauth.PasswordResetView):  # type: ignore[misc]
    """The page that sends a link to choose a new password, and shows when to try again after too many."""

    def form_valid(self, form: PasswordResetRequestForm) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        if answer.status_code != 429:
            return answer
        wait = seconds_to_wait(self.request, action="reset_password", key=form.cleaned_data["email"].lower())
        minutes = math.ceil(wait / 60)
        message = ngettext(
            "The links we’ve emailed you still work. You can ask for another in %(n)s minute.",
            "The links we’ve emailed you still work. You can ask for another in %(n)s minutes.",
            minutes,
        ) % {"n": minutes}
        context = {"heading": _("Too many links"), "message": message, "code": "too_many"}
        refused = render(self.request, "refusal.html", context, status=429)
        refused.headers["Retry-After"] = str(wait)
        return refused


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def account(request: AccountRequest) -> HttpResponse:
    """Show the page of an account, and store whether its profile is private."""
    player = request.user
    if request.method == "POST" and request.POST.get("about") == "vacation":
        return change_vacation(request)
    if request.method == "POST":
        player.is_private = request.POST.get("private") == "on"
        player.save(update_fields=["is_private"])
        message = _("Your profile is now private.") if player.is_private else _("Your profile is now public.")
        messages.success(request, message)
        return redirect("account")
    addresses = {address.verified: address.email for address in EmailAddress.objects.filter(user=player)}
    context = {
        "address": addresses.get(True),
        "unconfirmed": addresses.get(False),
        "has_second_factor": is_mfa_enabled(player),
        "vacation": load_plan(player),
        "tomorrow": clock.now().date() + timedelta(days=1),
    }
    return render(request, "people/settings/account.html", context)


def change_vacation(request: AccountRequest) -> HttpResponse:
    """Take days of vacation, or end a vacation, from the form on the account's page."""
    try:
        if ends := request.POST.get("ends"):
            ended = end_vacation(request.user, parse_number(ends))
            is_cancelled = ended.pk is None
            says = (
                _("Your vacation is cancelled.")
                if is_cancelled
                else _("Your vacation is over. Welcome back!")
            )
            messages.success(request, says)
        else:
            begins = parse_day(request.POST.get("begins", ""))
            take_vacation(request.user, parse_number(request.POST.get("days", "")), begins)
            messages.success(request, _("Your vacation is noted. Enjoy it!"))
    except Refusal as fault:
        messages.error(request, fault.says)
    return redirect(f"{reverse('account')}#vacation")


def parse_number(text: str) -> int:
    """Return a whole number from a form."""
    number = parse_digits(text)
    if number is None:
        raise Refusal("bad_request", _("Enter a whole number of days."))
    return number


def parse_day(text: str) -> date | None:
    """Return the day in a form, or None if it is empty."""
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal("bad_request", _("Choose a day from tomorrow on, within a year.")) from None


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
@never_cache
def delete(request: AccountRequest) -> HttpResponse:
    """Show the page that deletes an account, with an explanation."""
    form = ConfirmPasswordForm(request.POST if request.method == "POST" else None, user=request.user)
    if form.is_bound and form.is_valid():
        delete_account(request.user)
        get_adapter().logout(request)
        messages.success(request, _("Your account is deleted. Thanks for the games."))
        return redirect("front")
    live = Game.objects.with_player(request.user).unfinished().count()
    context = {"form": form, "live": live}
    return render(request, "people/settings/delete.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
def download(request: AccountRequest) -> StreamingHttpResponse:
    """Return a file with everything stored about a player."""
    check_rate_limit(request, EXPORT_RATE)
    answer = StreamingHttpResponse(export_player(request.user), content_type="application/json")
    answer.headers["Content-Disposition"] = 'attachment; filename="every-other.json"'
    return answer
