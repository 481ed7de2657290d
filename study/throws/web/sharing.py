"""The social preview of a discard of the day: its six cards, without any vote."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from game.sharing.drawing import picture_response
from game.sharing.page import Sharing
from game.sharing.picture import Picture
from study.throws.models import DailyThrow
from study.throws.voting import load_throw
from study.throws.web.feed import describe_throw, title_of


def share_throw(throw: DailyThrow) -> Sharing:
    """Return the preview of a discard of the day."""
    picture = reverse("throw_picture", args=[throw.day])
    return Sharing(title_of(throw), describe_throw(throw), picture, is_listed=True)


@require_safe
async def throw_picture(request: HttpRequest, day: date) -> HttpResponse:
    """Return the picture of a day's discard."""

    def load() -> Picture:
        throw = load_throw(day)
        if throw is None:
            raise Http404(gettext("There’s no discard for this day."))
        return illustrate_throw(throw)

    return await picture_response(request, load)


def illustrate_throw(throw: DailyThrow) -> Picture:
    """Return a picture with the six cards and both scores."""
    role = (
        gettext("You deal: the crib is yours") if throw.dealer else gettext("They deal: the crib is theirs")
    )
    lines = (gettext("Which two do you discard?"), role)
    return Picture(title_of(throw), lines, tuple(throw.six), (throw.mine, throw.theirs))
