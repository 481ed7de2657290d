"""The trophy and the prizes of a season."""

from collections.abc import Iterator

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.database.compiled_query import CompiledModelQuery
from tournaments.events.show.trophies import Trophy
from tournaments.seasons.addresses import season_url
from tournaments.seasons.models import Season


def load_championships(player_id: int) -> Iterator[Trophy]:
    """Yield the seasons that a player has won."""
    for season in _won.fetch_all(player_id):
        yield Trophy(_("Champion"), title_of(season), season_url(season), season.decided_at or season.ends_at)


_won = CompiledModelQuery(
    Season, lambda player: Season.objects.filter(champion=player), -1, related=("club",)
)


def has_won_season(player_id: int) -> bool:
    return Season.objects.filter(champion=player_id, club=None).exists()


def has_won_club_season(player_id: int) -> bool:
    return Season.objects.filter(champion=player_id, club__isnull=False).exists()


def title_of(season: Season) -> str:
    """Return the name of a season for a page that does not name its club."""
    if season.club is None:
        return gettext("Season %(n)s") % {"n": season.number}
    return gettext("Season %(n)s of %(club)s") % {"n": season.number, "club": season.club.name}
