"""Reports of clubs to the host."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.models import Player
from people.clubs.lookup import lock_player
from people.clubs.models import Club, ClubReport

MAX_REPORTS_A_DAY = 5
MAX_WHY: int = ClubReport._meta.get_field("why").max_length  # type: ignore[assignment]


@transaction.atomic
def report(*, player: Player, club: Club, why: str) -> None:
    """Report a club's name or description to the host. A repeated report is listed once."""
    why = " ".join(why.split())[:MAX_WHY]
    if not why.isprintable():
        raise Refusal("bad_request", gettext("These words have characters that can’t be displayed."))
    reporter = lock_player(player)
    own = ClubReport.objects.filter(by=reporter)
    if own.filter(club=club, ruling=None).exists():
        return
    if own.filter(at__gt=clock.now() - timedelta(days=1)).count() >= MAX_REPORTS_A_DAY:
        raise Refusal(
            "too_many", gettext("You’ve sent many reports today. The host will look at those first.")
        )
    ClubReport.objects.create(club=club, by=reporter, why=why, at=clock.now())
