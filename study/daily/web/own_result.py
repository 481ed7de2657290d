"""A player's own result of a day to share, as text and as a picture. It shows no card."""

from functools import lru_cache
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from game.models import Game
from game.sharing.drawing import picture_response
from game.sharing.picture import Picture
from study.daily.field import leads_by_deal
from study.daily.models import Daily
from study.daily.playing import find_today, load_decks
from study.daily.scoring import Peg, pegs_of, signed
from study.daily.standings import own_result
from study.daily.web.calls import find_closed
from study.daily.web.sharing import title_of

COLORED = {Peg.AHEAD: "🟢", Peg.LEVEL: "🟡", Peg.BEHIND: "🔴"}
GAMES_KEPT = 1024
# Only for the player who asked: the address is the same for all.
CACHE_CONTROL = "private, max-age=600"


class OwnShare(NamedTuple):
    """A finished daily as its player can share it."""

    title: str
    score: str
    pegs: tuple[Peg, ...]
    address: str
    picture: str

    @property
    def text(self) -> str:
        pegs = "".join(COLORED[peg] for peg in self.pegs)
        return "\n".join((f"Every Other · {self.title}", self.score, pegs, self.address))

    @property
    def signs(self) -> str:
        return " ".join(self.pegs)


def find_share(request: HttpRequest, daily: Daily) -> OwnShare | None:
    """Return the visitor's result of a day with par of each deal, once they have completed its game."""
    own = own_result(daily, request.user)
    if own is None or own.score is None or daily.par_leads is None:
        return None
    day = daily.day.isoformat()
    return OwnShare(
        title_of(daily),
        gettext("%(score)s against par") % {"score": signed(own.score, 1)},
        load_pegs(own.game, daily.deck_set_id, tuple(daily.par_leads)),
        request.build_absolute_uri(reverse("daily_of_day", args=[day])),
        reverse("own_daily_picture", args=[day]),
    )


@lru_cache(GAMES_KEPT)
def load_pegs(game_id: str, decks: str, par_leads: tuple[float, ...]) -> tuple[Peg, ...]:
    """Return the pegs of a finished game, which never change."""
    transcript = Game.objects.values_list("transcript", flat=True).get(pk=game_id)
    return pegs_of(leads_by_deal(load_decks(decks), transcript), par_leads)


@require_safe
async def own_picture(request: HttpRequest, day: str) -> HttpResponse:
    """Return the picture of the visitor's own result."""

    def load() -> Picture:
        today = find_today()
        daily = today if today is not None and today.day.isoformat() == day else find_closed(day)
        share = None if daily is None else find_share(request, daily)
        if share is None:
            raise Http404(gettext("You have no result of that day."))
        return Picture(share.title, (share.score,), pegs=tuple(share.pegs))

    return await picture_response(request, load, CACHE_CONTROL)
