"""Suggest, accept and call off a time for a game, and start the game. One function for each action."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from common import clock
from common.refusal import Refusal
from game.accounts import blocks
from game.accounts.people_only import check_is_person
from game.following.models import Follow
from game.lobby import rated, seeks
from game.lobby.pairing import GameSettings
from game.lobby.seeks import Placement
from game.models import Game, Player
from people.appointments.models import Appointment
from people.appointments.notice_kinds import APPOINTMENT, APPOINTMENT_SOON
from people.appointments.times import FURTHEST, OPENS_BEFORE, REMIND_BEFORE, STAYS_OPEN
from people.notices.record import notify, settle
from rng import entropy

MAX_STANDING = 5
# Cancelled ones count too: each is a notification for another player.
MAX_A_DAY = 10
A_DAY = timedelta(days=1)

State = Appointment.State


@dataclass(frozen=True, slots=True)
class Upcoming:
    """An appointment, as one of its players sees it."""

    appointment: Appointment
    other: Player | None
    is_own: bool


def load_upcoming(player: Player) -> list[Upcoming]:
    """Return a player's appointments that are neither called off nor past, the next one first."""
    standing = Appointment.objects.filter(state__in=(State.ASKED, State.ACCEPTED))
    ahead = standing.filter(Q(by=player) | Q(to=player), starts_at__gt=clock.now() - STAYS_OPEN)
    found = list(ahead.select_related("by", "to").order_by("starts_at", "pk"))
    apart = blocks.blocked_pairs([player.pk]) if found else set()
    shown = (Upcoming(each, each.other_than(player), each.by == player) for each in found)
    return [
        each for each in shown if each.other is None or frozenset((player.pk, each.other.pk)) not in apart
    ]


def load(appointment_id: str) -> Appointment:
    """Load an appointment by the id in its link."""
    appointment = Appointment.objects.select_related("by", "to").filter(pk=appointment_id).first()
    if appointment is None:
        raise Refusal("no_seek", gettext("This link doesn’t work. Part of it may be missing."))
    return appointment


def check_may_see(appointment: Appointment, visitor: object) -> None:
    """Refuse an appointment of two others, or of two players of whom one has blocked the other."""
    if appointment.to is None:
        if isinstance(visitor, Player) and visitor != appointment.by:
            blocks.check_not_blocked(visitor, appointment.by)
        return
    if visitor not in (appointment.by, appointment.to):
        raise Refusal("not_yours", gettext("This time is for two other players."))
    blocks.check_not_blocked(appointment.by, appointment.to)


def check_stands(appointment: Appointment) -> None:
    """Refuse an appointment that was called off, or whose time has passed."""
    if not appointment.is_standing:
        raise Refusal("too_late", gettext("This game was called off."))
    if clock.now() > appointment.closes_at:
        raise Refusal("too_late", gettext("The time of this game has passed."))


@transaction.atomic
def suggest(*, player: Player, to: Player | None, starts_at: datetime, settings: GameSettings) -> Appointment:
    """Suggest a time to a player, or by link. If it is suggested again, return the first appointment."""
    check_may_suggest(player, to)
    now = clock.now()
    if not now < starts_at <= now + FURTHEST:
        message = gettext("Choose a time from now on, and at most %(days)s days ahead.")
        raise Refusal("bad_request", message % {"days": FURTHEST.days})
    if to is None:
        rated.check_accounts((player,), settings, requester=player)
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    else:
        blocks.lock_pair(player, to)
        seeks.check_may_ask(player, to, settings)
    own = Appointment.objects.filter(by=player)
    standing = own.filter(state__in=(State.ASKED, State.ACCEPTED), starts_at__gt=now)
    if same := standing.filter(to=to, starts_at=starts_at, settings=asdict(settings)).first():
        return same
    _check_limits(standing.count(), own.filter(created_at__gt=now - A_DAY).count())
    appointment = Appointment.objects.create(
        id=entropy.game_id(),
        by=player,
        to=to,
        settings=asdict(settings),
        starts_at=starts_at,
        created_at=now,
    )
    _notify(appointment, to, State.ASKED, by=player)
    return appointment


def check_may_suggest(player: object, to: Player | None) -> None:
    """Refuse a player without an account, and a time for a player whom they don't follow."""
    if not (isinstance(player, Player) and player.has_account):
        message = gettext("You need an account to suggest a time. Sign up, and you keep your games.")
        raise Refusal("no_account", message)
    check_is_person(player)
    if to is None:
        return
    if to.is_any_bot:
        raise Refusal("bad_request", gettext("You can only suggest a time to people."))
    if not Follow.objects.filter(by=player, followed=to).exists():
        message = gettext("You can only suggest a time to players you follow, or by link.")
        raise Refusal("bad_request", message)


