"""A deal that does not fit what a player saw, as the browser found: kept for the host with our own check."""

from typing import Any

from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.lobby.reports import A_DAY, MAX_REPORTS_A_DAY
from game.models import Game, Player
from game.table import ledger
from game.table.fairness import build_fairness
from game.table.sealed_secrets import KeyMissing, SealBroken
from rng.commitment import PROTOCOL, faults, parse_record
from rng.models import Deal, Doubt


def file_doubt(*, game: Game, player: Player, number: int, says: str, evidence: dict[str, Any]) -> None:
    """Have the host look into a deal; doubted again, it is on the host's list as it was at first."""
    if game.seat_of(player) is None:
        raise Refusal("not_yours", gettext("Only those who play this game can doubt its deals."))
    mine = Doubt.objects.filter(by=player)
    if mine.filter(game=game.pk, number=number).exists():
        return
    if mine.filter(at__gt=clock.now() - A_DAY).count() >= MAX_REPORTS_A_DAY:
        raise Refusal("too_many", gettext("You have reported much today: the host will look at that first."))
    about = {
        "says": says,
        "evidence": evidence,
        "fault": describe_deal_faults(game.pk, number),
        "at": clock.now(),
    }
    Doubt.objects.get_or_create(game=game.pk, number=number, by=player, defaults=about)


def describe_deal_faults(game_id: str, number: int) -> str:
    """What our own check of a deal on record says: nothing where it is true."""
    try:
        row = ledger.load_row(game_id)
    except KeyMissing:
        return "The key of this game is not here: its deals can be checked when it is again."
    except SealBroken:
        return "The secrets of this game do not open: none of its deals can be checked."
    deal = Deal.objects.filter(game=game_id, number=number).first()
    if deal is None:
        return f"No deal {number} of this game is on record as shown."
    fairness = build_fairness(row)
    shown = {
        "version": PROTOCOL,
        "game": row.id,
        "params": row.params,
        "tip": row.tip,
        "commitments": row.commitments,
        "secrets": row.secrets,
        "links": {str(d): fairness.chain.link(d).hex() for d in range(number + 1)},
    }
    return " ".join(faults(parse_record(shown, {number: tuple(deal.deck)})))
