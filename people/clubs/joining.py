"""Join a club: by its link, or by a request to its owners and directors."""

from datetime import timedelta

from django.db import transaction
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.blocks import blocked_pairs
from game.models import Player
from people.clubs.lookup import check_may_direct, find_membership, lock_club, lock_player
from people.clubs.models import Club, Invitation, JoinRequest, Membership
from people.notices.notice_kinds import INVITATION
from people.notices.record import notify
from rng import entropy

MAX_MEMBERS = 200
MAX_CLUBS = 10
MAX_WAITING = 100  # open requests of one club
LINK_LASTS = timedelta(days=14)
ASK_AGAIN_AFTER = timedelta(days=7)


# By link.


@transaction.atomic
def make_link(*, player: Player, club: Club) -> Invitation:
    """Create a club's link. A new link replaces the old one."""
    locked = lock_club(club)
    check_may_direct(locked, player)
    Invitation.objects.filter(club=locked).delete()
    expires_at = clock.now() + LINK_LASTS
    return Invitation.objects.create(club=locked, token=entropy.club_token(), expires_at=expires_at)


@transaction.atomic
def revoke_link(*, player: Player, club: Club) -> None:
    """Revoke a club's link."""
    locked = lock_club(club)
    check_may_direct(locked, player)
    Invitation.objects.filter(club=locked).delete()


def load_invitation(token: str) -> Invitation:
    """Return a valid invitation, or raise a refusal."""
    stands = Invitation.objects.filter(token=token.replace("\0", ""), expires_at__gt=clock.now())
    invitation = stands.select_related("club").first()
    if invitation is None:
        raise Refusal("too_late", gettext("This link to a club no longer works. Ask the club for a new one."))
    return invitation


@transaction.atomic
def join(*, player: Player, token: str) -> Club:
    """Join a club by its link. The role of an existing member does not change."""
    joiner = lock_player(player)
    club = lock_club(load_invitation(token).club)
    load_invitation(token)  # the link may have been revoked before the club was locked
    if find_membership(club, joiner) is None:
        _let_in(club, joiner)
    return club


# By request.


@transaction.atomic
def ask(*, player: Player, club: Club) -> None:
    """Ask the owners and directors of a club for membership."""
    asker = lock_player(player)
    locked = lock_club(club)
    if find_membership(locked, asker) is not None:
        raise Refusal("too_late", gettext("You’re already a member of %(club)s.") % {"club": locked})
    _check_has_room_for_clubs(asker)
    _check_not_declined_lately(locked, asker)
    requests = JoinRequest.objects.filter(club=locked)
    if requests.filter(player=asker, declined_at=None).exists():
        return
    if requests.filter(declined_at=None).count() >= MAX_WAITING:
        raise Refusal("too_many", gettext("The club already has many open requests. Please try again later."))
    requests.filter(player=asker).delete()
    request = JoinRequest.objects.create(club=locked, player=asker, at=clock.now())
    _tell(locked, _directors_to_tell(locked, asker), request, "asked", by=asker)


@transaction.atomic
def withdraw(*, player: Player, club: Club) -> None:
    """Withdraw an unanswered request."""
    JoinRequest.objects.filter(club=lock_club(club), player=player, declined_at=None).delete()


@transaction.atomic
def accept(*, player: Player, club: Club, asker: Player) -> None:
    """Accept a request. The call is idempotent."""
    joiner = lock_player(asker)
    locked = lock_club(club)
    check_may_direct(locked, player)
    if find_membership(locked, joiner) is not None:
        return
    request = _load_request(locked, joiner)
    _let_in(locked, joiner)
    _tell(locked, [joiner.pk], request, "accepted", by=player)


@transaction.atomic
def decline(*, player: Player, club: Club, asker: Player) -> None:
    """Decline a request."""
    locked = lock_club(club)
    check_may_direct(locked, player)
    request = _load_request(locked, asker)
    request.declined_at = clock.now()
    request.save(update_fields=["declined_at"])
    _tell(locked, [asker.pk], request, "declined", by=player)


def waiting_requests(club: Club) -> list[JoinRequest]:
    """Return the open requests, oldest first."""
    waiting = JoinRequest.objects.filter(club=club, declined_at=None)
    return list(waiting.select_related("player").order_by("at", "pk"))


def _load_request(club: Club, asker: Player) -> JoinRequest:
    request = JoinRequest.objects.filter(club=club, player=asker, declined_at=None).first()
    if request is None:
        message = gettext("%(player)s has withdrawn the request, or already has an answer.")
        raise Refusal("too_late", message % {"player": asker})
    return request


def _let_in(club: Club, player: Player) -> None:
    """Make a player a member. Both rows are locked."""
    if Membership.objects.filter(club=club).count() >= MAX_MEMBERS:
        message = gettext("%(club)s is full: a club can have %(most)s members.")
        raise Refusal("full", message % {"club": club, "most": MAX_MEMBERS})
    _check_has_room_for_clubs(player)
    Membership.objects.create(club=club, player=player, since=clock.now())
    JoinRequest.objects.filter(club=club, player=player).delete()


def _check_has_room_for_clubs(player: Player) -> None:
    if Membership.objects.filter(player=player).count() >= MAX_CLUBS:
        message = gettext("%(player)s is in %(most)s clubs already. Leave one of them first.")
        raise Refusal("too_many", message % {"player": player, "most": MAX_CLUBS})


def _check_not_declined_lately(club: Club, asker: Player) -> None:
    since = clock.now() - ASK_AGAIN_AFTER
    declined = JoinRequest.objects.filter(club=club, player=asker, declined_at__gt=since).first()
    if declined is not None and declined.declined_at is not None:
        day = date_format(declined.declined_at + ASK_AGAIN_AFTER, "DATE_FORMAT")
        message = gettext("%(club)s declined your request. You can ask again on %(day)s.")
        raise Refusal("too_late", message % {"club": club, "day": day})


def _directors_to_tell(club: Club, asker: Player) -> list[int]:
    """Return the owners and directors of a club, without those whom a block separates from the player."""
    directors = Membership.objects.filter(club=club).exclude(role=Membership.Role.MEMBER)
    apart = blocked_pairs([asker.pk])
    ids = directors.order_by("pk").values_list("player", flat=True)
    return [pk for pk in ids if frozenset((pk, asker.pk)) not in apart]


def _tell(club: Club, players: list[int], request: JoinRequest, what: str, *, by: Player) -> None:
    """Notify players of the outcome of a request."""
    assert club.slug is not None
    url = reverse("club", args=[club.slug])
    notify(INVITATION, players, f"club:{request.pk}:{what}", by=by, what=what, title=club.name, url=url)
