"""The rulings. Each changes one thing, and stores one row with the ruler, the subject and the reason."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import PERMANENT, describe_until, is_banned, is_muted
from game.models import Appeal, Game, Player, Report, Ruling
from game.table.forced_endings import void_by_ruling
from people.moderation import bans, resets, rights
from people.moderation.impartiality import EXEMPT, find_conflict, give_back_gains
from people.moderation.notify import tell_of_voided_game, tell_reporters, tell_subject
from people.moderation.rights import Kind
from rng.models import Doubt

MAX_LENGTH: int = Ruling._meta.get_field("reason").max_length  # type: ignore[assignment]


@transaction.atomic
def warn(*, by: Player, player: Player, reason: str) -> Ruling:
    """Warn a player on the page that they have open, or open next."""
    lock_subject(by, Kind.WARN, player)
    return create_ruling(Kind.WARN, by, reason, player=player)


@transaction.atomic
def mute(*, by: Player, player: Player, reason: str, until: datetime | None = None) -> Ruling:
    """Mute a player until a moment, or for good."""
    muted = lock_subject(by, Kind.MUTE, player)
    _check_may_change(by, muted.muted_until)
    _check_term(by, until)
    muted.muted_until = until or PERMANENT
    muted.save(update_fields=["muted_until"])
    return create_ruling(Kind.MUTE, by, reason, player=player, until=until)


@transaction.atomic
def unmute(*, by: Player, player: Player, reason: str) -> Ruling:
    """Unmute a player."""
    muted = lock_subject(by, Kind.UNMUTE, player)
    if not is_muted(muted):
        raise Refusal("too_late", gettext("%(player)s isn’t muted.") % {"player": player})
    _check_may_change(by, muted.muted_until)
    muted.muted_until = None
    muted.save(update_fields=["muted_until"])
    return create_ruling(Kind.UNMUTE, by, reason, player=player)


def ban(*, by: Player, player: Player, reason: str, until: datetime | None = None) -> Ruling:
    """Ban a player until a moment, or for good. Live games are forfeited, and all sockets close."""
    with transaction.atomic():
        banned = lock_subject(by, Kind.BAN, player)
        _check_may_change(by, banned.banned_until)
        _check_term(by, until)
        ruling = create_ruling(Kind.BAN, by, reason, player=player, until=until)
        banned.banned_until = until or PERMANENT
        banned.save(update_fields=["banned_until"])
        bans.exclude_player(banned)
    bans.act_on_ban(banned)
    # In a transaction of its own: a game that cannot be ended does not undo the ban, and a job ends it within
    # the minute.
    bans.end_games(banned)
    return ruling


@transaction.atomic
def unban(*, by: Player, player: Player, reason: str) -> Ruling:
    """Lift a player's ban. This also answers an open appeal."""
    banned = lock_subject(by, Kind.UNBAN, player)
    if not is_banned(banned):
        raise Refusal("too_late", gettext("%(player)s isn’t banned.") % {"player": player})
    _check_may_change(by, banned.banned_until)
    bans.lift_ban(banned)
    ruling = create_ruling(Kind.UNBAN, by, reason, player=player)
    Appeal.objects.filter(player=player, ruling=None).update(ruling=ruling)
    return ruling


@transaction.atomic
def void_game(*, by: Player, game: Game, reason: str) -> Ruling:
    """Void a game: it no longer counts, and its points are given back."""
    _check_may_rule(by, Kind.VOID, by if game.seat_of(by) is not None else None)
    for player in (game.seat_a, game.seat_b):
        _check_impartial(by, Kind.VOID, player)
    ruling = create_ruling(Kind.VOID, by, reason, game=game)
    for player, opponent in ((game.seat_a, game.seat_b), (game.seat_b, game.seat_a)):
        give_back_gains(by, player)
        tell_of_voided_game(ruling, player, opponent)
    void_by_ruling(game.pk)
    return ruling


def send_reset(*, by: Player, player: Player, reason: str) -> Ruling:
    """Mail a player a link to choose a new password."""
    _check_may_rule(by, Kind.RESET, player)
    if not player.email:
        raise Refusal("no_address", gettext("%(player)s has no email address.") % {"player": player})
    says = clean_reason(reason)
    # Send the mail before writing anything, so that no row is locked while the mail server answers.
    resets.send_reset_mail(player)
    return create_ruling(Kind.RESET, by, says, player=player)


