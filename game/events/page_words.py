"""What an event's page says where its script does not: the same as `static/js/events/model.js`."""

from typing import Any

from django.utils.translation import gettext

from game.table.wire import Json

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000


def read_clock(event: Json, now: int) -> dict[str, str]:
    """What an event's clock counts down to, and how long that is."""
    match event["state"]:
        case "void":
            return _clock(gettext("This event is void"))
        case "over":
            return _clock(gettext("This event is over"))
        case _ if event["paused"]:
            return _clock(gettext("Paused by the host"))
        case "closed":
            return _clock(gettext("The last games end within"), event["ends"] - now)
        case "announced" if now < event["starts"]:
            return _clock(gettext("Starts in"), event["starts"] - now)
        case "announced":
            return _clock(gettext("Starting…"))
    return _clock(gettext("New games for"), event["closes"] - now)


def _clock(says: str, left: int | None = None) -> dict[str, str]:
    return {"says": says, "left": "" if left is None else describe_span(max(0, left))}


def describe_span(ms: int) -> str:
    """How long it is, in minutes, or in hours and minutes, or in days."""
    if ms >= 2 * DAY_MS:
        return gettext("%(n)s days") % {"n": ms // DAY_MS}
    minutes = -(-ms // MINUTE_MS)
    if minutes < 60:
        return gettext("%(n)s min") % {"n": minutes}
    return gettext("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}


def describe_ending(game: Json) -> str:
    """How a game ended for the player whose card it is on."""
    won, ending = game["won"], game["ending"]
    if ending == "played":
        if won:
            return gettext("won, a skunk") if game["points"] > 2 else gettext("won")
        return gettext("lost")
    return _UNUSUAL[ending, won]() if (ending, won) in _UNUSUAL else gettext("doesn’t count")


_UNUSUAL: dict[tuple[str, bool | None], Any] = {
    ("", None): lambda: gettext("being played"),
    ("no_show", None): lambda: gettext("no one came"),
    ("no_show", True): lambda: gettext("they didn’t come"),
    ("no_show", False): lambda: gettext("you didn’t come"),
    ("given_up", True): lambda: gettext("they gave up"),
    ("given_up", False): lambda: gettext("you gave up"),
}


def signed(n: int) -> str:
    """A number with its sign, as one writes it."""
    return f"+{n}" if n > 0 else str(n).replace("-", "−")
