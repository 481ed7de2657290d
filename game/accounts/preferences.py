"""How pages look and sound: chosen on /settings or at the table, kept in cookies and with the account.

Each choice has a cookie of its own, so that no choice is lost when answers arrive in another order than the
questions were sent.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from common.refusal import Refusal
from game.models import Player

COOKIE = (
    "look"  # of each choice: look-theme; by itself, what browsers were given when one cookie held them all
)
A_YEAR = 365 * 24 * 60 * 60

CHOICES: dict[str, tuple[Any, dict[str, Any]]] = {
    "language": (_("Language"), {"system": _("System"), **dict(settings.LANGUAGES)}),
    "theme": (_("Colours"), {"system": _("System"), "light": _("Light"), "dark": _("Dark")}),
    "contrast": (_("Contrast"), {"system": _("System"), "more": _("More")}),
    "deck": (_("Deck"), {"house": _("House"), "plain": _("Plain")}),
    "suits": (_("Suits"), {"two": _("Two colours"), "four": _("Four colours")}),
    "index": (_("Card numbers"), {"usual": _("Normal"), "large": _("Large")}),
    "board": (_("Board"), {"walnut": _("Walnut"), "maple": _("Maple"), "slate": _("Slate")}),
    "felt": (_("Felt"), {"green": _("Green"), "blue": _("Blue"), "red": _("Red"), "grey": _("Grey")}),
    "speed": (
        _("Speed of cards and pegs"),
        {"normal": _("Normal"), "slow": _("Slow"), "fast": _("Fast"), "none": _("None")},
    ),
    "onward": (_("After a count"), {"hand": _("Wait for Continue"), "auto": _("Continue by itself")}),
    "confirm": (_("Confirm a card before playing it"), {"off": _("Off"), "on": _("On")}),
    "cut": (_("Cut the deck as pone"), {"off": _("Off"), "on": _("On")}),
    "sound": (_("Sounds"), {"on": _("On"), "off": _("Off")}),
    "keys": (_("Keyboard shortcuts"), {"on": _("On"), "off": _("Off")}),
    "words": (_("Add my own randomness"), {"off": _("Off"), "on": _("On")}),
}
# In which a browser keeps each choice; sockets read the language from theirs.
COOKIE_OF = {name: f"{COOKIE}-{name}" for name in CHOICES} | {"language": settings.LANGUAGE_COOKIE_NAME}
# What is no attribute of a page's root: a page has it in other ways.
OTHERWISE = {"language", "contrast"}


@dataclass(frozen=True)
class Preferences:
    """A reader's choices in `CHOICES`; by default, the first option of each."""

    language: str = "system"
    theme: str = "system"
    contrast: str = "system"
    deck: str = "house"
    suits: str = "two"
    index: str = "usual"
    board: str = "walnut"
    felt: str = "green"
    speed: str = "normal"
    onward: str = "hand"
    confirm: str = "off"
    cut: str = "off"
    sound: str = "on"
    keys: str = "on"
    words: str = "off"

    @classmethod
    def parse(cls, text: str) -> "Preferences":
        """Parse stored preferences; anything unknown counts as not chosen."""
        return cls.of(dict(parse_qsl(text)))

    @classmethod
    def of(cls, kept: dict[str, str]) -> "Preferences":
        """Preferences from names and values of any origin; anything unknown counts as not chosen."""
        return cls(
            **{name: value for name, value in kept.items() if name in CHOICES and value in CHOICES[name][1]}
        )

    @lru_cache(1000)  # noqa: B019 - what is equal to it has the same
    def attributes(self) -> SafeString:
        """The attributes of a page's root, by which sheets and scripts look and act."""
        named = [(name, value) for name, value in asdict(self).items() if name not in OTHERWISE]
        return format_html_join("", ' data-{}="{}"', named)

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
    return Preferences.parse(kept) if kept else preferences_of_browser(request)


def preferences_of_browser(request: HttpRequest) -> Preferences:
    """The preferences in a browser's cookies; anything unknown counts as not chosen."""
    kept = dict(parse_qsl(request.COOKIES.get(COOKIE, "")))
    kept |= {name: value for name, cookie in COOKIE_OF.items() if (value := request.COOKIES.get(cookie))}
    return Preferences.of(kept)


def save_preferences(request: HttpRequest, response: HttpResponse, choices: dict[str, str]) -> None:
    """Save choices for this browser, and for the account wherever it is used; all others stay as they are."""
    set_cookies(request, response, choices)
    player = request.user
    if isinstance(player, Player) and player.has_account:
        with transaction.atomic():
            kept = Player.objects.select_for_update().values_list("look", flat=True).get(pk=player.pk)
            before = Preferences.parse(kept) if kept else preferences_of_browser(request)
            Player.objects.filter(pk=player.pk).update(look=str(replace(before, **choices)) or "theme=system")


def remember_in_browser(request: HttpRequest, response: HttpResponse, preferences: Preferences) -> None:
    """Have this browser remember preferences that it does not have already."""
    has, wanted = asdict(preferences_of_browser(request)), asdict(preferences)
    new = {name: value for name, value in wanted.items() if value != has[name]}
    set_cookies(request, response, new | {"language": preferences.language})


def set_cookies(request: HttpRequest, response: HttpResponse, choices: dict[str, str]) -> None:
    """Have this browser remember choices."""
    for name, value in choices.items():
        response.set_cookie(
            COOKIE_OF[name],
            value,
            max_age=A_YEAR,
            samesite="Lax",
            secure=request.is_secure(),
            httponly=True,
        )


PLAYERS_ONLY = {"confirm", "cut", "words"}
SHOWN_AS_SWATCHES = {"board", "felt"}


@dataclass(frozen=True)
class Option:
    """One answer to a question."""

    value: str
    label: Any
    is_chosen: bool


@dataclass(frozen=True)
class Question:
    """One of `CHOICES`, for a form."""

    name: str
    label: Any
    options: list[Option]

    @property
    def has_swatches(self) -> bool:
        return self.name in SHOWN_AS_SWATCHES


@dataclass(frozen=True)
class Questions:
    """A form's questions with what is chosen; watchers of a table are asked what concerns them."""

    chosen: Preferences
    watching: bool = False

    def __iter__(self) -> Iterator[Question]:
        values = asdict(self.chosen)
        for name, (label, choices) in CHOICES.items():
            if not (self.watching and name in PLAYERS_ONLY):
                options = [Option(value, says, value == values[name]) for value, says in choices.items()]
                yield Question(name, label, options)


def check_choices(choices: dict[str, str]) -> None:
    """Refuse what is not in `CHOICES`."""
    for name, value in choices.items():
        if name not in CHOICES or value not in CHOICES[name][1]:
            raise Refusal("bad_request", gettext("There’s no such setting."))


@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """The page where visitors choose how the site looks and sounds, with or without an account."""
    if request.method != "POST":
        return render(
            request, "game/accounts/settings.html", {"questions": Questions(preferences_of(request))}
        )
    chosen = {name: request.POST.get(name, "") for name in CHOICES}
    try:
        check_choices(chosen)
    except Refusal as fault:
        messages.error(request, fault.says)
        return render(
            request,
            "game/accounts/settings.html",
            {"questions": Questions(Preferences.of(chosen))},
            status=400,
        )
    answer = redirect("settings")
    save_preferences(request, answer, chosen)
    messages.success(request, gettext("Saved."))
    return answer
