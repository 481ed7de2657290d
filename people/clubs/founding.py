"""Found, describe and close clubs."""

from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.models import Player, Scoresheet
from people.clubs import names
from people.clubs.lookup import check_is_owner, lock_club, lock_player
from people.clubs.models import Club, Invitation, JoinRequest, Membership

GAMES_BEFORE = 10
MAX_OWNED = 3
MAX_ABOUT: int = Club._meta.get_field("about").max_length  # type: ignore[assignment]


# Callbacks of other apps: before an owner closes a club (may refuse), when a club closes, and when it is
# renamed.
before_close: list[Callable[[Club], None]] = []
on_dissolve: list[Callable[[Club], None]] = []
on_rename: list[Callable[[Club], None]] = []


@transaction.atomic
def found(*, player: Player, name: str, about: str) -> Club:
    """Found a club with the player as its owner."""
    name = names.clean_name(name)
    about = clean_about(about)
    check_name(name)
    owner = lock_player(player)
    check_may_own(owner)
    if Scoresheet.objects.filter(player=owner, voided=False)[:GAMES_BEFORE].count() < GAMES_BEFORE:
        message = gettext("Finish %(games)s games first. Then you can found a club.")
        raise Refusal("newcomer", message % {"games": GAMES_BEFORE})
    club = Club(about=about, created_at=clock.now())
    save_name(club, name)
    Membership.objects.create(club=club, player=owner, role=Membership.Role.OWNER, since=club.created_at)
    return club


@transaction.atomic
def describe(*, player: Player, club: Club, about: str) -> None:
    """Change a club's description."""
    about = clean_about(about)
    locked = lock_club(club)
    check_is_owner(locked, player)
    locked.about = about
    locked.save(update_fields=["about"])


@transaction.atomic
def close(*, player: Player, club: Club, name: str) -> None:
    """Close a club for good. Its owner has to type its name as a confirmation."""
    locked = lock_club(club)
    check_is_owner(locked, player)
    if names.likeness(names.clean_name(name)) != locked.likeness:
        message = gettext("To close the club, write its name: %(club)s.")
        raise Refusal("bad_request", message % {"club": locked})
    for check in before_close:
        check(locked)
    dissolve(locked)


def dissolve(club: Club) -> None:
    """Close a locked club: remove all members, and release its name."""
    for of_the_club in (Membership, Invitation, JoinRequest):
        of_the_club.objects.filter(club=club).delete()
    for part in on_dissolve:
        part(club)
    club.closed_at, club.slug, club.likeness = clock.now(), None, None
    club.save(update_fields=["closed_at", "slug", "likeness"])


def save_name(club: Club, name: str) -> None:
    """Save a club under a checked name. Refuse a name that is taken."""
    club.name, club.slug, club.likeness = name, names.slug_of(name), names.likeness(name)
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError:
        raise Refusal(
            "bad_request", gettext("A club already has this name, or one that looks too much like it.")
        ) from None
    for part in on_rename:
        part(club)


def check_name(name: str) -> None:
    """Refuse an invalid name."""
    if fault := names.find_name_fault(name):
        raise Refusal("bad_request", fault)


def check_may_own(player: Player) -> None:
    """Refuse a player who already owns the largest number of clubs."""
    owned = Membership.objects.filter(player=player, role=Membership.Role.OWNER)
    if owned.count() >= MAX_OWNED:
        message = gettext("%(player)s already owns %(most)s clubs, the most a player can own.")
        raise Refusal("too_many", message % {"player": player, "most": MAX_OWNED})


def clean_about(about: str) -> str:
    """Return a description in stored form: one paragraph."""
    paragraph = " ".join(about.split())
    if len(paragraph) > MAX_ABOUT:
        message = gettext("A description can have at most %(longest)s characters; yours has %(letters)s.")
        raise Refusal("bad_request", message % {"longest": MAX_ABOUT, "letters": len(paragraph)})
    if not paragraph.isprintable():
        raise Refusal("bad_request", gettext("This description has characters that can’t be displayed."))
    return paragraph
