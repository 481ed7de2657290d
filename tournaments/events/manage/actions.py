"""The actions of hosts and an event's director. Each needs a reason and is recorded, also during games."""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from common import clock
from common.formats.json import Json
from common.refusal import Refusal
from game.accounts.sanctions import is_banned, is_muted
from game.models import Player
from game.runtime.pubsub import publish_on_commit
from people.clubs.lookup import check_may_direct, lock_club
from people.clubs.models import Club, Membership
from tournaments.events.models import Entry, Event, EventAction
from tournaments.events.record.changes import show_change
from tournaments.events.record.ending import void
from tournaments.events.record.locking import load_and_lock, lock_entries
from tournaments.events.record.notify import notify_entrants, notify_players
from tournaments.events.run.closing import close_event, drop_live_pairings, forfeit_live_pairing

Kind, State = EventAction.Kind, Event.State
LAST_LONG = frozenset({State.ANNOUNCED, State.RUNNING, State.CLOSED})
EXTENSIONS = range(1, 241)  # minutes
REASON_LENGTHS = range(3, 501)
# Actions that notify all entrants and change nothing for good, and how many of them an event has in an hour.
LIMITED, MOST_AN_HOUR = (Kind.EDIT, Kind.MESSAGE), 5
SAME_WITHIN = timedelta(minutes=1)


def is_host(player: object) -> bool:
    """Return whether a player may make events and direct all events."""
    return (
        isinstance(player, Player)
        and player.is_staff
        and player.has_perm("events.direct_event")
        and not is_banned(player)
    )


def may_direct(player: object, event: Event) -> bool:
    """Return whether a player may direct this event.

    Hosts may, the player who made it, and for a club's event its current owners and directors.
    """
    if not isinstance(player, Player) or is_banned(player):
        return False
    if event.club_id is None:
        return is_host(player) or player.pk == event.by_id
    return is_host(player) or directs_any(player, (event.club_id, event.rival_id))


def directs_any(player: Player, clubs: Collection[int | None]) -> bool:
    """Return whether a player is an owner or a director of one of these clubs."""
    roles = Membership.objects.filter(club__in=[club for club in clubs if club], player=player)
    return roles.exclude(role=Membership.Role.MEMBER).exists()


def require_may_create(player: Player, club: Club | None) -> None:
    """Refuse to make an event unless the player is a host, or an owner or director of its club."""
    if club is not None:
        if is_banned(player):
            raise Refusal("banned", gettext("You’re banned, so you can’t make events."))
        check_may_direct(lock_club(club), player)
    elif not is_host(player):
        raise Refusal("not_yours", gettext("Only hosts can make events."))


@transaction.atomic
def pause_event(*, by: Player, event_id: str, reason: str) -> None:
    """Pause an event: live games go on, and no new games begin until it is resumed."""
    event = load_to_direct(by, event_id, reason)
    check_does_not_play(by, event)
    if event.paused_at is not None:
        raise Refusal("too_late", gettext("This event is already paused."))
    change_event(event, paused_at=clock.now())
    record_action(event, Kind.PAUSE, by, reason)


@transaction.atomic
def resume_event(*, by: Player, event_id: str, reason: str) -> None:
    """Resume an event. Its close moves by the length of the pause."""
    event = load_to_direct(by, event_id, reason)
    check_does_not_play(by, event)
    if event.paused_at is None:
        raise Refusal("too_late", gettext("This event isn’t paused."))
    lost = clock.now() - max(event.paused_at, event.starts_at)
    change_event(event, paused_at=None, closes_at=event.closes_at + max(lost, timedelta()))
    record_action(event, Kind.RESUME, by, reason)


@transaction.atomic
def extend_event(*, by: Player, event_id: str, minutes: int, reason: str) -> None:
    """Let new games begin for so many minutes longer. An event that had closed opens again."""
    event = load_to_direct(by, event_id, reason)
    check_does_not_play(by, event)
    if minutes not in EXTENSIONS:
        raise Refusal("bad_request", gettext("Extend an event by 1 to 240 minutes."))
    reopens = event.state == State.CLOSED
    closes_at = (clock.now() if reopens else event.closes_at) + timedelta(minutes=minutes)
    change_event(event, closes_at=closes_at, state=State.RUNNING if reopens else event.state)
    if reopens:
        _free_all_with_games_left(event)
    notify_entrants(event, record_action(event, Kind.EXTEND, by, reason, minutes=minutes))


@transaction.atomic
def end_event(*, by: Player, event_id: str, reason: str) -> None:
    """End an event now: no new games begin, and live games may finish as after any close."""
    event = load_to_direct(by, event_id, reason)
    if event.state == State.ANNOUNCED:
        raise Refusal("too_late", gettext("This event hasn’t started. Call it off instead."))
    if event.state == State.CLOSED:
        raise Refusal(
            "too_late", gettext("No new games begin in this event. Its last games are being played.")
        )
    check_is_impartial(by, event)
    change_event(event, paused_at=None, closes_at=clock.now(), reason=reason)
    close_event(event)
    notify_entrants(event, record_action(event, Kind.END, by, reason))


@transaction.atomic
def void_event(*, by: Player, event_id: str, reason: str) -> None:
    """Call an event off, so that it does not count. Live games go on, and count on the ladder as usual."""
    event = load_to_direct(by, event_id, reason)
    if event.state != State.ANNOUNCED:
        check_is_impartial(by, event)
    drop_live_pairings(event)
    void(event, reason)
    record_action(event, Kind.VOID, by, reason)


