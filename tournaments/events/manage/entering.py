"""Entering an event, leaving it, and pausing. Each action is idempotent."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.blocks import blocked_pairs, check_not_blocked
from game.accounts.people_only import check_is_person
from game.accounts.sanctions import describe_until, is_banned
from game.models import Player, Scoresheet
from people.clubs.models import Club, Membership
from ranking.models import Kind as LadderKind
from ranking.standings import load_points
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.manage.actions import is_host
from tournaments.events.models import Entry, Event, Suspension
from tournaments.events.record.changes import show_change
from tournaments.events.record.locking import load_and_lock, load_event
from tournaments.events.run.results import waits_on

GAMES_BEFORE = 10
State = Event.State


@transaction.atomic
def join(*, event_id: str, player: Player, team: str = "") -> None:
    """Enter an event, or return to it. `team` is the token of a team's link."""
    is_visit = is_host(player) and visits_samples(load_event(event_id), player)
    event = load_and_lock(event_id)
    check_may_enter(player, is_rated=event.rated, is_visit=is_visit)
    entry = Entry.objects.filter(event=event, player=player).first()
    if entry is not None and entry.left_at is None:
        return
    _check_joins(event, entry, is_visit=is_visit)
    check_not_suspended(player)
    if event.by is not None:
        check_not_blocked(player, event.by)
    club = find_club(event, player)
    if entry is None:
        if not is_visit:
            check_is_within_limits(event, player)
        entry = _build_entry(event, player, club)
    else:
        entry.left_at, entry.banned_at, entry.is_paused = None, None, False
    kind_of(event).choose_team(event, entry, player, club=club, token=team)
    if entry.pk is None:
        entry.save(force_insert=True)
    _let_wait(entry, event)


@transaction.atomic
def leave(*, event_id: str, player: Player) -> None:
    """Leave an event for good. A live game goes on, and still counts."""
    event = load_and_lock(event_id)
    entry = _load_entry(event, player)
    if entry.left_at is None:
        _check_lasts(event)
        entry.left_at, entry.free_since = clock.now(), None
        _save(entry)


@transaction.atomic
def pause(*, event_id: str, player: Player) -> None:
    """Pause: the player gets no new table until they resume. A live game goes on."""
    event = load_and_lock(event_id)
    entry = _load_entry(event, player)
    if not entry.is_paused:
        _check_takes_part(event, entry)
        entry.is_paused, entry.free_since = True, None
        _save(entry)


@transaction.atomic
def resume(*, event_id: str, player: Player) -> None:
    """Resume: the player waits for the next table again."""
    event = load_and_lock(event_id)
    entry = _load_entry(event, player)
    if entry.is_paused:
        _check_takes_part(event, entry)
        entry.is_paused = False
        _let_wait(entry, event)


def visits_samples(event: Event, player: Player | None) -> bool:
    """Return whether a host may enter a demo's event at any time, and without earlier games.

    All other players are refused after half time, when a demo shows it. Its games are casual, so no points,
    no Strength and no dump depend on a host's visit.
    """
    return is_host(player) and event.is_of_samples and event.club_id is None and not event.rated


def check_may_enter(player: Player, *, is_rated: bool = True, is_visit: bool = False) -> None:
    """Refuse guests and banned players, and in a rated event players with too few games."""
    if not player.has_account:
        says = gettext("You need an account for events. Sign up, and you keep your games.")
        raise Refusal("no_account", says)
    check_is_person(player)
    if is_banned(player):
        raise Refusal("banned", gettext("You’re banned, so you can’t enter events."))
    if is_visit or not is_rated:
        return
    played = Scoresheet.objects.filter(player=player)[:GAMES_BEFORE].count()
    if played < GAMES_BEFORE:
        says = gettext("Finish %(games)s games first. You’ve finished %(played)s so far.")
        raise Refusal("newcomer", says % {"games": GAMES_BEFORE, "played": played})


def check_is_within_limits(event: Event, player: Player) -> None:
    """Refuse a player with more points or games than an event allows. Players who entered before may stay."""
    if event.most_games is not None:
        played = Scoresheet.objects.filter(player=player, voided=False).count()
        if played > event.most_games:
            says = gettext(
                "This event is for players with at most %(most)s finished games. You have %(own)s."
            )
            raise Refusal("not_yours", says % {"most": event.most_games, "own": played})
    if event.most_points is not None:
        points = load_points({player.pk}, LadderKind.PEOPLE).get(player.pk, 0)
        if points > event.most_points:
            says = gettext("This event is for players with at most %(most)s ladder points. You have %(own)s.")
            raise Refusal("not_yours", says % {"most": event.most_points, "own": points})


