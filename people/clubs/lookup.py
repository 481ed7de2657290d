"""Find clubs and members, and lock them before a change.

Where a player's row is locked too, lock it before the club's, to avoid deadlocks.
"""

from django.utils.translation import gettext

from common.refusal import Refusal
from game.accounts.people_only import check_is_person
from game.models import Player
from people.clubs.models import Club, Membership
from people.clubs.names import slug_of

MAX_NAME_MATCHES = 20


def load_club(slug: str) -> Club:
    """Return the open club at this address, or raise a refusal."""
    club = None if "\0" in slug else Club.objects.filter(slug=slug).first()
    if club is None:
        raise no_such_club()
    return club


def club_ids_by_prefix(name: str) -> list[int]:
    """Return the ids of open clubs whose names begin with a prefix."""
    clubs = Club.objects.filter(slug__startswith=slug_of(name)).order_by("slug")
    return list(clubs.values_list("pk", flat=True)[:MAX_NAME_MATCHES])


def lock_club(club: Club) -> Club:
    """Lock an open club, so that its members cannot change meanwhile."""
    locked = Club.objects.select_for_update(no_key=True).filter(pk=club.pk, closed_at=None).first()
    if locked is None:
        raise no_such_club()
    return locked


def lock_player(player: Player) -> Player:
    """Lock a player with an account, so that the number of their clubs cannot change meanwhile."""
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if not (locked.has_account and locked.is_active):
        raise Refusal(
            "no_account", gettext("You need an account for clubs. Sign up, and you keep your games.")
        )
    check_is_person(locked)
    return locked


def find_membership(club: Club, player: object) -> Membership | None:
    """Return a visitor's membership in a club, or None."""
    if not isinstance(player, Player):
        return None
    return Membership.objects.filter(club=club, player=player).select_related("player").first()


def load_membership(club: Club, player: Player) -> Membership:
    """Return a player's membership in a club, or raise a refusal."""
    found = find_membership(club, player)
    if found is None:
        message = gettext("%(player)s is not a member of %(club)s.")
        raise Refusal("too_late", message % {"player": player.shown_name, "club": club})
    return found


def check_may_direct(club: Club, player: Player) -> Membership:
    """Raise a refusal unless the player is an owner or director."""
    found = find_membership(club, player)
    if found is None or not found.may_direct:
        raise Refusal("not_yours", gettext("Only the owners and directors of a club can do this."))
    return found


def check_is_owner(club: Club, player: Player) -> Membership:
    """Raise a refusal unless the player is an owner."""
    found = find_membership(club, player)
    if found is None or not found.is_owner:
        raise Refusal("not_yours", gettext("Only the owners of a club can do this."))
    return found


def no_such_club() -> Refusal:
    return Refusal("no_club", gettext("There’s no such club. It may have been renamed or closed."))
