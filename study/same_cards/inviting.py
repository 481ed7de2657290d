"""Make and accept invitations to play a game's cards. All rules are here."""

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common import clock
from common.refusal import Refusal
from game.accounts.blocks import check_not_blocked
from game.accounts.people_only import check_is_person
from game.decisions.lot import LEARNING
from game.engine.state import Ended, Seat
from game.engine.transcript import parse_transcript
from game.models import Game, Player
from game.runtime.worker_pool import JobFailed
from game.shared_decks.known_cards import known_cards_checks
from game.shared_decks.models import Round, SharedGame
from game.shared_rounds.rounds import (
    RoundIsOpen,
    close_round,
    fill_round,
    is_in_log,
    open_game_of_round,
    open_round_of_game,
)
from game.table.bot_accounts import HOUSE_BOTS
from game.table.record.round_of_game import load_round_decks
from rng import entropy
from study.same_cards.models import Invitation
from study.same_cards.stages import Stage, stage_of
from study.same_cards.verdicts import answers_the_same

log = logging.getLogger(__name__)

# How long a link is valid, and how long a game begun by it may take.
GOOD_FOR = PLAYED_WITHIN = timedelta(days=7)
MOST_WAITING = 10

Rule = tuple[Callable[[Game], bool], str, str | Promise]

# The conditions for a game, each with the code and sentence of its refusal.
OF_A_GAME: Sequence[Rule] = (
    (lambda game: game.finished_at is not None, "not_over", _("This game isn’t over yet.")),
    (
        lambda game: game.seat_b.is_bot and not game.seat_a.is_bot,
        "bad_request",
        _(
            "A friend can play your cards only against the same bot, and you played this game "
            "against a person."
        ),
    ),
    (
        lambda game: game.seat_b.brain not in LEARNING,
        "bad_request",
        _("HALSCRIB learns from its opponents, so it would play differently against your friend."),
    ),
    (
        lambda game: game.seat_b.brain in HOUSE_BOTS,
        "bad_request",
        _("This bot is a program added by the hosts. It wouldn’t play the same game again."),
    ),
    (
        lambda game: game.ended == Ended.PLAYED.value and game.voided_at is None,
        "void",
        _("Only a finished game has a result to compare."),
    ),
    (
        lambda game: not SharedGame.objects.filter(game=game, round__of_game=None).exists(),
        "bad_request",
        _("Many tables were dealt these cards, so too many people know them."),
    ),
    (
        lambda game: is_in_log(origin_of(game)),
        "bad_request",
        _("The public log doesn’t hold this game, so nobody could check its cards."),
    ),
)


def origin_of(game: Game) -> str:
    """Return the game to which these cards were dealt first."""
    earlier = SharedGame.objects.filter(game=game).values_list("round__of_game", flat=True).first()
    return earlier or game.pk


def check_may_invite(game: Game, player: object) -> None:
    """Raise a refusal if a player cannot challenge a friend to the cards of this game."""
    if not isinstance(player, Player) or game.seat_of(player) is not Seat.A:
        says = gettext("Only the player of a game can challenge a friend to its cards.")
        raise Refusal("not_yours", says)
    check_is_person(player)
    for holds, code, why in OF_A_GAME:
        if not holds(game):
            raise Refusal(code, str(why))
    for check in known_cards_checks:
        check(game, origin_of(game))


def may_invite(game: Game, player: object) -> bool:
    """Return whether to offer a player to challenge a friend to the cards of this game."""
    try:
        check_may_invite(game, player)
    except Refusal:
        return False
    return True


def invite(game: Game, player: object) -> Invitation:
    """Make an invitation to the cards of a player's game, or return the open one."""
    check_may_invite(game, player)
    assert isinstance(player, Player)
    if (waiting := find_open(game)) is not None:
        return waiting
    own = Invitation.objects.filter(by=player, round__closed_at=None)
    if own.count() >= MOST_WAITING:
        raise Refusal("too_many", gettext("You have many open invitations. Withdraw one of them first."))
    _check_answers(game)
    until = clock.now() + GOOD_FOR
    try:
        with transaction.atomic():
            round_ = open_round_of_game(origin_of(game), until)
            return Invitation.objects.create(
                code=entropy.club_token(),
                game=game,
                by=player,
                round=round_,
                made_at=clock.now(),
                good_until=until,
            )
    except RoundIsOpen:
        if (waiting := find_open(game)) is not None:  # a concurrent request was first
            return waiting
        says = gettext("Another player is playing these cards now. Try again when that game is over.")
        raise Refusal("engaged", says) from None


