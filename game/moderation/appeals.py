"""What a banned player may say for himself."""

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.models import Appeal, Player
from game.moderation.bans import Ban
from game.sanctions import is_banned

MAX_LENGTH: int = Appeal._meta.get_field("text").max_length  # type: ignore[assignment]


def find_last_appeal(player: Player, ban: Ban) -> Appeal | None:
    """What a player said last against this ban, or is still to be answered; and what came of it."""
    about_it = Q(ruling=None) | Q(at__gte=ban.since)
    appeals = Appeal.objects.filter(about_it, player=player).select_related("ruling")
    return appeals.order_by("-at", "-pk").first()


def create_appeal(*, player: Player, text: str) -> Appeal:
    """Ask for another look; while it waits to be answered, that has been said."""
    words = "\n".join(" ".join(line.split()) for line in text.strip().splitlines())
    if not is_banned(player):
        raise Refusal("too_late", gettext("You are not banned: there is nothing to appeal against."))
    if not words:
        raise Refusal("text", gettext("Say why the ban should be lifted."))
    if len(words) > MAX_LENGTH:
        raise Refusal(
            "text",
            gettext("An appeal has at most %(longest)s letters; this one has %(letters)s.")
            % {"longest": MAX_LENGTH, "letters": len(words)},
        )
    if not words.replace("\n", "").isprintable():
        raise Refusal("text", gettext("This text has signs in it that cannot be shown."))
    try:
        with transaction.atomic():
            return Appeal.objects.create(player=player, text=words, at=clock.now())
    except IntegrityError:
        raise Refusal("text", gettext("Your last appeal is waiting to be answered.")) from None
