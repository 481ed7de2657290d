"""Change roles in a club: promote, leave, remove. An open club always has an owner."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.urls import reverse
from django.utils.translation import gettext

from common.refusal import Refusal
from game.models import Player
from people.clubs.founding import check_may_own, dissolve
from people.clubs.lookup import check_is_owner, check_may_direct, load_membership, lock_club, lock_player
from people.clubs.models import Club, Invitation, Membership
from people.notices.notice_kinds import INVITATION
from people.notices.record import notify

Role = Membership.Role


@transaction.atomic
def set_role(*, player: Player, club: Club, other: Player, role: str) -> None:
    """Make a member a director, a further owner, or an ordinary member."""
    if role not in Role.values:
        raise Refusal("bad_request", gettext("Choose a role: owner, director or member."))
    subject = lock_player(other)
    locked = lock_club(club)
    check_is_owner(locked, player)
    membership = load_membership(locked, subject)
    if membership.role == role:
        return
    if membership.is_owner and other != player:
        raise Refusal("not_yours", gettext("Only owners themselves can change their role."))
    if role == Role.OWNER:
        check_may_own(subject)
    if membership.is_owner:
        _check_has_another_owner(locked, membership)
    membership.role = role
    membership.save(update_fields=["role"])


@transaction.atomic
def leave(*, player: Player, club: Club) -> bool:
    """Leave a club. The only owner has to name another first.

    Return whether the club closed because its last member left.
    """
    locked = lock_club(club)
    membership = load_membership(locked, player)
    others = Membership.objects.filter(club=locked).exclude(pk=membership.pk)
    if not others.exists():
        dissolve(locked)
        return True
    if membership.is_owner:
        _check_has_another_owner(locked, membership)
    membership.delete()
    return False


@transaction.atomic
def remove(*, player: Player, club: Club, other: Player) -> None:
    """Remove a member, and revoke the club's link, which they may know."""
    locked = lock_club(club)
    own = check_may_direct(locked, player)
    membership = load_membership(locked, other)
    if membership.is_owner or (membership.may_direct and not own.is_owner):
        raise Refusal("not_yours", gettext("Directors can remove members. Owners can also remove directors."))
    membership.delete()
    Invitation.objects.filter(club=locked).delete()


def withdraw_from_clubs(player: Player) -> None:
    """Remove a deleted player from all clubs. A club that they alone owned gets an heir, or closes.

    The caller holds the player's row.
    """
    own = list(Membership.objects.filter(player=player).values_list("club", flat=True))
    for club in Club.objects.select_for_update(no_key=True).filter(pk__in=own, closed_at=None).order_by("pk"):
        _take_out(club, player)


def _take_out(club: Club, player: Player) -> None:
    Membership.objects.filter(club=club, player=player).delete()
    members = Membership.objects.filter(club=club)
    if members.filter(role=Role.OWNER).exists():
        return
    heir = by_rank(members).first()
    if heir is None:
        dissolve(club)
        club.about = ""  # the description may be theirs
        return club.save(update_fields=["about"])
    heir.role = Role.OWNER
    heir.save(update_fields=["role"])
    assert club.slug is not None
    url = reverse("club", args=[club.slug])
    about = f"club:{club.pk}:heir:{heir.pk}"
    notify(INVITATION, [heir.player_id], about, what="owner", title=club.name, url=url)


def by_rank(members: QuerySet[Membership]) -> QuerySet[Membership]:
    """Return members ordered by role (owners, directors, members), then by length of service."""
    order: Sequence[str] = Role.values
    ranks = [When(role=role, then=Value(rank)) for rank, role in enumerate(order)]
    return members.alias(rank=Case(*ranks, output_field=IntegerField())).order_by("rank", "since", "pk")


def _check_has_another_owner(club: Club, membership: Membership) -> None:
    others = Membership.objects.filter(club=club, role=Role.OWNER).exclude(pk=membership.pk)
    if not others.exists():
        raise Refusal(
            "not_yours",
            gettext("You’re the only owner. Make another member an owner first, or close the club."),
        )