@transaction.atomic
def answer_report(*, by: Player, report: Report, reason: str) -> Ruling:
    """Answer a report, and all open reports of the same line."""
    said = report.said
    _check_may_rule(by, Kind.ANSWER, said.player)
    ruling = create_ruling(Kind.ANSWER, by, reason, player=said.player, game=said.game)
    if not Report.objects.filter(said=said, ruling=None).update(ruling=ruling):
        raise Refusal("too_late", gettext("This report has already been answered."))
    tell_reporters(ruling, Report.objects.filter(ruling=ruling).values_list("by", flat=True))
    return ruling


@transaction.atomic
def settle_doubt(*, by: Player, doubt: Doubt, reason: str) -> Ruling:
    """Answer a doubt about a deal, and all open doubts about the same deal."""
    _check_may_rule(by, Kind.ANSWER, None)  # the doubt concerns the server, not a player
    ruling = create_ruling(Kind.ANSWER, by, reason, game=Game.objects.filter(pk=doubt.game).first())
    same = Doubt.objects.filter(game=doubt.game, number=doubt.number, settled_at=None)
    tell_reporters(ruling, same.values_list("by", flat=True))
    if not same.update(settled_at=ruling.at):
        raise Refusal("too_late", gettext("This report has already been settled."))
    return ruling


@transaction.atomic
def answer_appeal(*, by: Player, appeal: Appeal, reason: str, lift: bool) -> Ruling:
    """Answer an appeal: lift the ban, or uphold it."""
    banned = lock_subject(by, Kind.APPEAL, appeal.player)
    ruling = create_ruling(Kind.UNBAN if lift else Kind.APPEAL, by, reason, player=banned)
    if not Appeal.objects.filter(pk=appeal.pk, ruling=None).update(ruling=ruling):
        raise Refusal("too_late", gettext("This appeal has already been answered."))
    if lift:
        bans.lift_ban(banned)
    return ruling


def lock_subject(by: Player, kind: Kind, player: Player) -> Player:
    """Lock a player's row, so that concurrent rulings wait."""
    subject = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    _check_may_rule(by, kind, subject)
    return subject


def _check_may_rule(by: Player, kind: Kind, player: Player | None) -> None:
    if objection := rights.find_objection(by, kind, player):
        raise Refusal("not_yours", objection)


def _check_impartial(by: Player, kind: Kind, player: Player) -> None:
    if objection := find_conflict(by, kind, player):
        raise Refusal("not_yours", objection)


def _check_term(by: Player, until: datetime | None) -> None:
    """Check that a term ends in the future, and is not longer than this member of staff may set."""
    if until is not None and until <= clock.now():
        raise Refusal("until", gettext("That time is in the past."))
    if _exceeds_max_duration(by, until or PERMANENT):
        raise Refusal(
            "until",
            gettext("You can set at most %(days)s days. Ask a host for a longer time.")
            % {"days": rights.MODERATOR_MAX_DURATION.days},
        )


def _check_may_change(by: Player, current_until: datetime | None) -> None:
    """Refuse a moderator's change of a host's decision that is longer than a moderator may set."""
    if current_until is not None and _exceeds_max_duration(by, current_until):
        raise Refusal(
            "not_yours",
            gettext("A host decided this, %(how_long)s. Only a host can change it.")
            % {"how_long": describe_until(current_until)},
        )


def _exceeds_max_duration(by: Player, until: datetime) -> bool:
    longest = rights.max_duration(by)
    return longest is not None and until > clock.now() + longest


def create_ruling(
    kind: Kind, by: Player, reason: str, *, player: Player | None = None, **about: object
) -> Ruling:
    """Store a ruling. A moderator who rules on a recent opponent loses the points gained from them."""
    ruling = Ruling.objects.create(
        kind=kind, by=by, player=player, reason=clean_reason(reason), at=clock.now(), **about
    )
    if player is not None and kind not in EXEMPT:
        give_back_gains(by, player)
    tell_subject(ruling)
    return ruling


def clean_reason(reason: str) -> str:
    """Return a reason in stored form: on one line."""
    sentence = " ".join(reason.split())
    if not sentence:
        raise Refusal("reason", gettext("Please give a reason. Every decision needs one."))
    if len(sentence) > MAX_LENGTH:
        raise Refusal(
            "reason",
            gettext("A reason can have at most %(longest)s characters; yours has %(letters)s.")
            % {"longest": MAX_LENGTH, "letters": len(sentence)},
        )
    if not sentence.isprintable():
        raise Refusal("reason", gettext("This reason has characters that can’t be displayed."))
    return sentence
