"""The RSS feed of the dumps: one entry per month."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from game.sharing.feed import FeedItem, feed_response
from programs.dumps.folder import Dump, load_dumps

MOST_MONTHS = 24


@require_safe
def dumps_feed(request: HttpRequest) -> HttpResponse:
    """Return the latest months as RSS."""
    return feed_response(
        request,
        gettext("Every Other: games to download"),
        gettext("The rated games of every month, without names, for anyone to work with."),
        reverse("data"),
        map(_item, load_dumps()[:MOST_MONTHS]),
    )


def _item(dump: Dump) -> FeedItem:
    return FeedItem(
        gettext("Games of %(month)s") % {"month": date_format(dump.month, "YEAR_MONTH_FORMAT")},
        ngettext("%(n)s rated game", "%(n)s rated games", dump.games) % {"n": dump.games},
        f"{reverse('data')}#{dump.month:%Y-%m}",
        datetime.fromtimestamp(dump.made_at, UTC),
    )
