"""Decide which tries at a daily are ranked: those of accounts that cannot have seen its cards before.

Guests and new accounts are free, so a player could use one as a scout. Their tries are not ranked, and
neither is the try of an account in the same browser or network.
"""

from collections.abc import Iterable
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from game.accounts.places import find_at_places, note_at_places
from game.models import Player
from study.daily.models import DailyEntry

Unranked = DailyEntry.Unranked

# Their players have nothing to lose by looking at the cards.
SCOUTS = (Unranked.GUEST, Unranked.YOUNG)

SAYS: dict[str, Promise] = {
    Unranked.GUEST: _(
        "Guests can play, but they aren’t ranked. An account is ranked from the day after sign-up."
    ),
    Unranked.YOUNG: _(
        "Your account is newer than this day, so this game isn’t ranked. The next day’s game will be."
    ),
    Unranked.SCOUTED: _(
        "Your game isn’t ranked: before you finished it, a guest or a new account began the "
        "day’s game in your browser or on your network."
    ),
}


def find_reason(player: object, opened_at: datetime) -> str:
    """Return why a day that opened then does not rank this player, or an empty text if it does."""
    if not isinstance(player, Player) or player.is_guest:
        return Unranked.GUEST
    return Unranked.YOUNG if player.date_joined >= opened_at else ""


def describe_reason(reason: str) -> str:
    """Return the sentence that explains why a game is not ranked, or an empty text if it is."""
    return str(SAYS[reason]) if reason else ""


def note_begin(entry: DailyEntry, places: Iterable[str]) -> None:
    """Store the hashed places from which a try was begun, and unrank the tries that a scout may serve.

    Both sides write before they read. Of two tries that begin at once, at least one finds the other.
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
