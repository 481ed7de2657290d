"""The notifications of an event: invitations, its start, its changes, and a player's next table."""

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from django.urls import reverse

from game.accounts.blocks import blocked_pairs
from game.models import Game
from people.clubs.models import Membership
from people.notices.models import Notice
from people.notices.notice_kinds import INVITATION
from people.notices.record import News, find_told, notify, notify_each, settle
from tournaments.events.models import Entry, Event, EventAction, Pairing
from tournaments.events.notice_kinds import EVENT_CHANGED, EVENT_SOON, PAIRED
from tournaments.events.record.lines import ms
from tournaments.events.record.rules import SOON

# The directors' actions that players are notified of, with their names in the notification.
NOTIFIED_AS = {
    EventAction.Kind.EXTEND: "extended",
    EventAction.Kind.END: "ended",
    EventAction.Kind.DISQUALIFY: "disqualified",
    EventAction.Kind.EDIT: "edited",
    EventAction.Kind.MESSAGE: "message",
    EventAction.Kind.CORRECT: "corrected",
    EventAction.Kind.REINSTATE: "reinstated",
}


def invite_members(event: Event) -> None:
    """Invite the members of an event's clubs, except the player who made it."""
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
    """Notify the entrants that the event starts in ten minutes, except those who joined within that time."""
    about = f"event:{event.pk}"
    staying = Entry.objects.filter(event=event, left_at=None, is_disqualified=False, player__brain="")
    if event.source_id is None:  # qualifiers are entered just now, so this is their first notification
        staying = staying.filter(joined_at__lt=event.starts_at - SOON)
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


def move_start(event: Event) -> None:
    """Let the notifications about the start of an event follow its new start."""
    Notice.objects.filter(kind=EVENT_SOON.name, about=f"event:{event.pk}").delete()
    invitations = Notice.objects.filter(kind=INVITATION.name, about=f"event:{event.pk}:invitation")
    invitations.update(until=event.starts_at)


def notify_called_off(event: Event, reason: str) -> None:
    """Notify the entrants that the event is called off."""
    _notify_change(event, entrants_of(event), _about_call_off(event.pk), "called_off", reason)


def notify_entrants(event: Event, action: EventAction, *, apart: bool = False) -> None:
    """Notify the entrants, except the director, of a director's action.

    With `apart`, those with a block between them and the director get no notification.
    """
    blocked = {key for pair in blocked_pairs([action.by_id]) for key in pair} if apart else set()
    entrants = [player for player in entrants_of(event) if player not in {action.by_id, *blocked}]
    _notify_action(event, action, entrants)


def notify_players(event: Event, action: EventAction, players: Collection[int]) -> None:
    """Notify the players that an action is about."""
    _notify_action(event, action, [player for player in players if player != action.by_id])


def about_of(action: EventAction) -> str:
    """Return the subject key of an action's notifications."""
    if action.kind == EventAction.Kind.VOID:
        return _about_call_off(action.event_id)
    return f"event:{action.event_id}:action:{action.pk}"


def _about_call_off(event_id: str) -> str:
    return f"event:{event_id}:called_off"


def _notify_action(event: Event, action: EventAction, players: Collection[int]) -> None:
    what = NOTIFIED_AS[EventAction.Kind(action.kind)]
    more = {"minutes": action.minutes or 0}
    if "starts_at" in (action.details or ()):
        more["starts"] = ms(event.starts_at)
    _notify_change(event, players, about_of(action), what, action.reason, more)


def _notify_change(
    event: Event,
    players: Collection[int],
    about: str,
    what: str,
    reason: str,
    more: Mapping[str, int] = MappingProxyType({}),
) -> None:
    if players:
        parts: dict[str, str | int] = {
            "event": event.shown_title,
            "what": what,
            "reason": reason,
            "minutes": 0,
            **more,
        }
        url = reverse("event", args=[event.pk])
        notify_each(
            EVENT_CHANGED, [News(player, about, None, None, {**parts, "url": url}) for player in players]
        )


def entrants_of(event: Event) -> list[int]:
    """Return the people who have not left and are not disqualified."""
    staying = Entry.objects.filter(event=event, left_at=None, is_disqualified=False, player__brain="")
    return list(staying.order_by("pk").values_list("player", flat=True))


def settle_paired(pairings: Collection[Pairing], players: Collection[int]) -> None:
    """Mark the notifications about tables that have ended as no longer current."""
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
