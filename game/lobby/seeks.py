"""Seeks: open to any player, for one player by name, or by link. One function for each action."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from common import clock
from common.database.compiled_query import CompiledModelQuery, CompiledQuery
from common.refusal import Refusal
from game.accounts import blocks
from game.accounts.people_only import check_is_person
from game.accounts.sanctions import is_banned
from game.lobby import rated
from game.lobby.api_bots import check_may_challenge, check_may_meet
from game.lobby.matchmaking import (
    closed_seek_refusal,
    match_seek,
    open_seek_filter,
    open_seeks,
    public_seeks,
    settings_of,
    withdraw,
)
from game.lobby.pairing import GameSettings, WaitingSeek, ranked_opponents
from game.lobby.vacations import check_not_on_vacation
from game.models import Game, Player, Seek
from game.runtime.pubsub import publish_on_commit
from ranking.models import Kind
from ranking.standings import load_points
from rng import entropy

Reason = Literal["later", "faster", "slower", "shorter", "auto", "no"]

MAX_OPEN_SEEKS = 5
KEEP_ALIVE_DURATION = timedelta(seconds=45)  # after the last request of a public seek's owner
CHALLENGE_DURATION = timedelta(hours=1)
LINK_DURATION = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class Placement:
    """A table for a player, and whether the other seat is still empty."""

    game: str
    waiting: bool = False
    invite: str | None = None


def placement_of(seek: Seek) -> Placement:
    """Return the table of a seek's owner."""
    if seek.game_id is not None:
        return Placement(seek.game_id)
    return Placement(seek.pk, waiting=True, invite=invite_path(seek))


def invite_path(seek: Seek) -> str | None:
    """Return the invitation link of a seek, if it has one."""
    return f"/join/{seek.code}" if seek.code else None


@transaction.atomic
def seek_anyone(*, player: Player, settings: GameSettings, quick: bool = False) -> Placement:
    """Play any opponent: the nearest in points if rated, then the one who has waited longest.

    Otherwise wait.
    """
    check_is_person(player)
    _lock_player(player)
    check_not_on_vacation((player,), settings, requester=player)
    rated.check_may_start((player,), settings, requester=player)
    own_seek = public_seeks(open_seeks()).filter(player=player, quick=quick, **asdict(settings)).first()
    if own_seek is None:
        own_seek = _create_seek(player, settings, KEEP_ALIVE_DURATION, quick=quick)
    elif not open_seeks().filter(pk=own_seek.pk).update(expires_at=clock.now() + KEEP_ALIVE_DURATION):
        return placement_of(load_seek(own_seek.pk))
    others = public_seeks(open_seeks()).exclude(player=player).select_related("player")
    by_id = {seek.pk: seek for seek in rated.startable_seeks(others)}
    own, *candidates = to_waiting_seeks([own_seek, *by_id.values()])
    for other, terms in ranked_opponents(own, candidates, clock.now(), blocks.blocked_pairs([player.pk])):
        try:
            return Placement(match_seek(by_id[other.id], player, terms, opponent_seek=own_seek).pk)
        except Refusal:
            continue  # another request took that seat at the same moment
    return placement_of(own_seek)


@transaction.atomic
def challenge(*, player: Player, to: Player, settings: GameSettings) -> Placement:
    """Challenge a player, who can accept within an hour. Two equal challenges to each other start a game."""
    check_may_ask(player, to, settings)
    _lock_player(player)
    challenges = open_seeks().filter(rematch_of=None)
    theirs = challenges.filter(player=to, to=player, **asdict(settings.from_the_other_seat()))
    if their_challenge := theirs.first():
        return Placement(match_seek(their_challenge, player).pk)
    own_challenge = challenges.filter(player=player, to=to, **asdict(settings)).first()
    return placement_of(own_challenge or _create_seek(player, settings, CHALLENGE_DURATION, to=to))


def check_may_ask(player: Player, to: Player, settings: GameSettings) -> None:
    """Refuse a challenge between two players who may not play such a game."""
    if to == player:
        raise Refusal("bad_request", gettext("You can’t challenge yourself."))
    if not to.is_active or is_banned(to):
        raise Refusal("no_player", gettext("%(to)s isn’t playing here at the moment.") % {"to": to})
    blocks.check_not_blocked(player, to)
    check_not_on_vacation((player, to), settings, requester=player)
    rated.check_accounts((player, to), settings, requester=player)
    rated.check_places((player, to), settings, requester=player)
    check_may_challenge(player, to)
    check_may_meet((player, to), settings)
    rated.check_head_start(player, to, settings)


@transaction.atomic
def challenge_by_link(*, player: Player, settings: GameSettings) -> Placement:
    """Create an invitation link. The first player who follows it within a week joins the game."""
    check_not_on_vacation((player,), settings, requester=player)
    rated.check_accounts((player,), settings, requester=player)
    _lock_player(player)
    return placement_of(_create_seek(player, settings, LINK_DURATION, code=entropy.game_id()))


_by_code = CompiledModelQuery(
    Seek, lambda code: Seek.objects.filter(code=code), "a code", related=("player", "game")
)


def load_seek_by_code(code: str) -> Seek:
    """Load the seek of a link, open or not."""
    seek = _by_code.fetch(code)
    if seek is None:
        raise Refusal("no_seek", gettext("This link doesn’t work. Part of it may be missing."))
    return seek


def closed_link_refusal(seek: Seek) -> Refusal:
    """Return the reason why a link no longer works."""
    if seek.game_id:
        return Refusal(
            "too_late", gettext("This link has been used: it works once. Ask your friend for a new one.")
        )
    return Refusal("too_late", gettext("This link is no longer open. Ask your friend for a new one."))


