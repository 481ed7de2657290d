"""How pages look and sound: set on /settings or at the table, stored in cookies and with the account.

Each choice has its own cookie, so that no choice is lost if responses arrive in another order than their
requests.
"""

from collections.abc import Callable, Iterator
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
from game.models import Game, Player
from game.runtime.pubsub import publish_on_commit

COOKIE = "look"  # of each choice, such as look-theme; alone, the old cookie that held all of them
A_YEAR = 365 * 24 * 60 * 60

CHOICES: dict[str, tuple[Any, dict[str, Any]]] = {
    "language": (_("Language"), {"system": _("System"), **dict(settings.LANGUAGES)}),
    "theme": (_("Colours"), {"system": _("System"), "light": _("Light"), "dark": _("Dark")}),
    "contrast": (_("Contrast"), {"system": _("System"), "more": _("More")}),
    "deck": (_("Deck"), {"house": _("House"), "plain": _("Plain")}),
    "suits": (_("Suits"), {"two": _("Two colours"), "four": _("Four colours")}),
    "index": (_("Card numbers"), {"usual": _("Normal"), "large": _("Large")}),
    "board": (_("Board"), {"walnut": _("Walnut"), "maple": _("Maple"), "slate": _("Slate")}),
    "pegs": (_("Peg shape"), {"round": _("Round")}),
    "back": (_("Card back"), {"lozenges": _("Lozenges")}),
    "felt": (_("Felt"), {"green": _("Green"), "blue": _("Blue"), "red": _("Red"), "grey": _("Grey")}),
    "speed": (
        _("Speed of cards and pegs"),
        {"normal": _("Normal"), "slow": _("Slow"), "fast": _("Fast"), "none": _("None")},
    ),
    "onward": (
        _("After a count"),
        {
            "bots": _("Continue by itself against bots"),
            "auto": _("Continue by itself"),
            "hand": _("Wait for Continue"),
        },
    ),
    "go": (_("If no card fits"), {"auto": _("Say Go by itself"), "hand": _("Wait for Go")}),
    "confirm": (_("Confirm a card before playing it"), {"off": _("Off"), "on": _("On")}),
    "cut": (_("Cut the deck as pone"), {"off": _("Off"), "on": _("On")}),
    "sound": (_("Sounds"), {"on": _("On"), "off": _("Off")}),
    "keys": (_("Keyboard shortcuts"), {"on": _("On"), "off": _("Off")}),
    "words": (_("Add my own randomness"), {"off": _("Off"), "on": _("On")}),
}
# The cookie of each choice; sockets read the language from theirs.
COOKIE_OF = {name: f"{COOKIE}-{name}" for name in CHOICES} | {"language": settings.LANGUAGE_COOKIE_NAME}
# Choices that are not attributes of a page's root.
OTHERWISE = {"language", "contrast"}


@dataclass(frozen=True)
class Prize:
    """The terms on which an account earns an option, and whether the player with this id meets them."""

    terms: Any
    is_earned: Callable[[int], bool]


# The options that have to be earned, by setting and value. Others see them at the table.
PRIZES: dict[tuple[str, str], Prize] = {}


def add_prize(setting: str, value: str, label: Any, prize: Prize) -> None:
    """Add an option that has to be earned. Apps call it in `ready`."""
    CHOICES[setting][1][value] = label
    PRIZES[setting, value] = prize


def load_earned(visitor: Any) -> frozenset[tuple[str, str]]:
    """Return the prizes that a visitor has earned."""
    if not (isinstance(visitor, Player) and visitor.has_account):
        return frozenset()
    return frozenset(key for key, prize in PRIZES.items() if prize.is_earned(visitor.pk))


def shown_prizes(look: str) -> tuple[tuple[str, str], ...]:
    """Return the prizes in an account's stored preferences."""
    return tuple(choice for choice in parse_qsl(look) if choice in PRIZES)


@dataclass(frozen=True)
class Preferences:
    """A visitor's choices in `CHOICES`; by default, the first option of each."""

    language: str = "system"
    theme: str = "system"
    contrast: str = "system"
    deck: str = "house"
    suits: str = "two"
    index: str = "usual"
    board: str = "walnut"
    pegs: str = "round"
    back: str = "lozenges"
    felt: str = "green"
    speed: str = "normal"
    onward: str = "bots"
    go: str = "auto"
    confirm: str = "off"
    cut: str = "off"
    sound: str = "on"
    keys: str = "on"
    words: str = "off"

    @classmethod
    def parse(cls, text: str) -> "Preferences":
        """Parse stored preferences. Unknown values count as not chosen."""
        return cls.of(dict(parse_qsl(text)))

    @classmethod
    def of(cls, kept: dict[str, str]) -> "Preferences":
        """Return preferences from names and values of any origin. Unknown values count as not chosen."""
        return cls(
            **{name: value for name, value in kept.items() if name in CHOICES and value in CHOICES[name][1]}
        )

    @lru_cache(1000)  # noqa: B019 - what is equal to it has the same
    def attributes(self) -> SafeString:
        """The attributes of a page's root, which style sheets and scripts read."""
        named = [(name, value) for name, value in asdict(self).items() if name not in OTHERWISE]
        return format_html_join("", ' data-{}="{}"', named)

    @lru_cache(1000)  # noqa: B019 - what is equal to it has the same
    def has_prizes(self) -> bool:
        return not PRIZES.keys().isdisjoint(asdict(self).items())

    def __str__(self) -> str:
        usual = asdict(Preferences())
        return urlencode({name: value for name, value in asdict(self).items() if value != usual[name]})


