"""A game as somebody asks for it, over the API or by a form, and whom it is asked of."""

from typing import Annotated

import msgspec
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext
from msgspec import Meta

from common.refusal import Refusal
from game.engine.state import Counting
from game.lobby import seeks
from game.lobby.blocks import load_player_by_name
from game.lobby.guests import get_or_create_player
from game.lobby.matchmaking import play_bot
from game.lobby.pairing import GameSettings
from game.lobby.rated import rated_settings
from game.lobby.seeks import Placement
from game.table.bot_accounts import BOTS
from game.table.time_control import TIME_CONTROLS

Text = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\ud800-\udfff]*$")]
Name = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\ud800-\udfff]*$", min_length=1, max_length=150)]

# Nobody waits for whom a bot waits for; but a game for points must come to an end.
CLOCK_WITH_A_BOT = {False: "none", True: "relaxed"}


class GameRequest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A game as somebody asks for it."""

    against: Annotated[Text, Meta(max_length=150)]
    target: int = 121
    counting: str = "auto"
    clock: str = "none"
    quick: bool = False
    rated: bool = False


def parse_form(form: QueryDict) -> GameRequest:
    """What a page's form asks for; fields that are none of the game's are not ours."""
    fields = {field: form[field] for field in GameRequest.__struct_fields__ if field in form}
    try:
        return msgspec.convert({"against": "", **fields}, GameRequest, strict=False)
    except msgspec.ValidationError as fault:
        raise Refusal(
            "bad_request", gettext("This is not what can be asked for: %(fault)s.") % {"fault": fault}
        ) from None


def arrange_game(request: HttpRequest, wanted: GameRequest) -> Placement:
    """Where the visitor, who becomes a guest by it, is to play what is wanted."""
    settings = parse_settings(wanted)
    if bot := find_bot(wanted.against):
        return Placement(
            play_bot(player=get_or_create_player(request, settings.rated), bot=bot, settings=settings).pk
        )
    match wanted.against:
        case "anyone":
            player = get_or_create_player(request, settings.rated)
            return seeks.seek_anyone(player=player, settings=settings, quick=wanted.quick)
        case "link":
            return seeks.challenge_by_link(
                player=get_or_create_player(request, settings.rated), settings=settings
            )
        case name:
            to = load_player_by_name(name)
            player = get_or_create_player(request, settings.rated)
            return seeks.challenge(player=player, to=to, settings=settings)


def find_bot(name: str) -> str | None:
    """The bot of this name, whichever way it is written."""
    return next((bot.key for bot in BOTS.values() if name.lower() in (bot.key, bot.name.lower())), None)


def parse_settings(wanted: GameRequest) -> GameSettings:
    """How the game that is wanted is played, once it can be."""
    if not wanted.against:
        choices = ", ".join((*BOTS, "anyone", "link"))
        raise Refusal(
            "bad_request",
            gettext("Choose an opponent: %(choices)s, or a player by name.") % {"choices": choices},
        )
    if wanted.counting not in (ways := [way.value for way in Counting]):
        raise Refusal(
            "bad_request", gettext("Choose how hands are counted: %(ways)s.") % {"ways": ", ".join(ways)}
        )
    if wanted.clock not in TIME_CONTROLS:
        raise Refusal(
            "bad_request", gettext("Choose a clock: %(clocks)s.") % {"clocks": ", ".join(TIME_CONTROLS)}
        )
    if wanted.quick and wanted.against != "anyone":
        raise Refusal("bad_request", gettext("Only a game against anyone can be quick."))
    settings = GameSettings(wanted.target, wanted.counting, wanted.clock, wanted.rated)
    try:
        settings.rules()
    except ValueError as fault:
        raise Refusal("bad_request", gettext(str(fault))) from None
    bot = find_bot(wanted.against)
    if wanted.rated:
        if bot and not BOTS[bot].is_rated:
            says = gettext("%(name)s plays for fun alone: no game with it is rated.") % {
                "name": BOTS[bot].name
            }
            raise Refusal("bad_request", says)
        settings = rated_settings(settings)
    if bot and settings.clock != CLOCK_WITH_A_BOT[wanted.rated]:
        says = gettext(
            'A game against a bot has no clock, a rated one a day for every move: clock is "none".'
        )
        raise Refusal("bad_request", says)
    return settings
