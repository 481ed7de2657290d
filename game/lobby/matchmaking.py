"""Turns a seek into a game, exactly once, however many players accept it at the same moment."""

from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext

from common import clock
from common.database.compiled_query import CompiledQuery, CompiledUpdate
from common.refusal import Refusal
from game.accounts import blocks
from game.lobby import rated
from game.lobby.match import match_of_rematch
from game.lobby.pairing import GameSettings
from game.lobby.vacations import check_not_on_vacation
from game.models import Game, Player, Seek
from game.runtime.pubsub import publish_on_commit
from game.table import bot_accounts
from game.table.opening import FirstDealer, MatchPlace, loser_of, open_game
from rng import entropy


def open_seek_filter(at: datetime) -> Q:
    """Return the condition for a seek to be open at this time."""
    return Q(game=None, declined="", expires_at__gt=at)


def open_seeks() -> QuerySet[Seek]:
    """Return the open seeks."""
    return Seek.objects.filter(open_seek_filter(clock.now()))


def is_open(seek: Seek) -> bool:
    """Return whether a seek is open."""
    return seek.game_id is None and not seek.declined and seek.expires_at > clock.now()


def public_seeks(seeks: QuerySet[Seek]) -> QuerySet[Seek]:
    """Filter seeks that are open to any player."""
    return seeks.filter(to=None, code=None)


def withdraw(seeks: QuerySet[Seek]) -> int:
    """Withdraw seeks.

    They expire at their creation time, so that no process with a slow clock finds them open.
    """
    return seeks.update(expires_at=F("created_at"))


def _select_waiting(one: int, other: int, now: datetime) -> QuerySet[Seek, Any]:
    """Lock the open seeks of two players.

    The order is the same everywhere, so that two matches with a common player cannot deadlock.
    """
    waiting = Seek.objects.filter(open_seek_filter(now), player__in=(one, other))
    return waiting.select_for_update().order_by("pk").values_list("pk", "to", "code", "commitment")


_lock_waiting = CompiledQuery(_select_waiting, -1, -2, datetime(1, 1, 1, tzinfo=UTC))


_pair_up = CompiledUpdate(
    lambda one, other, game: (Seek.objects.filter(pk__in=(one, other)), {"game_id": game}),
    *("one seek", "another", "a game"),
)


def settings_of(seek: Seek) -> GameSettings:
    """Return the settings of a seek."""
    return GameSettings(seek.target, seek.counting, seek.clock, seek.rated, seek.best_of, seek.ahead)


@transaction.atomic
def match_seek(
    seek: Seek, opponent: Player, settings: GameSettings | None = None, opponent_seek: Seek | None = None
) -> Game:
    """Start a game between a seek's owner and an opponent, who may have a seek as well."""
    blocks.check_not_blocked(seek.player, opponent)
    met = [seek.pk] if opponent_seek is None else [seek.pk, opponent_seek.pk]
    waiting = _lock_waiting.fetch_all(seek.player_id, opponent.pk, clock.now())
    # May be newer than `seek`.
    commitments = {pk: commitment for pk, _, _, commitment in waiting}
    if not commitments.keys() >= {*met}:
        raise closed_seek_refusal(seek.pk)
    _pair_up.execute(met[0], met[-1], seek.pk)
    left_over = [pk for pk, to, code, _ in waiting if to is None and code is None and pk not in met]
    if left_over:
        withdraw(Seek.objects.filter(pk__in=left_over))
    players, first_dealer = seating(seek, opponent)
    settings = settings or settings_of(seek)
    match = match_of_rematch(seek.rematch_of) if seek.rematch_of else ""
    game = _start_game(
        seek.pk,
        players,
        settings,
        first_dealer,
        requester=opponent,
        match=match,
        commitment_a=commitments[seek.pk],
    )
    for changed in (*met, *left_over):
        publish_on_commit("seek", changed)
    if seek.rematch_of_id:
        publish_on_commit("rematch", seek.rematch_of_id)
    publish_on_commit("notices", [seek.player_id, opponent.pk])
    publish_on_commit("lobby")
    return game


def _start_game(
    game_id: str,
    players: tuple[Player, Player],
    settings: GameSettings,
    first_dealer: FirstDealer | None,
    *,
    requester: Player,
    match: str = "",
    commitment_a: str = "",
) -> Game:
    """Open a game that one of its players requests now. A rated game requires that both may play it.

    It is opened in the caller's transaction, which a refusal ends.
    """
    check_not_on_vacation(players, settings, requester=requester)
    rated.lock_and_check(players, settings, requester=requester)
    for player in players:
        bot_accounts.check_plays(player)
    place = MatchPlace(match, settings.best_of)
    rules = settings.rules(first_dealer and first_dealer.seat)
    because = first_dealer and first_dealer.because
    return open_game(game_id, players, rules, settings.clock, settings.rated, place, commitment_a, because)


start_game = transaction.atomic(_start_game)


def play_bot(*, player: Player, bot: str, settings: GameSettings) -> Game:
    """Start a game against a bot, which is always ready."""
    return start_game(
        entropy.game_id(), (player, bot_accounts.get_or_create_account(bot)), settings, None, requester=player
    )


def seating(seek: Seek, opponent: Player) -> tuple[tuple[Player, Player], FirstDealer | None]:
    """Return the players by seat, and the first dealer if it is settled: in a rematch, the last loser.

    Seats stay.
    """
    if seek.rematch_of is None:
        return (seek.player, opponent), None
    last = seek.rematch_of
    return (last.seat_a, last.seat_b), loser_of(last)


def closed_seek_refusal(seek_id: str) -> Refusal:
    """Return the reason why a seek is closed, for a player who came too late."""
    seek = Seek.objects.filter(pk=seek_id).first()
    if seek is not None and seek.game_id:
        return Refusal("too_late", gettext("Another player was faster: that seat is taken."))
    if seek is not None and seek.declined:
        return Refusal("too_late", gettext("This challenge was declined."))
    return Refusal("too_late", gettext("The player there has stopped waiting."))