def _check_answers(game: Game) -> None:
    try:
        is_same = answers_the_same(game)
    except JobFailed:
        log.exception("game %s: the bot's answers could not be checked again", game.pk)
        says = gettext(
            "We couldn’t check in time whether the bot still answers the same way. Please try again."
        )
        raise Refusal("busy", says) from None
    if not is_same:
        says = gettext(
            "The bot wouldn’t answer the same way any more. It has changed since, or it was once too slow."
        )
        raise Refusal("too_late", says)


def find_open(game: Game) -> Invitation | None:
    """Return the open invitation to the cards of this game: only the latest of a round can be."""
    invitations = Invitation.objects.filter(round__games=game.pk, round__closed_at=None)
    latest = invitations.order_by("-made_at").first()
    return latest if latest is not None and latest.game_id == game.pk else None


def find_invitation_to(game_id: str) -> str | None:
    """Return the invitation by which a friend plays a game, or None for any other game."""
    return Invitation.objects.filter(answer=game_id).values_list("pk", flat=True).first()


@transaction.atomic
def withdraw(code: str, player: object) -> None:
    """Withdraw an invitation whose game has not begun. The call is idempotent."""
    invitation = _lock(code)
    if invitation.by != player:
        raise Refusal("not_yours", gettext("Only the player who made this link can withdraw it."))
    if invitation.answer is not None:
        raise Refusal("too_late", gettext("Your friend has begun to play, and can finish the game."))
    if stage_of(invitation) is not Stage.WAITING:
        return
    invitation.withdrawn_at = clock.now()
    invitation.save(update_fields=["withdrawn_at"])
    fill_round(invitation.round_id)
    close_round(invitation.round_id)


def withdraw_all(player: Player) -> None:
    """Withdraw the invitations of a deleted player, and delete all that they made."""
    for waiting in Invitation.objects.filter(
        by=player, answer=None, withdrawn_at=None, round__closed_at=None
    ):
        withdraw(waiting.pk, player)
    Invitation.objects.filter(by=player).delete()


def take(code: str, player: Player) -> Game:
    """Open the game of a friend who accepts an invitation. The call is idempotent."""
    invitation = _find(Invitation.objects.all(), code)
    if invitation.answer is None:
        check_may_take(invitation, player)
        _check_answers(invitation.game)  # without a lock, because it may take long
    return _open(code, player)


@transaction.atomic
def _open(code: str, player: Player) -> Game:
    invitation = _lock(code)
    if invitation.answer is not None and invitation.answer.seat_a == player:
        return invitation.answer
    check_may_take(invitation, player)
    rules, _ = parse_transcript(invitation.game.transcript)
    game = open_game_of_round(
        load_round_decks(invitation.round_id),
        (player, invitation.game.seat_b),
        target=rules.target,
        counting=rules.counting.value,
        head_start=rules.start,
    )
    invitation.answer = game
    invitation.save(update_fields=["answer"])
    fill_round(invitation.round_id)
    Round.objects.filter(pk=invitation.round_id).update(closes_at=clock.now() + PLAYED_WITHIN)
    return game


REFUSED_AT: dict[Stage, tuple[str, str | Promise]] = {
    Stage.WITHDRAWN: ("too_late", _("This invitation was withdrawn.")),
    Stage.EXPIRED: ("too_late", _("This invitation has expired: it wasn’t taken within a week.")),
    Stage.PLAYED: ("full", _("Another player has taken this invitation. It works for one friend, once.")),
    Stage.DONE: ("full", _("This invitation was played. It works for one friend, once.")),
    Stage.UNPLAYED: ("full", _("This invitation was taken. It works for one friend, once.")),
}


def check_may_take(invitation: Invitation, visitor: object) -> None:
    """Raise a refusal if a visitor cannot accept an invitation. A visitor may not be a player yet."""
    if invitation.by == visitor:
        raise Refusal("not_yours", gettext("This is your own invitation: send its link to a friend."))
    if refused := REFUSED_AT.get(stage_of(invitation)):
        raise Refusal(refused[0], str(refused[1]))
    if not isinstance(visitor, Player):
        return
    check_is_person(visitor)
    if SharedGame.objects.filter(round=invitation.round_id, game__seat_a=visitor).exists():
        raise Refusal("engaged", gettext("You’ve already played these cards. Each player has one try."))
    check_not_blocked(visitor, invitation.by)


def _lock(code: str) -> Invitation:
    return _find(Invitation.objects.select_for_update(of=("self",), no_key=True), code)


def _find(invitations: QuerySet[Invitation], code: str) -> Invitation:
    found = invitations.filter(pk=code).first()
    if found is None:
        raise Refusal("no_seek", gettext("There’s no such invitation."))
    return found
