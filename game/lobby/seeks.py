"""Waiting for an opponent: anyone, one by name, or whoever has the link. A function for each thing done."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Literal

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.lobby import blocks, rated
from game.lobby.matchmaking import announce, for_anyone, gone, meet, open_seeks, settings_of, withdraw
from game.lobby.pairing import Settings, Waiting, meetings
from game.models import Game, Player, Seek
from game.sanctions import is_banned
from ranking.models import Kind
from ranking.standings import points_of
from rng import entropy

Reason = Literal["later", "faster", "slower", "shorter", "auto", "no"]

AT_MOST = 5
KEPT = timedelta(seconds=45)  # a seek for anyone, beyond the last sign of somebody who waits
FOR_AN_HOUR = timedelta(hours=1)
FOR_A_WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody is to sit down, and whether the chair opposite is still empty."""

    game: str
    waiting: bool = False
    invite: str | None = None


def place(seek: Seek) -> Place:
    """Where the owner of a seek sits."""
    if seek.game_id is not None:
        return Place(seek.game_id)
    return Place(seek.pk, waiting=True, invite=invite(seek))


def invite(seek: Seek) -> str | None:
    """The link to give away, of a seek that has one."""
    return f"/join/{seek.code}" if seek.code else None


@transaction.atomic
def seek(*, player: Player, settings: Settings, quick: bool = False) -> Place:
    """Play anyone: who waits for such a game, nearest in points if it is rated, then longest; or wait."""
    _one_at_a_time(player)
    rated.may_begin((player,), settings, asks=player)
    mine = for_anyone(open_seeks()).filter(player=player, quick=quick, **asdict(settings)).first()
    if mine is None:
        mine = _wait(player, settings, KEPT, quick=quick)
    elif not open_seeks().filter(pk=mine.pk).update(expires_at=clock.now() + KEPT):
        return place(sought(mine.pk))
    others = for_anyone(open_seeks()).exclude(player=player).select_related("player")
    by_id = {seek.pk: seek for seek in rated.free(others)}
    me, *they = waiting([mine, *by_id.values()])
    for other, terms in meetings(me, they, clock.now(), blocks.kept_apart([player.pk])):
        try:
            return Place(meet(by_id[other.id], player, terms, theirs=mine).pk)
        except Refusal:
            continue  # somebody else sat down there at this very moment
    return place(mine)


@transaction.atomic
def challenge(*, player: Player, to: Player, settings: Settings) -> Place:
    """Ask one player for a game, who may accept within the hour; two who ask each other for the same play."""
    if to == player:
        raise Refusal("bad_request", gettext("You cannot challenge yourself."))
    if not to.is_active or is_banned(to):
        raise Refusal("no_player", gettext("%(to)s does not play here now.") % {"to": to})
    blocks.mind(player, to)
    rated.for_accounts((player, to), settings, asks=player)
    _one_at_a_time(player)
    asked = open_seeks().filter(rematch_of=None, **asdict(settings))
    if theirs := asked.filter(player=to, to=player).first():
        return Place(meet(theirs, player).pk)
    again = asked.filter(player=player, to=to).first()
    return place(again or _wait(player, settings, FOR_AN_HOUR, to=to))


@transaction.atomic
def challenge_by_link(*, player: Player, settings: Settings) -> Place:
    """A link to give away: who follows it first sits down opposite, within a week."""
    rated.for_accounts((player,), settings, asks=player)
    _one_at_a_time(player)
    return place(_wait(player, settings, FOR_A_WEEK, code=entropy.game_id()))


def invited(code: str) -> Seek:
    """The challenge a link leads to, whatever has become of it."""
    seek = Seek.objects.select_related("player", "game").filter(code=code).first()
    if seek is None:
        raise Refusal("no_seek", gettext("This link leads nowhere: perhaps a letter of it is missing."))
    return seek


def join(*, code: str, player: Player) -> Game:
    """Follow a link, which works once."""
    seek = invited(code)
    if seek.player == player:
        raise Refusal("bad_request", gettext("This is your own link: give it to whom you want to play."))
    return meet(seek, player)


def sought(seek_id: str) -> Seek:
    """A seek by its id, whatever has become of it."""
    with_all = Seek.objects.select_related("player", "rematch_of__seat_a", "rematch_of__seat_b")
    seek = with_all.filter(pk=seek_id).first()
    if seek is None:
        raise Refusal("no_seek", gettext("Nobody waits there."))
    return seek


def accept(*, seek_id: str, player: Player) -> Game:
    """Sit down opposite somebody who waits for anyone, or for me."""
    seek = sought(seek_id)
    if seek.player == player:
        raise Refusal("bad_request", gettext("This is your own seek: somebody else has to accept it."))
    if seek.code or seek.to_id not in (None, player.pk):
        raise Refusal("not_yours", gettext("This seat is kept for somebody else."))
    return meet(seek, player)


@transaction.atomic
def decline(*, seek_id: str, player: Player, reason: Reason) -> None:
    """Say no to a challenge, and why; said twice, the first reason stands."""
    seek = sought(seek_id)
    if seek.to_id != player.pk:
        raise Refusal("not_yours", gettext("Nobody has challenged you there."))
    if open_seeks().filter(pk=seek_id).update(declined=reason):
        _tell(seek)
    elif seek.game_id:
        raise gone(seek_id)


@transaction.atomic
def cancel(*, seek_id: str, player: Player) -> None:
    """Wait no more. It may be said twice, but not once somebody has sat down."""
    seek = sought(seek_id)
    if seek.player != player:
        raise Refusal("not_yours", gettext("Only who waits there can stop waiting."))
    if withdraw(open_seeks().filter(pk=seek_id)):
        _tell(seek)
    elif Seek.objects.filter(pk=seek_id).exclude(game=None).exists():
        raise Refusal("too_late", gettext("Your opponent has sat down already."))


def waiting(seeks: Collection[Seek]) -> list[Waiting]:
    """Seeks for anyone as pairing sees them."""
    points = points_of({seek.player_id for seek in seeks if seek.rated}, Kind.PEOPLE)
    return [
        Waiting(
            seek.pk, seek.player_id, settings_of(seek), seek.quick, seek.created_at,
            points.get(seek.player_id, 0),
        )
        for seek in seeks
    ]  # fmt: skip


def _one_at_a_time(player: Player) -> None:
    """What one player asks for comes one after the other, so that a button pressed twice asks once."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _wait(player: Player, settings: Settings, until: timedelta, **how: object) -> Seek:
    """A new seek, unless its owner waits at too many tables."""
    if open_seeks().filter(player=player, rematch_of=None).count() >= AT_MOST:
        raise Refusal(
            "too_many",
            gettext("You are waiting at %(at_most)s tables already: leave one of them first.")
            % {"at_most": AT_MOST},
        )
    now = clock.now()
    seek = Seek.objects.create(
        id=entropy.game_id(),
        player=player,
        created_at=now,
        expires_at=now + until,
        **asdict(settings),
        **how,
    )
    announce("lobby")
    return seek


def _tell(seek: Seek) -> None:
    """Whoever looks at a seek learns that it has changed."""
    announce("seek", seek.pk)
    if seek.rematch_of_id:
        announce("rematch", seek.rematch_of_id)
    announce("lobby")
