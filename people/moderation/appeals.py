"""Appeals of banned players."""

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.bans import Ban
from game.accounts.sanctions import is_banned
from game.models import Appeal, Player

MAX_LENGTH: int = Appeal._meta.get_field("text").max_length  # type: ignore[assignment]


def find_last_appeal(player: Player, ban: Ban) -> Appeal | None:
    """Return a player's last appeal against this ban, or an unanswered one, with its ruling."""
    about_it = Q(ruling=None) | Q(at__gte=ban.since)
    appeals = Appeal.objects.filter(about_it, player=player).select_related("ruling")
    return appeals.order_by("-at", "-pk").first()


def create_appeal(*, player: Player, text: str) -> Appeal:
    """Appeal against a ban. Refuse a second appeal while one is unanswered."""
    clean = "\n".join(" ".join(line.split()) for line in text.strip().splitlines())
    if not is_banned(player):
        raise Refusal("too_late", gettext("You’re not banned, so there’s nothing to appeal."))
    if not clean:
        raise Refusal("text", gettext("Please say why the ban should be lifted."))
    if len(clean) > MAX_LENGTH:
        raise Refusal(
            "text",
            gettext("An appeal can have at most %(longest)s characters; yours has %(letters)s.")
            % {"longest": MAX_LENGTH, "letters": len(clean)},
        )
    if not clean.replace("\n", "").isprintable():
        raise Refusal("text", gettext("This text has characters that can’t be displayed."))
    try:
        with transaction.atomic():
            return Appeal.objects.create(player=player, text=clean, at=clock.now())
    except IntegrityError:
        raise Refusal("text", gettext("Your last appeal hasn’t been answered yet.")) from None
