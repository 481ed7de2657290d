"""The admin's theme: its name, its colors (those of css/base/tokens.css), and its sidebar."""

from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from common.addresses import find_path
from cribbage_site import VERSION

ICON = "img/icon.svg"

PAPER = {
    "50": "#fbf7ee",
    "100": "#f4eee1",
    "200": "#e4d9c3",
    "300": "#d3c6ad",
    "400": "#b9ac98",
    "500": "#6f6454",
    "600": "#574d40",
    "700": "#453d32",
    "800": "#332d26",
    "900": "#1f1b17",
    "950": "#151210",
}
WOOD = {
    "50": "#fbf3e8",
    "100": "#f6e5cd",
    "200": "#ecd0a9",
    "300": "#e2b98c",
    "400": "#dda76f",
    "500": "#d9a066",
    "600": "#7b4420",
    "700": "#633516",
    "800": "#4d2a13",
    "900": "#3c2612",
    "950": "#221407",
}


def view_permission(model: str) -> Callable[[HttpRequest], bool]:
    """Return a check of whether a user may view the rows of a model."""
    app, name = model.split(".")
    return lambda request: request.user.has_perm(f"{app}.view_{name}")


def sidebar_item(title: Any, icon: str, model: str) -> dict[str, Any]:
    """Return a sidebar entry for a list, shown to users who may view it."""
    page = f"admin:{model.replace('.', '_')}_changelist"
    permission = view_permission(model)
    return {"title": title, "icon": icon, "page": page, "link": reverse_lazy(page), "permission": permission}


def site_subheader(request: HttpRequest) -> str:
    """Return the line under the site's name. Logged-in users see the version."""
    name = str(_("Host’s dashboard"))
    return f"{name} · {VERSION}" if getattr(request.user, "is_staff", False) else name


def sidebar_group(title: Any, *items: dict[str, Any]) -> dict[str, Any]:
    """Return a group of the sidebar, below a line."""
    return {"title": title, "separator": True, "items": items}


NAVIGATION: list[dict[str, Any]] = [
    {
        "items": [
            {
                "title": _("Dashboard"),
                "icon": "monitoring",
                "page": "admin:index",
                "link": reverse_lazy("admin:index"),
            },
        ],
    },
    sidebar_group(
        _("Waiting for you"),
        sidebar_item(_("Deal reports"), "balance", "rng.doubt"),
        sidebar_item(_("Reports"), "flag", "game.report"),
        sidebar_item(_("Appeals"), "gavel", "game.appeal"),
        sidebar_item(_("Signs in events"), "troubleshoot", "signs.sign"),
        sidebar_item(_("Daily games played alike"), "content_copy", "daily.dailyentry"),
        sidebar_item(_("Reports of clubs"), "flag", "clubs.clubreport"),
        sidebar_item(_("Reports of games over the board"), "flag", "board_games.boardreport"),
        sidebar_item(_("Engines of players"), "smart_toy", "engines.remoteengine"),
    ),
    sidebar_group(
        _("Site"),
        sidebar_item(_("Players"), "group", "game.player"),
        sidebar_item(_("Games"), "playing_cards", "game.game"),
        sidebar_item(_("Game requests"), "person_search", "game.seek"),
        sidebar_item(_("Chat"), "chat", "game.chat"),
        sidebar_item(_("Decisions"), "policy", "game.ruling"),
        sidebar_item(_("Shared games over the board"), "edit_note", "board_games.boardgame"),
        sidebar_item(_("Clubs"), "groups", "clubs.club"),
        sidebar_item(_("Decisions about clubs"), "policy", "clubs.clubruling"),
        sidebar_item(_("Decisions about engines"), "policy", "engines.enginedecision"),
        sidebar_item(_("Apps of players"), "apps", "oauth2_provider.application"),
        sidebar_item(_("Decisions about apps"), "policy", "oauth.appdecision"),
    ),
    sidebar_group(
        _("Events"),
        sidebar_item(_("Events"), "event", "events.event"),
        sidebar_item(_("Tables of events"), "table_bar", "events.pairing"),
        sidebar_item(_("Suspensions"), "event_busy", "events.suspension"),
        sidebar_item(_("Invitations to duels"), "swords", "events.dueloffer"),
        sidebar_item(_("Seasons"), "calendar_month", "seasons.season"),
        sidebar_item(_("What was done"), "policy", "events.eventaction"),
    ),
    sidebar_group(
        _("Ladder"),
        sidebar_item(_("Rating changes"), "trending_up", "ranking.change"),
        sidebar_item(_("Points of engines"), "push_pin", "ranking.pin"),
        sidebar_item(_("Bots of players"), "smart_toy", "bot_accounts.botaccount"),
        sidebar_item(_("Titles"), "military_tech", "strength.title"),
    ),
    sidebar_group(
        _("Shuffle"),
        sidebar_item(_("Deals"), "playing_cards", "rng.deal"),
        sidebar_item(_("Shuffle monitor"), "visibility", "rng.watch"),
        sidebar_item(_("Unrevealed games"), "visibility_off", "rng.unshown"),
    ),
    sidebar_group(_("Permissions"), sidebar_item(_("Groups"), "key", "auth.group")),
]


def find_navigation() -> Iterator[dict[str, Any]]:
    """Yield the groups of the sidebar, without pages of the wings that this site leaves out."""
    for group in NAVIGATION:
        if items := [item for item in group["items"] if find_path(item["page"])]:
            yield {**group, "items": items}


UNFOLD = {
    "SITE_TITLE": "Every Other",
    "SITE_HEADER": "Every Other",
    "SITE_SUBHEADER": lambda request: site_subheader(request),
    "SITE_ICON": lambda request: static(ICON),
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda request: static(ICON)}],
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "BORDER_RADIUS": "8px",
    "STYLES": [lambda request: static("css/admin.css")],
    "SCRIPTS": [lambda request: static("js/cribbage_site/dashboard.js")],
    "COLORS": {"base": PAPER, "primary": WOOD},
    "SIDEBAR": {
        "navigation": lambda request: [*find_navigation()],
    },
}