def join(*, code: str, player: Player) -> Game:
    """Follow a link, which works once. A repeated request of the player who joined gets the same game."""
    seek = load_seek_by_code(code)
    if seek.player == player:
        raise Refusal(
            "bad_request", gettext("This is your own link. Send it to the friend you want to play.")
        )
    return _sit_down(seek, player)


def load_seek(seek_id: str) -> Seek:
    """Load a seek by its id, open or not."""
    with_all = Seek.objects.select_related("player", "rematch_of__seat_a", "rematch_of__seat_b")
    seek = with_all.filter(pk=seek_id).first()
    if seek is None:
        raise Refusal("no_seek", gettext("No player is waiting there."))
    return seek


def accept(*, seek_id: str, player: Player) -> Game:
    """Accept a public seek or a challenge.

    A repeated request of the player who accepted gets the same game.
    """
    seek = load_seek(seek_id)
    if seek.player == player:
        raise Refusal("bad_request", gettext("This is your own request. Another player has to accept it."))
    if seek.code or seek.to_id not in (None, player.pk):
        raise Refusal("not_yours", gettext("This seat is reserved for another player."))
    if seek.to_id is None:
        check_is_person(player)
    return _sit_down(seek, player)


def _sit_down(seek: Seek, player: Player) -> Game:
    """Start the game of a seek.

    A repeated request gets the first answer again, because an answer can be lost.
    """
    if (game := _find_seat(seek, player)) is not None:
        return game
    try:
        return match_seek(seek, player)
    except Refusal:
        if (game := _find_seat(seek, player)) is not None:  # a repeated request that came at the same moment
            return game
        raise


def _find_seat(seek: Seek, player: Player) -> Game | None:
    """Return the game that a seek has become, if this player sits in it."""
    return _seat_of.fetch(player.pk, seek.pk)


_seat_of = CompiledModelQuery(
    Game, lambda player, pk: Game.objects.with_player(Player(pk=player)).filter(pk=pk), -1, "a game's id"
)


@transaction.atomic
def decline(*, seek_id: str, player: Player, reason: Reason) -> None:
    """Decline a challenge with a reason. If it is declined again, the first reason remains."""
    seek = load_seek(seek_id)
    if seek.to_id != player.pk:
        raise Refusal("not_yours", gettext("You have no challenge there."))
    if open_seeks().filter(pk=seek_id).update(declined=reason):
        _publish_change(seek)
    elif seek.game_id:
        raise closed_seek_refusal(seek_id)


@transaction.atomic
def cancel(*, seek_id: str, player: Player) -> None:
    """Cancel a seek. Cancelling twice is fine, but not once a player has accepted it."""
    seek = load_seek(seek_id)
    if seek.player != player:
        raise Refusal("not_yours", gettext("Only the player who is waiting can cancel this."))
    if withdraw(open_seeks().filter(pk=seek_id)):
        _publish_change(seek)
    elif Seek.objects.filter(pk=seek_id).exclude(game=None).exists():
        raise Refusal("too_late", gettext("Your opponent has already sat down."))


def find_met(*, seek_id: str, player: Player) -> str | None:
    """Return the game of a player's open seek, by the id of the seek or of the game, if there is one."""
    own = Seek.objects.filter(pk=seek_id, player=player).exclude(game=None).values_list("game", flat=True)
    seated = Game.objects.with_player(player).filter(pk=seek_id).values_list("pk", flat=True)
    return own.first() or seated.first()


def to_waiting_seeks(seeks: Collection[Seek]) -> list[WaitingSeek]:
    """Convert public seeks to the form that pairing uses."""
    points = load_points({seek.player_id for seek in seeks if seek.rated}, Kind.PEOPLE)
    return [
        WaitingSeek(
            seek.pk, seek.player_id, settings_of(seek), seek.quick, seek.created_at,
            points.get(seek.player_id, 0),
        )
        for seek in seeks
    ]  # fmt: skip


def _lock_player(player: Player) -> None:
    """Lock a player, so that their requests run one after the other and a double click creates one seek."""
    _lock.fetch(player.pk)


_lock = CompiledQuery(
    lambda pk: Player.objects.select_for_update(no_key=True).filter(pk=pk).values_list("pk"), -1
)


def _select_own(player: int, now: datetime) -> QuerySet[Seek, Any]:
    """Return the open seeks of a player, without rematches, up to the limit."""
    own = Seek.objects.filter(open_seek_filter(now), player=player, rematch_of=None)
    return own.values_list("pk")[:MAX_OPEN_SEEKS]


_own = CompiledQuery(_select_own, -1, datetime(1, 1, 1, tzinfo=UTC))


def _create_seek(player: Player, settings: GameSettings, duration: timedelta, **fields: object) -> Seek:
    """Create a seek, unless its owner has too many open ones."""
    now = clock.now()
    if len(_own.fetch_all(player.pk, now)) == MAX_OPEN_SEEKS:
        raise Refusal(
            "too_many",
            gettext("You’re already waiting at %(at_most)s tables. Leave one of them first.")
            % {"at_most": MAX_OPEN_SEEKS},
        )
    seek = Seek.objects.create(
        id=entropy.game_id(),
        player=player,
        created_at=now,
        expires_at=now + duration,
        **asdict(settings),
        **fields,
    )
    publish_on_commit("notices", seek.parties)
    publish_on_commit("lobby")
    return seek


def _publish_change(seek: Seek) -> None:
    """Publish that a seek has changed, to all its subscribers."""
    publish_on_commit("seek", seek.pk)
    if seek.rematch_of_id:
        publish_on_commit("rematch", seek.rematch_of_id)
    publish_on_commit("notices", seek.parties)
    publish_on_commit("lobby")