def preferences_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context variable `preferences`.

    Pages are styled from their first byte, so nothing flashes.
    """
    return {"preferences": SimpleLazyObject(lambda: preferences_of(request))}


def preferences_of(request: HttpRequest) -> Preferences:
    """Return the account's preferences, or for other visitors those of this browser."""
    player = getattr(request, "user", None)
    kept = player.look if isinstance(player, Player) and player.has_account else ""
    return Preferences.parse(kept) if kept else preferences_of_browser(request)


def preferences_of_browser(request: HttpRequest) -> Preferences:
    """Return the preferences in a browser's cookies. Unknown values and prizes count as not chosen."""
    kept = dict(parse_qsl(request.COOKIES.get(COOKIE, "")))
    kept |= {name: value for name, cookie in COOKIE_OF.items() if (value := request.COOKIES.get(cookie))}
    return Preferences.of(dict(kept.items() - PRIZES.keys()))


def save_preferences(request: HttpRequest, response: HttpResponse, choices: dict[str, str]) -> None:
    """Save choices for this browser and for the account. All other choices stay."""
    set_cookies(request, response, choices)
    player = request.user
    if isinstance(player, Player) and player.has_account:
        with transaction.atomic():
            kept = Player.objects.select_for_update().values_list("look", flat=True).get(pk=player.pk)
            before = Preferences.parse(kept) if kept else preferences_of_browser(request)
            look = str(replace(before, **choices)) or "theme=system"
            Player.objects.filter(pk=player.pk).update(look=look)
            if shown_prizes(look) != shown_prizes(kept):
                for game in Game.objects.with_player(player).unfinished().values_list("pk", flat=True):
                    publish_on_commit("row", game)


def remember_in_browser(request: HttpRequest, response: HttpResponse, preferences: Preferences) -> None:
    """Store preferences in this browser if it does not have them."""
    has, wanted = asdict(preferences_of_browser(request)), asdict(preferences)
    new = {name: value for name, value in wanted.items() if value != has[name]}
    set_cookies(request, response, new | {"language": preferences.language})


def set_cookies(request: HttpRequest, response: HttpResponse, choices: dict[str, str]) -> None:
    """Store choices in this browser."""
    for name, value in choices.items():
        response.set_cookie(
            COOKIE_OF[name],
            value,
            max_age=A_YEAR,
            samesite="Lax",
            secure=request.is_secure(),
            httponly=True,
        )


PLAYERS_ONLY = {"go", "confirm", "cut", "words"}
SHOWN_AS_SWATCHES = {"board", "felt"}


@dataclass(frozen=True)
class Option:
    """One answer to a question."""

    value: str
    label: Any
    is_chosen: bool
    still_to_do: Any = ""  # before the visitor may choose it


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
    """A form's questions with the current choices. Spectators of a table get those that concern them.

    Prizes are only offered where the earned ones are given, and where one is chosen.
    """

    chosen: Preferences
    watching: bool = False
    earned: frozenset[tuple[str, str]] | None = None

    def __iter__(self) -> Iterator[Question]:
        values = asdict(self.chosen)
        for name, (label, choices) in CHOICES.items():
            if self.watching and name in PLAYERS_ONLY:
                continue
            chosen, options = values[name], []
            for value, says in choices.items():
                prize = None if value == chosen else PRIZES.get((name, value))
                if prize is None or self.earned is not None:
                    terms = prize.terms if prize and (name, value) not in (self.earned or ()) else ""
                    options.append(Option(value, says, value == chosen, terms))
            if len(options) > 1:
                yield Question(name, label, options)


def check_choices(request: HttpRequest, choices: dict[str, str]) -> None:
    """Refuse values that are not in `CHOICES`, and new prizes that the visitor has not earned."""
    for name, value in choices.items():
        if name not in CHOICES or value not in CHOICES[name][1]:
            raise Refusal("bad_request", gettext("There’s no such setting."))
    if new := PRIZES.keys() & choices.items() - asdict(preferences_of(request)).items():
        for name, value in sorted(new - load_earned(request.user)):
            terms = PRIZES[name, value].terms
            raise Refusal("not_yours", gettext("You haven’t earned that yet. %(terms)s") % {"terms": terms})


@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the page where visitors set how the site looks and sounds, with or without an account."""
    questions, status = Questions(preferences_of(request), earned=load_earned(request.user)), 200
    if request.method == "POST":
        chosen = {question.name: request.POST.get(question.name, "") for question in questions}
        try:
            check_choices(request, chosen)
            answer = redirect("settings")
            save_preferences(request, answer, chosen)
            messages.success(request, gettext("Saved."))
            return answer
        except Refusal as fault:
            messages.error(request, fault.says)
            questions, status = replace(questions, chosen=Preferences.of(chosen)), 400
    return render(request, "game/accounts/settings.html", {"questions": questions}, status=status)
