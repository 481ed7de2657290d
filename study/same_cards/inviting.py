"""Makes invitations to play somebody's cards, and takes them: every rule of it is here."""

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common import clock
from common.refusal import Refusal
from game.accounts.blocks import check_not_blocked
from game.accounts.people_only import check_is_person
from game.engine.state import Ended, Seat
from game.engine.transcript import parse_transcript
from game.engines.house import is_engine
from game.models import Game, Player
from game.runtime.worker_pool import JobFailed
from game.shared_decks.models import Round, SharedGame
from game.shared_rounds.rounds import (
    RoundIsOpen,
    close_round,
    fill_round,
    open_game_of_round,
    open_round_of_game,
)
from game.table.record.halscrib import HALSCRIB
from game.table.record.round_of_game import load_round_decks
from rng import entropy
from study.same_cards.models import Invitation
from study.same_cards.stages import Stage, stage_of
from study.same_cards.verdicts import answers_the_same
from study.throws.models import DailyThrow

log = logging.getLogger(__name__)

# How long a link is good for, and how long a game may take that was begun by one.
GOOD_FOR = PLAYED_WITHIN = timedelta(days=7)
MOST_WAITING = 10

Rule = tuple[Callable[[Game], bool], str, str | Promise]

# What a game has to be, each with the code and the sentence by which it is refused where it is not.
OF_A_GAME: Sequence[Rule] = (
    (lambda game: game.finished_at is not None, "not_over", _("This game isn’t over yet.")),
    (
        lambda game: game.seat_b.is_bot and not game.seat_a.is_bot,
        "bad_request",
        _("A friend can play your cards only against the same bot, and here you played a person."),
    ),
    (
        lambda game: game.seat_b.brain != HALSCRIB,
        "bad_request",
        _("HALSCRIB learns from everyone it plays, so it would play your friend another game."),
    ),
    (
        lambda game: not is_engine(game.seat_b.brain),
        "bad_request",
        _("This bot is a program that the hosts have added, which plays each game for itself alone."),
    ),
    (
        lambda game: game.ended == Ended.PLAYED.value and game.voided_at is None,
        "void",
        _("Only a game that was played to the end has a result to compare."),
    ),
    (
        lambda game: not SharedGame.objects.filter(game=game, round__of_game=None).exists(),
        "bad_request",
        _("Many tables were dealt these cards, so too many people know them."),
    ),
    (
        lambda game: (
            not DailyThrow.objects.filter(
                Q(game=game.pk) | Q(game__shared__round__of_game=origin_of(game))
            ).exists()
        ),
        "too_late",
        _("A throw of the day came from this game, so its cards are known by now."),
    ),
)


def origin_of(game: Game) -> str:
    """The game that these cards were dealt to first."""
    earlier = SharedGame.objects.filter(game=game).values_list("round__of_game", flat=True).first()
    return earlier or game.pk


def check_may_invite(game: Game, player: object) -> None:
    """Refuse, with a sentence, anybody who cannot challenge a friend to the cards of this game."""
    if not isinstance(player, Player) or game.seat_of(player) is not Seat.A:
        says = gettext("Only the player of a game can challenge a friend to its cards.")
        raise Refusal("not_yours", says)
    check_is_person(player)
    for holds, code, why in OF_A_GAME:
        if not holds(game):
            raise Refusal(code, str(why))


def may_invite(game: Game, player: object) -> bool:
    """Whether to offer a player to challenge a friend to the cards of this game."""
    try:
        check_may_invite(game, player)
    except Refusal:
        return False
    return True


def invite(game: Game, player: object) -> Invitation:
    """Make an invitation to the cards of a player's game; while one is open, it is that one."""
    check_may_invite(game, player)
    assert isinstance(player, Player)
    if (waiting := find_open(game)) is not None:
        return waiting
    own = Invitation.objects.filter(by=player, round__closed_at=None)
    if own.count() >= MOST_WAITING:
        raise Refusal("too_many", gettext("You have many invitations under way. Withdraw one of them first."))
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
        if (waiting := find_open(game)) is not None:  # asked twice at once
            return waiting
        says = gettext("Somebody plays these cards at this moment. Try again once their board is open.")
        raise Refusal("engaged", says) from None


