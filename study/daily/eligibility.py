"""Which tries at a daily are ranked: those of accounts that cannot have seen its cards before.

A guest costs nothing, and neither does an account that is made for the purpose. Such a try is not ranked, and
it may be a scout's. So neither is the try of an account in the same browser or network that it may serve.
"""

from collections.abc import Iterable
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from game.accounts.places import find_at_places, note_at_places
from game.models import Player
from study.daily.models import DailyEntry

Unranked = DailyEntry.Unranked

# Their players lose nothing by looking at the cards.
SCOUTS = (Unranked.GUEST, Unranked.YOUNG)

SAYS: dict[str, Promise] = {
    Unranked.GUEST: _(
        "Guests may play, and aren’t ranked. Accounts are ranked from the day after they sign up."
    ),
    Unranked.YOUNG: _(
        "Your account is younger than this day, so this game isn’t ranked. The next day’s will be."
    ),
    Unranked.SCOUTED: _(
        "A guest or a new account began this day’s game in your browser or your network before you had "
        "finished yours, so your game isn’t ranked."
    ),
}


def find_reason(player: object, opened_at: datetime) -> str:
    """Return why a day that opened then does not rank this player; empty where it does."""
    if not isinstance(player, Player) or player.is_guest:
        return Unranked.GUEST
    return Unranked.YOUNG if player.date_joined >= opened_at else ""


def describe_reason(reason: str) -> str:
    """Return the sentence that tells a player why their game is not ranked; empty where it is."""
    return str(SAYS[reason]) if reason else ""


def note_begin(entry: DailyEntry, places: Iterable[str]) -> None:
    """Note the hashed places from which a try was begun, and stop ranking the tries that a scout may serve.

    Both sides write before they read. Of two tries that begin at once at least one finds the other.
    """
    scouts, tries = f"scouts:{entry.daily_id}", f"tries:{entry.daily_id}"
    places = [*places]
    if entry.unranked in SCOUTS:
        note_at_places(places, scouts, entry.pk)
        served = find_at_places(places, tries)
    else:
        note_at_places(places, tries, entry.pk)
        served = {entry.pk} if find_at_places(places, scouts) else set()
    unfinished = DailyEntry.objects.filter(pk__in=served, game__finished_at=None)
    unfinished.filter(unranked="").update(unranked=Unranked.SCOUTED)
