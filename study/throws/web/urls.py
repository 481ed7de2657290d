"""The URLs of the discard of the day."""

from datetime import date

from django.urls import URLPattern, path, register_converter
from django.views.generic import RedirectView

from study.throws.web import calls, feed, pages
from study.throws.web.sharing import throw_picture


class DayConverter:
    """A day in URLs: 2026-11-26."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, text: str) -> date:
        return date.fromisoformat(text)

    def to_url(self, day: date) -> str:
        return day.isoformat()


class MonthConverter:
    """A month in URLs, 2026-11, as its first day."""

    regex = r"[0-9]{4}-[0-9]{2}"

    def to_python(self, text: str) -> date:
        return date.fromisoformat(f"{text}-01")

    def to_url(self, day: date) -> str:
        return day.strftime("%Y-%m")


register_converter(DayConverter, "day")
register_converter(MonthConverter, "month")

urlpatterns: list[URLPattern] = [
    path("throw", pages.todays_throw, name="todays_throw"),
    path("throw/<day:day>", pages.throw_of_day, name="throw_of_day"),
    path("throw/<day:day>/picture.png", throw_picture, name="throw_picture"),
    path("throws", RedirectView.as_view(pattern_name="daily", permanent=True)),
    path("throws/<month:month>", pages.throws, name="throws_of_month"),
    path("throws/feed.xml", feed.throws_feed, name="throws_feed"),
    path("api/throws/<day:day>", calls.throw_call, name="throw_call"),
]
