"""The social previews of the daily game, without anything of a day that is still open."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from game.sharing.drawing import picture_response
from game.sharing.page import Sharing
from game.sharing.picture import Picture
from study.daily.models import Daily
from study.daily.scoring import signed
from study.daily.standings import load_order
from study.daily.web.calls import find_closed
from study.daily.web.same_for_all import load_six


def share_day(daily: Daily) -> Sharing:
    """Return the preview of a day that is over."""
    picture = reverse("daily_picture", args=[daily.day.isoformat()])
    return Sharing(title_of(daily), " ".join(describe_day(daily)), picture, is_listed=True)


def title_of(daily: Daily) -> str:
    return gettext("Daily game of %(day)s") % {"day": date_format(daily.day)}


def describe_day(daily: Daily) -> tuple[str, ...]:
    """Return the best players and par of a day."""
    lines: tuple[str, ...] = (gettext("All players get the same cards, once a day."),)
    if daily.par is not None:
        lines = (gettext("Par was %(par)s.") % {"par": signed(daily.par, 1)},)
    order = load_order(daily)
    if order:
        best = {"name": order[0].name, "margin": signed(order[0].margin)}
        lines = (gettext("%(name)s won the day, with %(margin)s.") % best, *lines)
    return lines


@require_safe
async def daily_picture(request: HttpRequest, day: str) -> HttpResponse:
    """Return the picture of a day that is over: the first six cards, and the result of the day."""

    def load() -> Picture:
        daily = find_closed(day)
        if daily is None:
            raise Http404(gettext("There was no daily game that day, or it isn’t over yet."))
        return Picture(title_of(daily), describe_day(daily), load_six(daily.deck_set_id, 1))

    return await picture_response(request, load)
