"""Rounds of a set: opened, filled with tables, and closed when the last table is done."""

import logging
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from common import clock
from common.database.thread import on_the_database_thread
from common.refusal import Refusal
from game.engine.play import start
from game.engine.state import EVEN_START, Counting, Rules
from game.engine.tally import Tally
from game.engine.transcript import parse_transcript
from game.log.leaves import CLOSE, LINKS, add_leaf, log_endings
from game.models import Game, Leaf, Player
from game.runtime.pubsub import publish_on_commit
from game.shared_decks.models import DeckSet, Round, SharedGame
from game.shared_decks.round_decks import SharedSource
from game.shared_rounds.announcing import is_sample, lock_set
from game.shared_rounds.on_close import on_close
from game.table.forced_endings import end_at_close
from game.table.opening import build_game, save_new_games
from game.table.record.ledger import load_row
from game.table.record.revealed_deals import newly_revealed
from game.table.record.round_of_game import find_recorded_game, load_set_decks
from game.table.shuffle.fairness import build_fairness
from rng import entropy
from rng.models import Deal
from rng.seal import SealError

log = logging.getLogger(__name__)

# A full round without live tables, or a round whose time is up.
IS_DUE = """
    SELECT 1 FROM shared_decks_round r WHERE r.closed_at IS NULL AND (r.closes_at <= %(now)s
    OR r.is_full AND NOT EXISTS (
        SELECT 1 FROM shared_decks_sharedgame s JOIN game_game g ON g.id = s.game_id
        WHERE s.round_id = r.id AND g.finished_at IS NULL))
"""


@transaction.atomic
def open_round(deck_set: str, number: int, closes_at: datetime | None = None) -> Round:
    """Open a round of a set whose root is fixed. Repeating this returns the same round.

    Without `closes_at` it closes with its last table, once `fill_round` was called.
    """
    found = lock_set(deck_set)
    if found.stage != DeckSet.Stage.STARTED:
        raise Refusal("too_early", gettext("These decks aren’t fixed yet, or the games with them are over."))
    if not 1 <= number <= found.rounds:
        raise ValueError(f"Decks {deck_set} have {found.rounds} rounds, and none of number {number}.")
    opened, _ = Round.objects.get_or_create(
        deck_set=found, number=number, defaults={"opened_at": clock.now(), "closes_at": closes_at}
    )
    return opened


@transaction.atomic
def open_round_of_game(game_id: str, closes_at: datetime) -> Round:
    """Open the cards of a finished game to be played again, until `closes_at` at the latest.

    From now on, only its own players can view the game, and the same holds for other games with these cards.
    """
    round_, is_new = Round.objects.select_for_update(of=("self",), no_key=True).get_or_create(
        of_game_id=game_id, defaults={"number": 1, "opened_at": clock.now(), "closes_at": closes_at}
    )
    if is_new:
        SharedGame.objects.create(game_id=game_id, round=round_, was_shown=True)
    elif round_.closed_at is None:
        raise RoundIsOpen
    else:
        round_.is_full, round_.closed_at, round_.closes_at = False, None, closes_at
        round_.save(update_fields=["is_full", "closed_at", "closes_at"])
    for game in round_.games.values_list("game", flat=True):
        publish_on_commit("row", game)
    return round_


def is_in_log(game_id: str) -> bool:
    """Return whether the public log holds a finished game, so that anyone can check its cards."""
    return Leaf.objects.filter(game=game_id, kind=CLOSE).exists()


class RoundIsOpen(Exception):
    """These cards are already being played again."""


def open_game_of_round(
    decks: SharedSource,
    players: tuple[Player, Player],
    *,
    target: int = 121,
    counting: str = "auto",
    clock_kind: str = "none",
    begin_within: int | None = None,
    head_start: tuple[int, int] = EVEN_START,
) -> Game:
    """Open a table of a round with the same deal as the others. A bot sits in the second seat.

    Raise RoundNotOpen if the round takes no more tables.
    """
    rules = Rules(target, Counting(counting), decks.first_dealer, head_start)
    game, secrets = build_game(
        entropy.game_id(), players, rules, clock_kind, rated=False, begin_within=begin_within, decks=decks
    )
    save_new_games([(game, secrets)], decks)
    return game