def _check_limits(standing: int, today: int) -> None:
    if standing >= MAX_STANDING:
        message = gettext("You’ve suggested %(most)s times already. Cancel one of them first.")
        raise Refusal("too_many", message % {"most": MAX_STANDING})
    if today >= MAX_A_DAY:
        message = gettext("You’ve suggested %(most)s times within a day. Try again tomorrow.")
        raise Refusal("too_many", message % {"most": MAX_A_DAY})


@transaction.atomic
def accept(*, appointment_id: str, player: Player) -> None:
    """Accept a time. By link, the first player who accepts is the opponent. The call is idempotent."""
    appointment = _lock(appointment_id)
    if player == appointment.by:
        message = gettext("This is your own invitation. Another player has to accept it.")
        raise Refusal("bad_request", message)
    if appointment.to is not None and player != appointment.to:
        raise Refusal("too_late", gettext("Another player has accepted this invitation."))
    if appointment.state == State.ACCEPTED:
        return
    check_stands(appointment)
    check_is_person(player)
    seeks.check_may_ask(player, appointment.by, appointment.settings_for(player))
    appointment.to, appointment.state = player, State.ACCEPTED
    remind_at = appointment.starts_at - REMIND_BEFORE
    # A player who accepts after that knows that it begins soon, and so does the one who is notified of it.
    appointment.remind_at = remind_at if remind_at > clock.now() else None
    appointment.save(update_fields=["to", "state", "remind_at"])
    settle(APPOINTMENT, [player.pk], [_about(appointment, State.ASKED)])
    _notify(appointment, appointment.by, State.ACCEPTED, by=player)


@transaction.atomic
def call_off(*, appointment_id: str, player: Player) -> None:
    """Decline a suggested time, or cancel an own or accepted one. The call is idempotent."""
    appointment = _lock(appointment_id)
    if player not in (appointment.by, appointment.to):
        raise Refusal("not_yours", gettext("This time is for two other players."))
    if not appointment.is_standing:
        return
    check_stands(appointment)
    declines = player == appointment.to and appointment.state == State.ASKED
    appointment.state = State.DECLINED if declines else State.CANCELLED
    appointment.remind_at = None
    appointment.save(update_fields=["state", "remind_at"])
    players = [each.pk for each in (appointment.by, appointment.to) if each]
    settle(APPOINTMENT, players, [_about(appointment, state) for state in (State.ASKED, State.ACCEPTED)])
    settle(APPOINTMENT_SOON, players, [_about_soon(appointment)])
    _notify(appointment, appointment.other_than(player), appointment.state, by=player)


@transaction.atomic
def play(*, appointment_id: str, player: Player) -> Placement:
    """Challenge the other player to the game. The second of the two to do so starts it."""
    appointment = _lock(appointment_id)
    other = appointment.other_than(player)
    if player not in (appointment.by, appointment.to):
        raise Refusal("not_yours", gettext("This time is for two other players."))
    if Game.objects.filter(pk=appointment.game).exists():
        return Placement(appointment.game)
    check_stands(appointment)
    if other is None or appointment.state != State.ACCEPTED:
        raise Refusal("too_early", gettext("The other player has not accepted this time yet."))
    if clock.now() < appointment.opens_at:
        minutes = OPENS_BEFORE // timedelta(minutes=1)
        message = ngettext(
            "You can start this game from %(n)s minute before its time.",
            "You can start this game from %(n)s minutes before its time.",
            minutes,
        )
        raise Refusal("too_early", message % {"n": minutes})
    placement = seeks.challenge(player=player, to=other, settings=appointment.settings_for(player))
    Appointment.objects.filter(pk=appointment.pk).update(game=placement.game)
    settle(APPOINTMENT_SOON, [player.pk], [_about_soon(appointment)])
    return placement


def notify_both_soon(appointment: Appointment) -> None:
    """Remind both players, in the transaction of the caller."""
    assert appointment.to is not None
    for player, other in ((appointment.by, appointment.to), (appointment.to, appointment.by)):
        notify(
            APPOINTMENT_SOON,
            [player.pk],
            _about_soon(appointment),
            by=other,
            until=appointment.starts_at + APPOINTMENT_SOON.lasts,
            url=_url(appointment),
        )


def _lock(appointment_id: str) -> Appointment:
    """Lock an appointment, so that its players' requests run one after the other."""
    list(Appointment.objects.select_for_update().filter(pk=appointment_id).values_list("pk"))
    return load(appointment_id)


def _notify(appointment: Appointment, player: Player | None, what: str, *, by: Player) -> None:
    if player is None:
        return
    about, url = _about(appointment, what), _url(appointment)
    notify(APPOINTMENT, [player.pk], about, by=by, until=appointment.closes_at, what=str(what), url=url)


def _url(appointment: Appointment) -> str:
    return reverse("appointment", args=[appointment.pk])


def _about(appointment: Appointment, what: str) -> str:
    return f"appointment:{appointment.pk}:{what}"


def _about_soon(appointment: Appointment) -> str:
    return _about(appointment, "soon")
