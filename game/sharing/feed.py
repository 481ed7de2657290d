"""RSS 2.0 feeds with the newest items first, for readers and other sites."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.translation import get_language

from common.http.etag import with_etag

CACHE_CONTROL = "public, max-age=600"
BEFORE_ALL_ITEMS = datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True, slots=True)
class FeedItem:
    """One item; `address` is a path of this site, and `mark` distinguishes two items for the same page."""

    title: str
    says: str
    address: str
    at: datetime
    mark: str = ""


class SteadyFeed(Rss201rev2Feed):
    """A feed whose text changes only with its items. Django gives a feed without items the present second."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else BEFORE_ALL_ITEMS


def feed_response(
    request: HttpRequest, title: str, says: str, page: str, items: Iterable[FeedItem]
) -> HttpResponse:
    """Return the feed of a page."""
    feed = SteadyFeed(
        title=title,
        link=request.build_absolute_uri(page),
        description=says,
        language=get_language(),
        feed_url=request.build_absolute_uri(request.path),
    )
    for item in items:
        address = request.build_absolute_uri(item.address)
        feed.add_item(
            title=item.title,
            link=address,
            description=item.says,
            pubdate=item.at,
            unique_id=f"{address}#{item.mark}" if item.mark else address,
        )
    text = feed.writeString("utf-8")
    headers = {"Cache-Control": CACHE_CONTROL}
    return with_etag(request, HttpResponse(text, content_type=feed.content_type, headers=headers))
