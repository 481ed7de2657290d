"""A player's trophies from events and hands, for their profile. Other apps can add kinds of trophies."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.database.compiled_query import CompiledModelQuery
from game.models import Scoresheet
from game.shared_decks.barrier import without_open
from tournaments.events.models import Entry, Event, counts_for_honours
from tournaments.formats.format import NINE
from tournaments.formats.scoring import Ending

HANDS = {28: _("A hand of 28"), 29: _("A hand of 29")}


@dataclass(frozen=True, slots=True)
class Trophy:
    """A trophy: when it was won, and the page that shows it."""

    name: str | Promise
    title: str
    url: str
    at: datetime


def load_trophies(player_id: int) -> list[Trophy]:
    """The trophies of a player, newest first."""
    won = [trophy for load in TROPHIES for trophy in load(player_id)]
    return sorted(won, key=lambda trophy: trophy.at, reverse=True)


def _load_slams(player_id: int) -> Iterator[Trophy]:
    """Yield a Grand Slam for every night of nine games that were all won against opponents who came."""
    for entry in _slams.fetch_all(player_id):
        url = reverse("event", args=[entry.event_id])
        yield Trophy(_("Grand Slam"), entry.event.shown_title, url, entry.event.starts_at)


def _select_slams(player_id: int) -> QuerySet[Entry]:
    slams = Entry.objects.filter(
        counts_for_honours("event__"),
        player=player_id,
        is_disqualified=False,
        wins=F("event__games"),
        event__kind=Event.Kind.NIGHT,
        event__games=NINE,
        event__state=Event.State.OVER,
    ).exclude(seatings__pairing__ending=Ending.NO_SHOW.value)
    return slams.exclude(event__by__is_sample=True, player__is_sample=False)


def _load_hands(player_id: int) -> Iterator[Trophy]:
    """Yield a trophy for every game against another account in which the player held a hand of 28 or 29."""
    for sheet in _best_hands.fetch_all(player_id):
        url = reverse("replay", args=[sheet.game_id])
        title = _("against %(name)s") % {"name": sheet.opponent.username}
        yield Trophy(HANDS[sheet.best_hand], title, url, sheet.at)


def _select_best_hands(player_id: int) -> QuerySet[Scoresheet]:
    held = Scoresheet.objects.filter(player=player_id, best_hand__in=HANDS, voided=False)
    found_in_the_index_alone = Scoresheet.objects.filter(pk__in=held.values("pk"))
    best = without_open(found_in_the_index_alone, "game")
    return best.filter(opponent__brain="", opponent__is_guest=False, player__is_guest=False)


_slams = CompiledModelQuery(Entry, _select_slams, -1, related=("event",))
_best_hands = CompiledModelQuery(Scoresheet, _select_best_hands, -1, related=("opponent",))


TROPHIES: list[Callable[[int], Iterable[Trophy]]] = [_load_slams, _load_hands]
"""The kinds of trophies."""
