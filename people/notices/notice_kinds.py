"""The kinds of notifications about games, challenges and invitations."""

from datetime import timedelta

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.engine.state import Seat
from game.engine.transcript import parse_transcript
from game.lobby.matchmaking import is_open
from game.models import Game, Seek
from game.table.clocks.turns import is_turn_of, turn_start_ply
from people.notices.kinds import BELL, MAIL, PUSH, Kind, Parts, name_in
from people.notices.models import Notice

# In games with a day per move, the player is reminded when this much time is left.
TURN_ENDING_LEFT = timedelta(hours=6)


def _is_turn_still(notice: Notice) -> bool:
    """Return whether a game still waits for the same move as when the notification was stored."""
    _, _, ply = notice.about.split(":")
    games = Game.objects.unfinished().select_related("seat_a", "seat_b")
    game = games.filter(pk=notice.parts["game"]).first()
    seat = Seat(notice.parts["seat"])
    if game is None or not is_turn_of(game, seat):
        return False
    return turn_start_ply(parse_transcript(game.transcript)[1], seat) == int(ply)


def _is_offer_open(notice: Notice) -> bool:
    seek = Seek.objects.filter(pk=notice.about.partition(":")[2]).first()
    return seek is not None and is_open(seek)


def _describe_invitation(parts: Parts) -> str:
    """Return the sentence of an invitation, or of an answer to a request to join a club."""
    sentences = {
        "asked": gettext("%(name)s asks to join %(title)s."),
        "accepted": gettext("%(title)s let you in: you’re a member now."),
        "declined": gettext("%(title)s declined your request to join."),
        "final": gettext("You’ve qualified: %(title)s"),
        "owner": gettext("%(title)s has lost its owner. You are the owner now."),
        "boards": gettext("%(name)s has played your cards: you can compare the two games."),
    }
    sentence = sentences.get(parts.get("what", ""), gettext("%(name)s invites you: %(title)s"))
    return sentence % {"name": name_in(parts), "title": parts.get("title", "")}


TURN = Kind(
    name="turn",
    ways=(BELL, PUSH, MAIL),
    default=(BELL, PUSH),
    always=(BELL,),
    is_computed=True,
    has_own_mail=True,
    label=_("Your move"),
    hint=_("In games with a day per move: once a turn, and only when you’re not at the table."),
    describe=lambda parts: gettext("Your move against %(name)s") % {"name": name_in(parts)},
    is_worded_by_pages=True,
    stands=_is_turn_still,
)
TURN_ENDING = Kind(
    name="turn_ending",
    ways=(BELL, PUSH, MAIL),
    default=(BELL, PUSH, MAIL),
    always=(BELL,),
    is_computed=True,
    label=_("Six hours left for your move"),
    hint=_("By email only if you haven’t been here for a day."),
    describe=lambda parts: (
        gettext("Six hours left for your move against %(name)s") % {"name": name_in(parts)}
    ),
    is_worded_by_pages=True,
    stands=_is_turn_still,
)
CHALLENGE = Kind(
    name="challenge",
    ways=(BELL, PUSH),
    default=(BELL, PUSH),
    always=(BELL,),
    is_computed=True,
    label=_("Challenges and rematches"),
    describe=lambda parts: gettext("%(name)s challenges you") % {"name": name_in(parts)},
    is_worded_by_pages=True,
    stands=_is_offer_open,
)
REMATCH = Kind(
    name="rematch",
    ways=(BELL, PUSH),
    default=(BELL, PUSH),
    is_computed=True,
    group="challenge",
    describe=lambda parts: gettext("%(name)s wants a rematch") % {"name": name_in(parts)},
    is_worded_by_pages=True,
    stands=_is_offer_open,
)
INVITATION = Kind(
    name="invitation",
    ways=(BELL, PUSH),
    default=(BELL, PUSH),
    label=_("Invitations"),
    hint=_("To an event or a club."),
    lasts=timedelta(days=1),
    describe=_describe_invitation,
    is_worded_by_pages=True,
)

KINDS = (TURN, TURN_ENDING, CHALLENGE, REMATCH, INVITATION)