def fill_round(round_id: int) -> None:
    """Mark a round as full, so that it closes with its last table."""
    Round.objects.filter(pk=round_id).update(is_full=True)


async def close_due_rounds() -> None:
    """Close the rounds that are due."""
    await on_the_database_thread(_close_due_rounds)()


def _close_due_rounds() -> list[int]:
    """Close all rounds that are done or whose time is up. Return their ids."""
    closed = []
    for round_ in Round.objects.filter(closed_at=None).order_by("deck_set", "number", "pk"):
        try:
            if round_.closes_at is not None and round_.closes_at <= clock.now():
                end_games(round_)
            if close_round(round_.pk):
                closed.append(round_.pk)
        except SealError:
            log.exception("%s cannot be closed: its secret can't be decrypted", round_)
        except Exception:
            log.exception("%s could not be closed; retrying", round_)
    return closed


@transaction.atomic
def void_restored_sets() -> int:
    """Void the open sets of a restored backup, because their decks may be known. Return their number.

    No further round of them begins, and open rounds close.
    """
    unfinished = DeckSet.objects.exclude(stage__in=(DeckSet.Stage.CLOSED, DeckSet.Stage.VOID))
    Round.objects.filter(Q(deck_set__in=unfinished) | Q(of_game__isnull=False)).update(is_full=True)
    return unfinished.update(stage=DeckSet.Stage.VOID)


def end_games(round_: Round) -> None:
    """End the live games of a round whose time is up. No table can be added from here on."""
    fill_round(round_.pk)
    for game in Game.objects.unfinished().filter(shared__round=round_).values_list("pk", flat=True):
        end_at_close(game)


@transaction.atomic
def close_round(round_id: int) -> bool:
    """Close a round if its last table is done. This reveals its links and all its games.

    Return False if it is already closed, still played, or follows an open round: its links would reveal those
    of all earlier rounds.
    """
    round_ = (
        Round.objects.select_related("deck_set").select_for_update(of=("self",), no_key=True).get(pk=round_id)
    )
    earlier = Round.objects.filter(deck_set=round_.deck_set, number__lt=round_.number)
    games = Game.objects.filter(shared__round=round_, shared__was_shown=False)
    is_done = round_.is_full and not games.unfinished().exists()
    if round_.closed_at is not None or not is_done or _is_any_open_before(round_, earlier):
        return False
    round_.closed_at = clock.now()
    round_.save(update_fields=["closed_at"])
    if round_.deck_set is not None:
        _show_links(round_, round_.deck_set)
    log_endings(games.order_by("pk").values_list("pk", flat=True))
    for act in on_close:
        act(round_)
    for game_id in round_.games.order_by("pk").values_list("game", flat=True):
        publish_on_commit("row", game_id)
    if round_.of_game_id is not None:
        round_.games.update(was_shown=True)
    return True


def _show_links(round_: Round, deck_set: DeckSet) -> None:
    """Reveal the links of a round of a set, and record its decks."""
    round_.last_link = load_set_decks(round_.pk).last_link.hex()
    round_.save(update_fields=["last_link"])
    if not is_sample(deck_set):
        add_leaf(LINKS, {"set": deck_set.pk, "round": round_.number, "link": round_.last_link})
        _record_decks(round_)
    if round_.number == deck_set.rounds:
        started = DeckSet.objects.filter(pk=deck_set.pk, stage=DeckSet.Stage.STARTED)
        started.update(stage=DeckSet.Stage.CLOSED)


def _is_any_open_before(round_: Round, earlier: Iterable[Round]) -> bool:
    """Return whether an earlier round is open or not opened yet."""
    closed = [one.number for one in earlier if one.closed_at is not None]
    return len(closed) < round_.number - 1


def _record_decks(round_: Round) -> None:
    """Record each deck of a round once, with the game that used the most deals."""
    game_id = find_recorded_game(round_.pk)
    if game_id is None:
        return
    row = load_row(game_id)
    fairness = build_fairness(row)
    begin = start(parse_transcript(row.transcript)[0])
    shown = newly_revealed(begin, Tally(), fairness.replay_steps(), fairness.deck)
    at = clock.now()
    Deal.objects.bulk_create(
        [
            Deal(game=game_id, at=at, seats=row.seats, rated=row.rated, **deal.without_scores().columns)
            for deal in shown
        ]
    )
