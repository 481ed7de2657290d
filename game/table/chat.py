"""Chat at a table. Players and watchers have separate conversations."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext

from common import clock
from common.database.compiled_query import CompiledQuery
from common.database.thread import on_the_database_thread
from common.formats.json import Json
from game.accounts.sanctions import describe_until, find_last_ruling, is_muted
from game.engine.state import Seat
from game.models import Block, Chat, Game, Player, Ruling
from game.models.chat import PHRASES

LINES_SHOWN = 50


class ChatRefused(Exception):
    """A refused chat line, with the reason as a sentence for the player."""


@on_the_database_thread
def post_line(game_id: str, seat: Seat | None, player: Player, phrase: str, text: str) -> Json:
    """Save a chat line and return it as JSON."""
    if phrase and phrase not in PHRASES:
        raise ChatRefused(gettext("There’s no such phrase."))
    if text and player.is_guest:
        raise ChatRefused(gettext("Guests can only make gestures. With an account you can write."))
    if not (phrase or text):
        raise ChatRefused(gettext("Your message is empty."))
    if phrase and text:
        raise ChatRefused(gettext("Send a phrase or a text, not both."))
    if min(text, default=" ") < " ":  # control characters; PostgreSQL can't store NUL
        raise ChatRefused(gettext("This text has characters that can’t be displayed."))
    muted = Player.objects.only("muted_until").get(pk=player.pk)  # the mute may be newer than the socket
    if is_muted(muted):
        ruling = find_last_ruling(muted, Ruling.Kind.MUTE)
        how_long = describe_until(muted.muted_until)
        if ruling is None:
            raise ChatRefused(
                gettext("You’re muted %(how_long)s, for gestures too.") % {"how_long": how_long}
            )
        raise ChatRefused(
            gettext("You’re muted %(how_long)s, for gestures too: %(reason)s")
            % {"how_long": how_long, "reason": ruling.reason}
        )
    if seat is not None and _is_blocked(game_id, seat, player):
        raise ChatRefused(gettext("This player doesn’t want to chat with you."))
    line = Chat.objects.create(
        game_id=game_id, player=player, seat=seat, phrase=phrase, text=text, at=clock.now()
    )
    return _line_to_json(line)


NO_NAMES: frozenset[str] = frozenset()


def load_lines(game_id: str, seat: Seat | None, player: Player | None) -> tuple[list[Json], frozenset[str]]:
    """Return the latest lines that a player may read, and the names of the players they have blocked."""
    blocked = [] if player is None else _blocked_names.fetch_all(player.pk)
    blocked_names = frozenset(name for (name,) in blocked) or NO_NAMES
    last = [_line_to_json(_build_line(row)) for row in _lines[seat is None].fetch_all(game_id)]
    return [line for line in last if line["name"] not in blocked_names][::-1], blocked_names


_blocked_names = CompiledQuery(
    lambda player: Block.objects.filter(by=player).values_list("blocked__username"), -1
)


def _select_lines(game_id: str, of_watchers: bool) -> QuerySet[Chat, Any]:
    lines = Chat.objects.filter(game=game_id, seat__isnull=of_watchers).order_by("-pk")
    of_player = ("player__username", "player__is_guest", "player__nickname", "player__is_api_bot")
    return lines.values_list("pk", "seat", "phrase", "text", *of_player)[:LINES_SHOWN]


_lines = {
    of_watchers: CompiledQuery(partial(_select_lines, of_watchers=of_watchers), "a game's id")
    for of_watchers in (True, False)
}


def _build_line(row: Sequence[Any]) -> Chat:
    pk, seat, phrase, text, username, is_guest, nickname, is_api_bot = row
    player = Player(username=username, is_guest=is_guest, nickname=nickname, is_api_bot=is_api_bot)
    return Chat(pk=pk, seat=seat, phrase=phrase, text=text, player=player)


def _is_blocked(game_id: str, seat: Seat, player: Player) -> bool:
    game = Game.objects.get(pk=game_id)
    opponent = (game.seat_a_id, game.seat_b_id)[seat.other]
    return Block.objects.filter(by=opponent, blocked=player).exists()


def _line_to_json(line: Chat) -> Json:
    return {
        "id": line.pk,
        "by": line.seat,
        "name": line.player.username,
        **line.player.beside_name,
        "phrase": line.phrase or None,
        "text": line.text or None,
    }