@transaction.atomic
def disqualify(*, by: Player, event_id: str, player: Player, reason: str) -> None:
    """Disqualify a player from an event and its standings. Results of other players against them still count.

    The player's live game goes on at its table, and is a walkover in the event.
    """
    event = load_to_direct(by, event_id, reason)
    check_is_impartial(by, event)
    entries = Entry.objects.filter(event=event)
    entry = entries.filter(player=player).first()
    if entry is None:
        raise Refusal("no_player", gettext("%(player)s isn’t in this event.") % {"player": player})
    if entry.is_disqualified:
        raise Refusal("too_late", gettext("%(player)s is already disqualified.") % {"player": player})
    if entry.seatings.filter(is_live=True, pairing__seatings__entry__player=by).exists():
        raise own_game()
    entries.filter(pk=entry.pk).update(is_disqualified=True, free_since=None, has_changed=True)
    forfeit_live_pairing(entry)
    action = record_action(event, Kind.DISQUALIFY, by, reason, player=player)
    notify_players(event, action, [player.pk])


@transaction.atomic
def send_message(*, by: Player, event_id: str, reason: str) -> None:
    """Send a message to the entrants, which the event's page shows until the next one.

    An identical second request within a minute does nothing.
    """
    if len(reason.strip()) not in REASON_LENGTHS:
        raise Refusal("bad_request", gettext("Write 3 to 500 letters. They stay on record."))
    event = load_to_direct(by, event_id, reason)
    if is_muted(by):
        raise Refusal("not_yours", gettext("You’re muted, so you can’t write to the players."))
    last = EventAction.objects.filter(event=event, kind=Kind.MESSAGE).order_by("-at", "-pk").first()
    if last is not None and last.reason == reason.strip() and last.at > clock.now() - SAME_WITHIN:
        return
    check_few_notices(event)
    notify_entrants(event, record_action(event, Kind.MESSAGE, by, reason), apart=True)


def load_to_direct(by: Player, event_id: str, reason: str, states: Collection[str] = LAST_LONG) -> Event:
    """Return an event, locked for an action of this director, or raise a refusal."""
    event = load_and_lock(event_id)
    if not may_direct(by, event):
        raise Refusal("not_yours", gettext("Only hosts and the event’s director can do this."))
    if len(reason.strip()) not in REASON_LENGTHS:
        raise Refusal("bad_request", gettext("Give a reason of 3 to 500 letters. It stays on record."))
    if event.state not in states:
        raise Refusal("too_late", gettext("This event is over."))
    return event


def check_does_not_play(by: Player, event: Event) -> None:
    """Refuse a change of the running event if its director plays in it. Hosts are exempt."""
    if not is_host(by) and plays_in(by, event):
        says = gettext("You play in this event. Ask a host, or a director who doesn’t play in it.")
        raise Refusal("not_yours", says)


def plays_in(player: Player, event: Event) -> bool:
    """Return whether a player takes part in an event: they have not left, or have games in it."""
    return event.entries.filter(Q(left_at=None) | Q(played__gt=0), player=player).exists()


def check_few_notices(event: Event) -> None:
    """Refuse one more action that notifies the entrants if there were many within an hour."""
    recent = EventAction.objects.filter(
        event=event, kind__in=LIMITED, at__gt=clock.now() - timedelta(hours=1)
    )
    if recent.count() >= MOST_AN_HOUR:
        says = gettext(
            "The entrants got %(most)s notifications within an hour. Wait before you send another."
        )
        raise Refusal("too_many", says % {"most": MOST_AN_HOUR})


def check_is_impartial(by: Player, event: Event) -> None:
    """Refuse to change a result if the director plays in the event or their club does. Hosts are exempt."""
    check_does_not_play(by, event)
    if not is_host(by) and event.rival_id is not None:
        raise Refusal("not_yours", gettext("This duel is between your club and another. Ask a host."))


def own_game() -> Refusal:
    """Return the refusal of a ruling on an own game."""
    return Refusal("not_yours", gettext("You can’t rule on your own game. Ask another host."))


def change_event(event: Event, **fields: object) -> None:
    """Store fields of a locked event, and let the flow check it at once."""
    for name, value in {**fields, "due_at": clock.now(), "version": event.version + 1}.items():
        setattr(event, name, value)
    event.save(update_fields=[*fields, "due_at", "version"])


def _free_all_with_games_left(event: Event) -> None:
    lock_entries(event)
    resting = Entry.objects.filter(
        event=event, free_since=None, left_at=None, is_paused=False, is_disqualified=False,
        played__lt=event.games,
    ).exclude(seatings__is_live=True)  # fmt: skip
    resting.update(free_since=clock.now(), has_changed=True)


def record_action(
    event: Event,
    kind: EventAction.Kind,
    by: Player,
    reason: str,
    player: Player | None = None,
    minutes: int | None = None,
    details: Json | None = None,
) -> EventAction:
    """Store an action, and show it."""
    action = EventAction.objects.create(
        event=event,
        kind=kind,
        by=by,
        player=player,
        minutes=minutes,
        reason=reason.strip(),
        details=details,
        at=clock.now(),
    )
    show_change(event.pk)
    publish_on_commit("lobby")
    return action
