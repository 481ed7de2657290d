"""The feed of the dumps: a month at a time."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_safe

from game.dumps.folder import load_dumps

MOST_MONTHS = 24


@require_safe
def dumps_feed(request: HttpRequest) -> HttpResponse:
    """The latest months as RSS."""
    page = request.build_absolute_uri(reverse("data"))
    feed = Rss201rev2Feed(
        title=gettext("Every Other: games to download"),
        link=page,
        description=gettext("The rated games of every month, without names, for anyone to work with."),
        language=get_language(),
        feed_url=request.build_absolute_uri(),
    )
    for dump in load_dumps()[:MOST_MONTHS]:
        feed.add_item(
            title=gettext("Games of %(month)s") % {"month": date_format(dump.month, "YEAR_MONTH_FORMAT")},
            link=f"{page}#{dump.month:%Y-%m}",
            description=ngettext("%(n)s rated game", "%(n)s rated games", dump.games) % {"n": dump.games},
            pubdate=datetime.fromtimestamp(dump.made_at, UTC),
            unique_id=request.build_absolute_uri(reverse("data_file", args=[dump.sums_name])),
        )
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)
