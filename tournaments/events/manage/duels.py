"""Duels of clubs: one club invites, the other accepts, and the duel is an event of both."""

from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import is_banned
from game.models import Player
from game.runtime.pubsub import publish_on_commit
from people.clubs.lookup import check_may_direct, no_such_club
from people.clubs.models import Club, Membership
from people.notices.notice_kinds import INVITATION
from people.notices.record import notify
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import (
    build_event,
    check_has_room,
    check_settings,
    save_new,
)
from tournaments.events.models import DuelOffer, Event
from tournaments.events.record.changes import events_of
from tournaments.events.record.notify import invite_members
from tournaments.events.record.rules import GRACE

Answer, State = DuelOffer.Answer, Event.State
MOST_OFFERED = 5  # unanswered invitations of one club


@transaction.atomic
def offer(
    *, by: Player, club: Club, rival: Club, starts_at: datetime, games: int, pace: str, team_size: int = 0
) -> DuelOffer:
    """Invite a club to a duel, of all members or of teams over the same decks."""
    planned = DuelOffer(
        club=club, rival=rival, by=by, starts_at=starts_at, games=games, clock=pace, team_size=team_size
    )
    if club.pk == rival.pk:
        raise Refusal("bad_request", gettext("A club can’t play a duel against itself."))
    _lock_both(club, rival)
    _check_directs(club, by)
    check_settings(_settings(planned))
    _check_have_time(planned)
    _forget_past(club, rival)
    waiting = DuelOffer.objects.filter(answer=Answer.WAITING)
    if waiting.filter(club=club, rival=rival).exists() or waiting.filter(club=rival, rival=club).exists():
        message = gettext("%(club)s and %(rival)s already have an open invitation.")
        raise Refusal("too_late", message % {"club": club, "rival": rival})
    if waiting.filter(club=club, starts_at__gt=clock.now()).count() >= MOST_OFFERED:
        raise Refusal("too_many", gettext("Your club already has five open invitations. Withdraw one first."))
    planned.at = clock.now()
    planned.save(force_insert=True)
    _tell(planned)
    return planned


@transaction.atomic
def accept(*, by: Player, offer_id: int) -> Event:
    """Accept a duel for the invited club. The call is idempotent."""
    found = _load(offer_id)
    _check_directs(found.rival, by)
    if found.event is not None:
        return found.event
    _check_waits(found)
    settings = _settings(found)
    check_settings(settings)
    _check_have_time(found)
    check_has_room(found.club)
    event = build_event(settings, by=found.by)
    event.club, event.rival = found.club, found.rival
    save_new(event)
    kind_of(event).make_teams(event, by, settings)
    found.answer, found.event = Answer.ACCEPTED, event
    found.save(update_fields=["answer", "event"])
    invite_members(event)
    publish_on_commit("lobby")
    return event


@transaction.atomic
def decline(*, by: Player, offer_id: int) -> None:
    """Decline a duel for the invited club."""
    found = _load(offer_id)
    _check_directs(found.rival, by)
    _answer(found, Answer.DECLINED)


@transaction.atomic
def withdraw(*, by: Player, offer_id: int) -> None:
    """Withdraw an invitation for the inviting club."""
    found = _load(offer_id)
    _check_directs(found.club, by)
    _answer(found, Answer.WITHDRAWN)


def waiting_offers(club: Club) -> list[DuelOffer]:
    """Return the open invitations from and to a club, the next duel first."""
    now = clock.now()
    waiting = DuelOffer.objects.filter(answer=Answer.WAITING, starts_at__gt=now)
    open_clubs = waiting.filter(club__closed_at=None, rival__closed_at=None)
    own = open_clubs.filter(club=club) | open_clubs.filter(rival=club)
    return list(own.select_related("club", "rival", "by").order_by("starts_at", "pk"))


def _settings(offer: DuelOffer) -> EventSettings:
    names = (str(offer.club), str(offer.rival))
    return EventSettings(
        Event.Kind.TEAMS if offer.team_size else Event.Kind.DUEL,
        " – ".join(names)[:60],
        offer.starts_at,
        games=offer.games,
        clock=offer.clock,
        team_size=offer.team_size,
        teams=names,
    )


def _lock_both(*clubs: Club) -> None:
    """Lock open clubs, always in the same order to avoid deadlocks."""
    keys = [club.pk for club in clubs]
    there = Club.objects.select_for_update(no_key=True).filter(pk__in=keys, closed_at=None).order_by("pk")
    if len(list(there)) < len(keys):
        raise no_such_club()


def _load(offer_id: int) -> DuelOffer:
    """Load an invitation, with both its clubs locked."""
    found = DuelOffer.objects.filter(pk=offer_id).select_related("club", "rival").first()
    if found is None:
        raise Refusal("too_late", gettext("This invitation no longer exists."))
    _lock_both(found.club, found.rival)
    return DuelOffer.objects.select_related("club", "rival", "by", "event").get(pk=offer_id)


def _answer(found: DuelOffer, answer: str) -> None:
    if found.answer != answer:
        _check_waits(found)
        found.answer = answer
        found.save(update_fields=["answer"])


def _check_directs(club: Club, player: Player) -> None:
    if is_banned(player):
        raise Refusal("banned", gettext("You’re banned, so you can’t make events."))
    check_may_direct(club, player)


def _check_waits(found: DuelOffer) -> None:
    if found.answer != Answer.WAITING:
        raise Refusal("too_late", gettext("This invitation has been answered or withdrawn."))
    if found.starts_at <= clock.now():
        raise Refusal("too_late", gettext("The time of this duel is over. Invite the club to another."))


def _check_have_time(offer: DuelOffer) -> None:
    """Refuse a duel that overlaps with another duel of one of its clubs."""
    planned = build_event(_settings(offer))
    lasting = (State.ANNOUNCED, State.RUNNING, State.CLOSED)
    for side in (offer.club, offer.rival):
        duels = events_of(side).filter(rival__isnull=False, state__in=lasting)
        at_once = duels.filter(starts_at__lt=planned.closes_at + GRACE, closes_at__gt=offer.starts_at - GRACE)
        if at_once.exists():
            message = gettext("%(club)s plays another duel at that time.")
            raise Refusal("engaged", message % {"club": side})


def _forget_past(club: Club, rival: Club) -> None:
    """Withdraw invitations whose time has passed without an answer, so that they do not block new ones."""
    past = DuelOffer.objects.filter(answer=Answer.WAITING, starts_at__lte=clock.now())
    past.filter(club__in=(club, rival), rival__in=(club, rival)).update(answer=Answer.WITHDRAWN)


def _tell(made: DuelOffer) -> None:
    """Notify the players who may answer an invitation."""
    others = Membership.objects.filter(club=made.rival).exclude(player=made.by)
    directors = others.exclude(role=Membership.Role.MEMBER)
    players = list(directors.order_by("pk").values_list("player", flat=True))
    title, url = _settings(made).title, reverse("club", args=[made.rival.slug])
    notify(INVITATION, players, f"duel:{made.pk}", by=made.by, until=made.starts_at, title=title, url=url)
