"""The feed of the throws of the day: the six cards of each, and nothing of what anybody threw."""

from datetime import UTC, datetime, time

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from game.throws.models import DailyThrow
from game.throws.voting import labels_of, today

MOST_DAYS = 30


@require_safe
def throws_feed(request: HttpRequest) -> HttpResponse:
    """The last days as RSS."""
    feed = Rss201rev2Feed(
        title=gettext("Every Other: throw of the day"),
        link=request.build_absolute_uri(reverse("todays_throw")),
        description=gettext("Six cards from a finished game, once a day. Which two do you throw?"),
        language=get_language(),
        feed_url=request.build_absolute_uri(),
    )
    for throw in DailyThrow.objects.filter(day__lte=today()).order_by("-day")[:MOST_DAYS]:
        address = request.build_absolute_uri(reverse("throw_of_day", args=[throw.day]))
        feed.add_item(
            title=gettext("Throw of %(day)s") % {"day": date_format(throw.day)},
            link=address,
            description=describe_throw(throw),
            pubdate=datetime.combine(throw.day, time(), UTC),
            unique_id=address,
        )
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)


def describe_throw(throw: DailyThrow) -> str:
    """The position in a sentence."""
    named = {
        "cards": " ".join(label.says for label in labels_of(throw)),
        "mine": throw.mine,
        "theirs": throw.theirs,
    }
    if throw.dealer:
        return gettext("You deal, it’s %(mine)s–%(theirs)s, and you hold %(cards)s.") % named
    return gettext("They deal, it’s %(mine)s–%(theirs)s, and you hold %(cards)s.") % named
