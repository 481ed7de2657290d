"""Doubts: a player's browser found that a deal does not match what it saw.

Saved with the server's own check.
"""

from typing import Any

from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.lobby.reports import A_DAY, MAX_REPORTS_A_DAY
from game.models import Game, Player
from game.table.record import ledger
from game.table.shuffle.fairness import build_fairness
from rng.commitment import deck_faults, faults, parse_record
from rng.models import Deal, Doubt
from rng.seal import KeyMissing, SealBroken


def file_doubt(*, game: Game, player: Player, number: int, says: str, evidence: dict[str, Any]) -> None:
    """File a doubt about a deal for the host. Filing it again changes nothing."""
    if game.seat_of(player) is None:
        raise Refusal("not_yours", gettext("Only the players of this game can report its deals."))
    own_doubts = Doubt.objects.filter(by=player)
    if own_doubts.filter(game=game.pk, number=number).exists():
        return
    if own_doubts.filter(at__gt=clock.now() - A_DAY).count() >= MAX_REPORTS_A_DAY:
        raise Refusal(
            "too_many", gettext("You’ve sent many reports today. The host will look at those first.")
        )
    details = {
        "says": says,
        "evidence": evidence,
        "fault": describe_deal_faults(game.pk, number),
        "at": clock.now(),
    }
    Doubt.objects.get_or_create(game=game.pk, number=number, by=player, defaults=details)


def describe_deal_faults(game_id: str, number: int) -> str:
    """Describe the faults that the server finds in a recorded deal.

    Return an empty string if there is none.
    """
    try:
        row = ledger.load_row(game_id)
    except KeyMissing:
        return "The key of this game is missing. Its deals can be checked once the key is back."
    except SealBroken:
        return "The secrets of this game can't be decrypted, so none of its deals can be checked."
    deal = Deal.objects.filter(game=game_id, number=number).first()
    if deal is None:
        return f"No revealed deal {number} of this game is on record."
    fairness = build_fairness(row)
    if row.shared:
        return " ".join(deck_faults(number, fairness.key(number), tuple(deal.deck)))
    shown = {
        "version": fairness.version,
        "game": row.id,
        "params": row.params,
        "tip": row.tip,
        "commitments": row.commitments,
        "secrets": row.secrets,
        "links": {str(d): fairness.link(d).hex() for d in range(number + 1)},
    }
    return " ".join(faults(parse_record(shown, {number: tuple(deal.deck)})))
