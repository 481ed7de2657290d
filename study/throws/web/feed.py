"""The feed of the discards of the day: the six cards of each, without any vote."""

from datetime import UTC, datetime, time

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from game.sharing.feed import FeedItem, feed_response
from study.throws.models import DailyThrow
from study.throws.voting import labels_of, today

MOST_DAYS = 30


@require_safe
def throws_feed(request: HttpRequest) -> HttpResponse:
    """Return the last days as RSS."""
    days = DailyThrow.objects.filter(day__lte=today()).order_by("-day")[:MOST_DAYS]
    return feed_response(
        request,
        gettext("Every Other: discard of the day"),
        gettext("Six cards from a finished game, once a day. Which two do you discard?"),
        reverse("todays_throw"),
        [_item(throw) for throw in days],
    )


def _item(throw: DailyThrow) -> FeedItem:
    return FeedItem(
        title_of(throw),
        describe_throw(throw),
        reverse("throw_of_day", args=[throw.day]),
        datetime.combine(throw.day, time(), UTC),
    )


def title_of(throw: DailyThrow) -> str:
    return gettext("Discard of %(day)s") % {"day": date_format(throw.day)}


def describe_throw(throw: DailyThrow) -> str:
    """Return a sentence with the position."""
    named = {
        "cards": " ".join(label.says for label in labels_of(throw)),
        "mine": throw.mine,
        "theirs": throw.theirs,
    }
    if throw.dealer:
        return gettext("You deal, it’s %(mine)s–%(theirs)s, and you hold %(cards)s.") % named
    return gettext("They deal, it’s %(mine)s–%(theirs)s, and you hold %(cards)s.") % named