def find_suspension(player: Player, at: datetime) -> Suspension | None:
    """Return the suspension from events that a player is under."""
    in_force = Suspension.objects.filter(player=player, until__gt=at, lifted_at=None)
    return in_force.order_by("-until").first()


def check_not_suspended(player: Player) -> None:
    """Refuse players who are suspended because they missed their tables."""
    if (suspension := find_suspension(player, clock.now())) is not None:
        says = gettext("You missed two of your tables, so you can’t enter an event %(until)s.")
        raise Refusal("suspended", says % {"until": describe_until(suspension.until)})


def _check_joins(event: Event, entry: Entry | None, *, is_visit: bool) -> None:
    _check_lasts(event)
    if entry is not None and entry.is_disqualified:
        raise Refusal("not_yours", gettext("You were disqualified from this event."))
    kind = kind_of(event)
    if entry is None:
        kind.check_is_qualified(event)
    if not (is_visit or kind.can_be_joined(event, clock.now())):
        raise Refusal("too_late", kind.says_too_late())
    if entry is None and Entry.objects.filter(event=event).count() >= kind.most_entries:
        says = gettext("This event is full: it has %(most)s players.")
        raise Refusal("full", says % {"most": kind.most_entries})


def _check_lasts(event: Event) -> None:
    if event.state == State.VOID:
        raise Refusal("too_late", gettext("This event is called off."))
    if event.state not in (State.ANNOUNCED, State.RUNNING):
        raise Refusal("too_late", gettext("This event is over."))


def _check_takes_part(event: Event, entry: Entry) -> None:
    _check_lasts(event)
    if entry.is_disqualified:
        raise Refusal("not_yours", gettext("You were disqualified from this event."))
    if entry.left_at is not None:
        raise Refusal("too_late", gettext("You’ve left this event."))


def _load_entry(event: Event, player: Player) -> Entry:
    entry = Entry.objects.filter(event=event, player=player).select_for_update(no_key=True).first()
    if entry is None:
        raise Refusal("not_yours", gettext("You’re not in this event."))
    return entry


def check_is_let_in(event: Event, player: Player) -> None:
    """Refuse a player who belongs neither to the event's club nor to one of its teams."""
    kind_of(event).check_is_invited(event, player, find_club(event, player))


def find_club(event: Event, player: Player) -> Club | None:
    """Return the club for which a player enters. Of two clubs, it is the one joined earlier.

    Only members may enter an event of a club.
    """
    if event.club is None:
        return None
    clubs = [club for club in (event.club, event.rival) if club]
    own = Membership.objects.filter(player=player, club__in=clubs).select_related("club")
    membership = own.order_by("since", "pk").first()
    if membership is None:
        says = gettext("Only members of %(club)s can enter this event.")
        if event.rival is not None:
            says = gettext("Only members of %(club)s and %(rival)s can enter this event.")
        raise Refusal("not_yours", says % {"club": event.club, "rival": event.rival})
    return membership.club


def _build_entry(event: Event, player: Player, club: Club | None) -> Entry:
    """Return a new entry. It is never paired with players whom a block separates from it now."""
    apart = {other for pair in blocked_pairs([player.pk]) for other in pair if other != player.pk}
    kept_apart = Entry.objects.filter(event=event, player__in=apart).order_by("pk")
    return Entry(
        event=event,
        player=player,
        joined_at=clock.now(),
        club=club if event.rival else None,
        apart=list(kept_apart.values_list("pk", flat=True)),
    )


def _let_wait(entry: Entry, event: Event) -> None:
    """Let a player who is at no table of a running event wait for one."""
    sits = entry.seatings.filter(is_live=True).exists()
    entry.free_since = clock.now() if waits_on(entry, event) and not sits else None
    _save(entry)


def _save(entry: Entry) -> None:
    entry.has_changed = True
    entry.save(update_fields=["left_at", "banned_at", "is_paused", "free_since", "has_changed", "team"])
    show_change(entry.event_id)