def _check_answers(game: Game) -> None:
    try:
        is_same = answers_the_same(game)
    except JobFailed:
        log.exception("game %s: its bot could not be asked again", game.pk)
        says = gettext("We couldn’t check in time whether the bot still answers the same. Please try again.")
        raise Refusal("busy", says) from None
    if not is_same:
        says = gettext(
            "The bot wouldn’t answer the same any more: it was changed since, or was once too late."
        )
        raise Refusal("too_late", says)


def find_open(game: Game) -> Invitation | None:
    """The invitation to the cards of this game that is open: of each round the latest may be."""
    invitations = Invitation.objects.filter(round__games=game.pk, round__closed_at=None)
    latest = invitations.order_by("-made_at").first()
    return latest if latest is not None and latest.game_id == game.pk else None


def find_invitation_to(game_id: str) -> str | None:
    """The invitation by which a friend plays a game; None of any other game."""
    return Invitation.objects.filter(answer=game_id).values_list("pk", flat=True).first()


@transaction.atomic
def withdraw(code: str, player: object) -> None:
    """Take an invitation back that nobody has begun to play; again changes nothing."""
    invitation = _lock(code)
    if invitation.by != player:
        raise Refusal("not_yours", gettext("Only the player who made this link can withdraw it."))
    if invitation.answer is not None:
        raise Refusal("too_late", gettext("Your friend has begun to play, and may play to the end."))
    if stage_of(invitation) is not Stage.WAITING:
        return
    invitation.withdrawn_at = clock.now()
    invitation.save(update_fields=["withdrawn_at"])
    fill_round(invitation.round_id)
    close_round(invitation.round_id)


def withdraw_all(player: Player) -> None:
    """Withdraw the invitations of a player who leaves for good, and forget all that they made."""
    for waiting in Invitation.objects.filter(
        by=player, answer=None, withdrawn_at=None, round__closed_at=None
    ):
        withdraw(waiting.pk, player)
    Invitation.objects.filter(by=player).delete()


def take(code: str, player: Player) -> Game:
    """Open the game of a friend who takes an invitation; asked again, it is the same one."""
    invitation = _find(Invitation.objects.all(), code)
    if invitation.answer is None:
        check_may_take(invitation, player)
        _check_answers(invitation.game)  # without a lock, since it may take long
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
    Stage.EXPIRED: ("too_late", _("This invitation is over: nobody took it within a week.")),
    Stage.PLAYED: ("full", _("Somebody else has taken this invitation. Each is for one friend, once.")),
    Stage.DONE: ("full", _("This invitation was played. Each is for one friend, once.")),
    Stage.UNPLAYED: ("full", _("This invitation was taken. Each is for one friend, once.")),
}


def check_may_take(invitation: Invitation, visitor: object) -> None:
    """Refuse, with a sentence, anybody who cannot take an invitation; a visitor may be nobody yet."""
    if invitation.by == visitor:
        raise Refusal("not_yours", gettext("This is your own invitation: send its link to a friend."))
    if refused := REFUSED_AT.get(stage_of(invitation)):
        raise Refusal(refused[0], str(refused[1]))
    if not isinstance(visitor, Player):
        return
    check_is_person(visitor)
    if SharedGame.objects.filter(round=invitation.round_id, game__seat_a=visitor).exists():
        raise Refusal("engaged", gettext("You have played these cards already: everybody has one try."))
    check_not_blocked(visitor, invitation.by)


def _lock(code: str) -> Invitation:
    return _find(Invitation.objects.select_for_update(of=("self",), no_key=True), code)


def _find(invitations: QuerySet[Invitation], code: str) -> Invitation:
    found = invitations.filter(pk=code).first()
    if found is None:
        raise Refusal("no_seek", gettext("There’s no such invitation."))
    return found
