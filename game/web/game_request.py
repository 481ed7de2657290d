"""Requests for a game, by the API or by a form."""

from typing import Annotated

import msgspec
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext
from msgspec import Meta

from common.refusal import Refusal
from game.accounts.blocks import load_player_by_name
from game.accounts.guests import get_or_create_player
from game.engine.state import MOST_HOLES, Counting
from game.lobby import seeks
from game.lobby.match import LENGTHS
from game.lobby.matchmaking import play_bot
from game.lobby.pairing import GameSettings
from game.lobby.rated import rated_settings
from game.lobby.seeks import Placement
from game.table.bot_accounts import BOTS, BotProfile, find_bot, plays_for_fun
from game.table.clocks.time_control import TIME_CONTROLS
from game.web.bodies import convert
from game.wire.values import CLOCKS, COUNTINGS, TARGETS, suggest

Text = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\ud800-\udfff]*$")]
Name = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\ud800-\udfff]*$", min_length=1, max_length=150)]

# A bot's opponent delays no person, so no clock is needed; but a rated game must end.
CLOCK_WITH_A_BOT = {False: "none", True: "relaxed"}


class GameRequest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A request for a game."""

    against: Annotated[Text, Meta(max_length=150)]
    # The settings are checked by `parse_settings`, whose refusals name the choices.
    target: Annotated[int, suggest(*TARGETS)] = 121
    counting: Annotated[str, suggest(*COUNTINGS)] = "auto"
    clock: Annotated[str, suggest(*CLOCKS)] = "none"
    quick: bool = False
    rated: bool = False
    best_of: Annotated[int, suggest(*LENGTHS)] = 1
    ahead: Annotated[int, Meta(ge=-MOST_HOLES, le=MOST_HOLES)] = 0


def parse_form(form: QueryDict) -> GameRequest:
    """Parse a page's form. Unknown fields are ignored."""
    fields = {field: form[field] for field in GameRequest.__struct_fields__ if field in form}
    return convert({"against": "", **fields}, GameRequest)


def arrange_game(request: HttpRequest, game_request: GameRequest) -> Placement:
    """Arrange the requested game. A visitor without a session becomes a guest."""
    settings = parse_settings(game_request)
    if bot := find_bot(game_request.against):
        player = get_or_create_player(request, settings.rated)
        return Placement(play_bot(player=player, bot=bot.key, settings=settings).pk)
    match game_request.against:
        case "anyone":
            player = get_or_create_player(request, settings.rated)
            return seeks.seek_anyone(player=player, settings=settings, quick=game_request.quick)
        case "link":
            return seeks.challenge_by_link(
                player=get_or_create_player(request, settings.rated), settings=settings
            )
        case name:
            to = load_player_by_name(name)
            player = get_or_create_player(request, settings.rated)
            return seeks.challenge(player=player, to=to, settings=settings)


def _check_may_start_ahead(game_request: GameRequest, bot: BotProfile | None) -> None:
    """Refuse a head start unless two people agree on it or their points determine the holes."""
    if bot or game_request.against == "anyone":
        raise Refusal("bad_request", gettext("A head start needs an opponent by name or a friend’s link."))
    if game_request.rated and game_request.against == "link":
        raise Refusal(
            "bad_request",
            gettext("In a rated game the holes follow from your points: challenge the player by name."),
        )


def parse_settings(game_request: GameRequest) -> GameSettings:
    """Check and parse the settings of a requested game."""
    if not game_request.against:
        choices = ", ".join((*BOTS, "anyone", "link"))
        raise Refusal(
            "bad_request",
            gettext("Choose an opponent: %(choices)s, or a player by name.") % {"choices": choices},
        )
    if game_request.counting not in (ways := [way.value for way in Counting]):
        raise Refusal(
            "bad_request", gettext("Choose how hands are counted: %(ways)s.") % {"ways": ", ".join(ways)}
        )
    if game_request.clock not in TIME_CONTROLS:
        raise Refusal(
            "bad_request", gettext("Choose a clock: %(clocks)s.") % {"clocks": ", ".join(TIME_CONTROLS)}
        )
    if game_request.quick and game_request.against != "anyone":
        raise Refusal("bad_request", gettext("Only a game against anyone can be quick."))
    if game_request.best_of not in LENGTHS:
        lengths = ", ".join(map(str, LENGTHS))
        raise Refusal("bad_request", gettext("Choose a match: best of %(lengths)s.") % {"lengths": lengths})
    settings = GameSettings(
        game_request.target,
        game_request.counting,
        game_request.clock,
        game_request.rated,
        game_request.best_of,
        game_request.ahead,
    )
    try:
        settings.rules()
    except ValueError as fault:
        raise Refusal("bad_request", gettext(str(fault))) from None
    bot = find_bot(game_request.against)
    if game_request.ahead:
        _check_may_start_ahead(game_request, bot)
    if game_request.rated:
        if bot and not bot.is_rated:
            raise plays_for_fun(bot.key)
        settings = rated_settings(settings)
    if bot and settings.clock != CLOCK_WITH_A_BOT[game_request.rated]:
        message = gettext(
            'Games against a bot have no clock, or a day per move if rated: set clock to "none".'
        )
        raise Refusal("bad_request", message)
    return settings
