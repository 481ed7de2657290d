"""What players are told of an event wherever they are: that it is soon, and that their table is ready."""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime

from django.urls import reverse

from game.clubs.models import Membership
from game.events.models import Entry, Event, Pairing
from game.models import Game
from game.notices.kinds import EVENT_SOON, INVITATION, PAIRED
from game.notices.record import News, find_told, notify, notify_each, settle


def invite_members(event: Event) -> None:
    """Invite the members of an event's clubs, but for who made it."""
    clubs = [club for club in (event.club_id, event.rival_id) if club]
    members = Membership.objects.filter(club__in=clubs).exclude(player=event.by)
    invite_players(event, sorted({*members.values_list("player", flat=True)}))


def invite_players(event: Event, players: Collection[int]) -> None:
    """Invite these players to an event."""
    if players:
        notify(
            INVITATION,
            players,
            f"event:{event.pk}:invitation",
            by=event.by,
            until=event.starts_at,
            title=event.shown_title,
            url=reverse("event", args=[event.pk]),
        )


def tell_soon(event: Event) -> None:
    """Tell all who have entered that the event starts soon, but for those who were told."""
    about = f"event:{event.pk}"
    staying = Entry.objects.filter(event=event, left_at=None, is_disqualified=False, player__brain="")
    untold = staying.exclude(player__in=find_told(EVENT_SOON, about))
    starts = int(event.starts_at.timestamp() * 1000)
    players = list(untold.order_by("pk").values_list("player", flat=True))
    if not players:
        return
    notify(
        EVENT_SOON,
        players,
        about,
        until=event.starts_at,
        event=event.shown_title,
        starts=starts,
        url=reverse("event", args=[event.pk]),
    )


def settle_paired(pairings: Collection[Pairing], players: Collection[int]) -> None:
    """What these players were told of tables that have ended is no more news."""
    settle(PAIRED, players, [_about_table(pairing.game_id) for pairing in pairings])


def _about_table(game_id: str) -> str:
    return f"game:{game_id}"


def tell_paired(event: Event, tables: Iterable[tuple[tuple[Entry, Entry], Game]]) -> None:
    """Notify the players of these tables, for as long as they may begin."""
    notify_each(
        PAIRED,
        [
            News(
                entry.player_id,
                _about_table(game.pk),
                opponent.player,
                _begins_until(game),
                {
                    "event": event.shown_title,
                    "game": game.pk,
                    "until": int(_begins_until(game).timestamp() * 1000),
                },
            )
            for entries, game in tables
            for entry, opponent in (entries, entries[::-1])
            if not entry.player.is_bot
        ],
    )


def _begins_until(game: Game) -> datetime:
    """Return the deadline of a table that has not begun."""
    assert game.deadline is not None
    return datetime.fromtimestamp(game.deadline / 1000, UTC)
