"""The preview of a link to a player's page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.refusal import Refusal
from cribbage_site.pages.profile import build_profile
from game.accounts.blocks import load_player_by_name
from game.models import Player
from game.sharing.drawing import picture_response
from game.sharing.illustrate import BEST_HAND
from game.sharing.page import Sharing
from game.sharing.picture import Picture
from ranking.leaderboard import TOP


def share_profile(player: Player, rank: int | None = None) -> Sharing:
    """Return a player's preview. Search engines list the best players who show their profiles."""
    return Sharing(
        gettext("%(name)s plays cribbage") % {"name": player.shown_name},
        gettext("Points, games and averages of %(name)s.") % {"name": player.shown_name},
        reverse("profile_picture", args=[player.username]),
        is_listed=rank is not None and rank <= TOP and not player.is_private,
    )


@require_safe
async def profile_picture(request: HttpRequest, name: str) -> HttpResponse:
    """Return the preview picture of a player's page."""

    def load() -> Picture:
        try:
            player = load_player_by_name(name)
        except Refusal as fault:
            raise Http404(fault.says) from None
        return Picture(player.shown_name, describe_player(player), BEST_HAND)

    return await picture_response(request, load)


def describe_player(player: Player) -> tuple[str, ...]:
    """Return a player's points and level among people, and their games, as far as these are public."""
    profile = build_profile(player, viewer=None)
    lines = [
        gettext("%(points)s points · Level %(level)s") % {"points": place.points, "level": place.level.number}
        for place in profile.places[:1]
    ]
    if profile.details and (played := profile.details.record.all.played):
        won = profile.details.record.all.won
        lines.append(gettext("%(won)s of %(played)s games won") % {"won": won, "played": played})
    return tuple(lines)
