"""Metadata of pages for messengers, social networks and search engines."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.lobby.display.settings_text import describe_invitation
from game.lobby.matchmaking import settings_of
from game.models import Game, Seek

# The pages that search engines list, by URL name, each with its title and description.
LISTED_PAGES = {
    "front": (
        _("Play cribbage online"),
        _("Free cribbage in your browser against bots, people or a friend. You can check every deal."),
    ),
    "learn": (_("Learn cribbage"), _("Learn cribbage by playing it, step by step, in a quarter of an hour.")),
    "rules": (
        _("The rules of cribbage"),
        _("The rules of cribbage with pictures: the deal, the crib, pegging, the show and every score."),
    ),
    "ladder": (_("The cribbage ladder"), _("The Top 50 of this site, by points won in rated games.")),
    "ladder_rules": (_("Rules of the ladder"), _("How rated games change your points, and how levels work.")),
    "ladder_bots": (
        _("The ladder of bots"),
        _(
            "Bots that players have written, ranked by points from games against people, other bots "
            "and the house."
        ),
    ),
    "events": (
        _("Cribbage events"),
        _(
            "Timed events of many short games, each against the next free player. See the next event "
            "and join it."
        ),
    ),
    "daily": (
        _("The daily cribbage game"),
        _("Once a day, all players get the same cards against the same bot."),
    ),
    "todays_throw": (
        _("Discard of the day"),
        _("Six cards from a finished game, once a day. Which two do you discard?"),
    ),
    "improve": (
        _("Play better cribbage"),
        _("Lessons, rules, a discard lab, and exercises made of your own mistakes."),
    ),
    "clubs": (_("Cribbage clubs"), _("Clubs of players, with their own events and seasons.")),
    "event_rules": (_("Rules of events"), _("How events pair players, and how many points a win earns.")),
    "lab": (_("Discard lab"), _("Enter six cards, and see what each of the fifteen discards is worth.")),
    "fairness": (_("Fairness"), _("How cards are dealt here, and how you can check every deal yourself.")),
    "fairness_lab": (
        _("Shuffling lab"),
        _("See how a shuffle goes wrong, how tests detect that, and how an attacker breaks it."),
    ),
    "verify": (_("Check a game"), _("Check the deals of a saved game, in your browser or offline.")),
    "log": (
        _("The public log"),
        _("The start and the end of every game, in a log that can’t be changed unnoticed."),
    ),
    "data": (
        _("Games to download"),
        _("The rated games of every month, without names, for anyone to work with."),
    ),
    "privacy": (_("Privacy"), _("What this site stores about you, and for how long.")),
}


@dataclass(frozen=True, slots=True)
class Sharing:
    """A link's title, sentence and picture URL, and whether search engines list it."""

    title: str
    description: str
    picture: str
    is_listed: bool = False
    query: str = ""  # of the page's own URL, if it selects the content


def sharing_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context variable `sharing` for pages without their own."""
    return {"sharing": SimpleLazyObject(lambda: share_page(request))}


def share_page(request: HttpRequest) -> Sharing:
    """Return the metadata of a static page. Other pages get the site's own text and are not listed."""
    name = request.resolver_match.url_name if request.resolver_match else ""
    title, description = LISTED_PAGES.get(name or "", LISTED_PAGES["front"])
    return Sharing(str(title), str(description), reverse("site_picture"), is_listed=name in LISTED_PAGES)


def share_invitation(seek: Seek) -> Sharing:
    """Return the metadata of an invitation."""
    title = gettext("%(name)s wants to play you at cribbage") % {"name": seek.player.shown_name}
    description = " ".join(describe_invitation(settings_of(seek), seek.player.shown_name))
    return Sharing(title, description, reverse("invitation_picture", args=[seek.code]))


def share_table(players: str) -> Sharing:
    """Return the metadata of a table: its players, and nothing about the game."""
    says = gettext("A game of cribbage. Watch it while it is played, or look at every move once it is over.")
    return Sharing(players, says, reverse("site_picture"))


def share_game(game: Game, place: str = "") -> Sharing:
    """Return the metadata of a finished game: its result and replay, or the position at a place."""
    asked = {"ply": place} if place else {}
    return Sharing(
        describe_result(game),
        gettext("Look at this move, and at the whole game.")
        if place
        else gettext("Watch the whole game, move by move."),
        reverse("game_picture", args=[game.pk], query=asked),
        query=f"?{urlencode(asked)}" if place else "",
    )


def describe_result(game: Game) -> str:
    """Return a game's players and points: "Ann 121 – 97 Bob"."""
    return describe_points((game.seat_a.shown_name, game.seat_b.shown_name), (game.score_a, game.score_b))


def describe_points(names: tuple[str, str], points: tuple[int, int]) -> str:
    """Return two players and their points: "Ann 121 – 97 Bob"."""
    return gettext("%(a)s %(a_points)s – %(b_points)s %(b)s") % {
        "a": names[0],
        "a_points": points[0],
        "b": names[1],
        "b_points": points[1],
    }
