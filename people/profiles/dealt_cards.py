"""A test of whether a player is dealt worse cards than their opponents, from their finished games.

Only the player sees it. Of many thousand players some have bad luck that looks like proof, and on a public
page it would be read as such. For other players, every deck is in the public record.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from django.db.models import QuerySet

from common.database.compiled_query import CompiledQuery
from game.models import DealtTotal, Scoresheet
from rng.fairness.watch.deal_record import deck_array
from rng.fairness.watch.seat_bets import coin_evidence, dealer_signs
from rng.models import Deal

# The shares bet on the opponent: a single player's deals cannot show a slight bias.
SIZES = (0.1, 0.3, 0.6)
UNUSUAL, ALARMING = 20, 100


@dataclass(frozen=True, slots=True)
class DealtCards:
    """How often a player's six cards were better or worse than the opponent's. Equal deals are left out."""

    better: int = 0
    worse: int = 0
    last_sheet: int = 0

    @property
    def deals(self) -> int:
        return self.better + self.worse

    @property
    def evidence(self) -> float:
        """Return the value of 1 after betting at fair odds, deal after deal, on the opponent's six cards."""
        return coin_evidence(self.better, self.worse, SIZES)

    @property
    def verdict(self) -> str:
        """Return how unusual that is, as a word."""
        if self.evidence < UNUSUAL:
            return "usual"
        return "unusual" if self.evidence < ALARMING else "alarming"


def kept_dealt_cards(player_id: int) -> DealtCards:
    """Return a player's stored totals, after adding games that ended since the last call."""
    known = DealtCards(*_totals.fetch(player_id) or ())
    found = add_new_games(player_id, known)
    if found != known:
        DealtTotal.objects.bulk_create(
            [DealtTotal(player_id=player_id, **asdict(found))],
            update_conflicts=True,
            unique_fields=["player"],
            update_fields=list(asdict(found)),
        )
    return found


def add_new_games(player_id: int, known: DealtCards) -> DealtCards:
    """Return the totals with all games of newer sheets: won, lost or void, because only the deals count."""
    rows = _newer_sheets.fetch_all(player_id, known.last_sheet)
    if not rows:
        return known
    seats = {game: (seat, pk) for game, seat, pk in rows}
    sheets = Scoresheet.objects.filter(player=player_id, pk__gt=known.last_sheet)
    deals = list(
        Deal.objects.filter(game__in=sheets.values("game"), dealer__isnull=False).only(
            "game", "dealer", "deck"
        )
    )
    seats_of_deals = np.array([seats[deal.game][0] if deal.game in seats else -1 for deal in deals], np.int8)
    dealers = np.array([deal.dealer for deal in deals], np.int8)
    signs = np.where(seats_of_deals == dealers, 1, -1) * dealer_signs(deck_array(deals))
    signs[seats_of_deals < 0] = 0
    return DealtCards(
        better=known.better + int((signs > 0).sum()),
        worse=known.worse + int((signs < 0).sum()),
        last_sheet=max(pk for _, pk in seats.values()),
    )


def _select_newer_sheets(player: int, last: int) -> QuerySet[Scoresheet, Any]:
    return Scoresheet.objects.filter(player=player, pk__gt=last).values_list("game", "seat", "pk")


_totals = CompiledQuery(
    lambda player: DealtTotal.objects.filter(player=player).values_list("better", "worse", "last_sheet"), -1
)
_newer_sheets = CompiledQuery(_select_newer_sheets, -1, -2)
