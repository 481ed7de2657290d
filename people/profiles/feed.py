"""The feed of a player's finished games, for public profiles."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.refusal import Refusal
from game.accounts.blocks import load_player_by_name
from game.models import Player
from game.sharing.feed import FeedItem, feed_response
from people.profiles.history import PlayedGame, find_history_page
from people.profiles.visibility import is_on_ladder, is_open_to


def has_feed(player: Player) -> bool:
    """Return whether a player's games have a public feed."""
    return is_on_ladder(player) and is_open_to(None, player)


@require_safe
def player_feed(request: HttpRequest, name: str) -> HttpResponse:
    """Return a player's last games, as their public profile shows them."""
    try:
        player = load_player_by_name(name)
    except Refusal as fault:
        raise Http404(fault.says) from None
    page = find_history_page(player.pk)
    if not has_feed(player) or page is None:
        raise Http404(gettext("This player has no feed."))
    return feed_response(
        request,
        gettext("Every Other: games of %(name)s") % {"name": player.shown_name},
        gettext("The finished games of %(name)s, each with its replay.") % {"name": player.shown_name},
        reverse("profile", args=[player.username]),
        [_item(player, game) for game in page.games if game.won is not None and not game.voided],
    )


def _item(player: Player, game: PlayedGame) -> FeedItem:
    named = {
        "a": player.shown_name,
        "a_points": game.points,
        "b_points": game.points_against,
        "b": game.opponent.shown_name,
    }
    title = gettext("%(a)s %(a_points)s – %(b_points)s %(b)s") % named
    return FeedItem(title, _describe(player, game), reverse("replay", args=[game.game]), game.at)


def _describe(player: Player, game: PlayedGame) -> str:
    winner = player if game.won else game.opponent
    says = gettext("%(name)s won.") % {"name": winner.shown_name}
    return f"{says} ({game.ending})" if game.ending else says
