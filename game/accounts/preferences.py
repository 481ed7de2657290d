"""How pages look and sound: chosen on /settings or at the table, kept in a cookie and with the account."""

from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from game.models import Player

COOKIE = "look"
A_YEAR = 365 * 24 * 60 * 60

CHOICES = {
    "theme": (_("Colours"), {"system": _("As my device has it"), "light": _("Light"), "dark": _("Dark")}),
    "contrast": (_("Contrast"), {"system": _("As my device has it"), "more": _("More")}),
    "suits": (_("Suits"), {"two": _("Two colours"), "four": _("Four colours")}),
    "index": (_("Figures on the cards"), {"usual": _("As usual"), "large": _("Large")}),
    "sound": (_("Sounds at the table"), {"on": _("On"), "off": _("Off")}),
    "keys": (_("Letters and digits as keys"), {"on": _("On"), "off": _("Off")}),
}


@dataclass(frozen=True)
class Preferences:
    """A reader's choices in `ASKS`; by default, the first option of each."""

    theme: str = "system"
    contrast: str = "system"
    suits: str = "two"
    index: str = "usual"
    sound: str = "on"
    keys: str = "on"

    @classmethod
    def parse(cls, text: str) -> "Preferences":
        """Parse stored preferences; anything unknown counts as not chosen."""
        kept = dict(parse_qsl(text))
        return cls(
            **{name: value for name, value in kept.items() if name in CHOICES and value in CHOICES[name][1]}
        )

    def __str__(self) -> str:
        usual = asdict(Preferences())
        return urlencode({name: value for name, value in asdict(self).items() if value != usual[name]})


def preferences_context(request: HttpRequest) -> dict[str, Any]:
    """The context variable `preferences`: every page has its look from its first byte, so nothing flashes."""
    return {"preferences": SimpleLazyObject(lambda: preferences_of(request))}


def preferences_of(request: HttpRequest) -> Preferences:
    """The account's preferences, or for other visitors those of this browser."""
    player = getattr(request, "user", None)
    kept = player.look if isinstance(player, Player) and player.has_account else ""
    return Preferences.parse(kept or request.COOKIES.get(COOKIE, ""))


def save_preferences(request: HttpRequest, response: HttpResponse, preferences: Preferences) -> None:
    """Save preferences for this browser, and for the account wherever it is used."""
    response.set_cookie(
        COOKIE, str(preferences), max_age=A_YEAR, samesite="Lax", secure=request.is_secure(), httponly=True
    )
    player = request.user
    if isinstance(player, Player) and player.has_account:
        Player.objects.filter(pk=player.pk).update(look=str(preferences) or "theme=system")


class PreferencesForm(forms.Form):
    """One question for each of `ASKS`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, (label, choices) in CHOICES.items():
            self.fields[name] = forms.ChoiceField(
                label=label, choices=list(choices.items()), widget=forms.RadioSelect
            )


@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """The page where visitors choose how the site looks and sounds, with or without an account."""
    form = PreferencesForm(
        request.POST if request.method == "POST" else None, initial=asdict(preferences_of(request))
    )
    if request.method == "POST" and form.is_valid():
        answer = redirect("settings")
        save_preferences(request, answer, Preferences(**form.cleaned_data))
        messages.success(request, gettext("Kept."))
        return answer
    return render(request, "settings.html", {"form": form}, status=400 if form.errors else 200)
