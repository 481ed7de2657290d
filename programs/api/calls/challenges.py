"""Calls by which players meet: challenges by name or link, and open seeks."""

from typing import Any, Literal

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from msgspec import Struct

from common.refusal import Refusal
from game.accounts.places import enter_seat
from game.lobby import seeks
from game.lobby.rematch import request_rematch, withdraw_rematch
from game.lobby.seeks import Placement, Reason
from game.tokens.scopes import TO_MEET
from game.web.api.call import Call, Example, Section
from game.web.api.caller import note_created
from game.web.api.common import ID, Done, lines_response, player_of
from game.web.game_request import GameRequest, arrange_game, parse_settings
from game.wire.frames import ByeFrame, RefusedFrame, WaitingFrame
from game.wire.values import BestOf, Clock, Counting, Target
from people.notices.waiting import load_waiting
from programs.api.streams.events import Challenge, describe_challenge
from programs.api.streams.lines import live
from programs.api.streams.seeks import Paired, SeekStream


class OwnChallenge(Struct, frozen=True):
    """An open challenge or seek of the caller. `to` is null for an open seek or a challenge by link."""

    id: str
    to: str | None
    rated: bool
    clock: Clock
    target: Target
    counting: Counting
    best_of: BestOf


class Challenges(Struct, frozen=True):
    """Challenges to the caller, and the caller's own challenges and seeks."""

    to_me: list[Challenge]
    mine: list[OwnChallenge]


class Seated(Struct, frozen=True):
    """A game to play at `/play/{game}`. It is `waiting` until an opponent joins. `invite` is its link."""

    game: str
    waiting: bool
    invite: str | None


class DeclineBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The reason for declining."""

    reason: Reason = "no"


class SeekBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The settings of the game. Through this call it is unrated, and its clock cannot be quick."""

    target: Literal[121, 61] = 121
    counting: Counting = "auto"
    clock: Literal["standard", "relaxed"] = "standard"
    best_of: BestOf = 1


def list_challenges(request: HttpRequest) -> Challenges:
    player = player_of(request)
    waiting = [notice for _, notice in load_waiting([player.pk])[0]]
    return Challenges(
        [describe_challenge(one) for one in waiting if one["kind"] == "challenge"],
        [
            OwnChallenge(
                one["id"],
                one["to"],
                one["rated"],
                one["clock"],
                one["target"],
                one["counting"],
                one["best_of"],
            )
            for one in waiting
            if one["kind"] == "waiting"
        ],
    )


def make_challenge(request: HttpRequest, body: GameRequest) -> Seated:
    if body.against == "anyone":
        raise Refusal(
            "bad_request",
            gettext(
                "To look for any opponent, use POST /seeks. The seek lasts as long as its stream is open."
            ),
        )
    enter_seat(request)
    return _seated(arrange_game(request, body))


def accept(request: HttpRequest, seek: str) -> Seated:
    enter_seat(request)
    return _seated(Placement(seeks.accept(seek_id=seek, player=player_of(request)).pk))


def decline(request: HttpRequest, seek: str, body: DeclineBody) -> Done:
    seeks.decline(seek_id=seek, player=player_of(request), reason=body.reason)
    return Done()


def cancel(request: HttpRequest, seek: str) -> Done:
    seeks.cancel(seek_id=seek, player=player_of(request))
    return Done()


def seek_anyone(request: HttpRequest, body: SeekBody) -> HttpResponseBase:
    enter_seat(request)
    wanted = GameRequest(
        against="anyone", target=body.target, counting=body.counting, clock=body.clock, best_of=body.best_of
    )
    place = seeks.seek_anyone(player=player_of(request), settings=parse_settings(wanted))
    note_created(request, place.game)
    if not place.waiting:
        return lines_response(_one(Paired(place.game)))
    return live(request, SeekStream, {"game_id": place.game}, [{"t": "hello"}])


def find_paired(request: HttpRequest, seek: str) -> HttpResponseBase | None:
    """Return the line of a seek that was met. Withdraw a seek that still waits, which ends its stream."""
    player = player_of(request)
    game = seeks.find_met(seek_id=seek, player=player)
    if game is None:
        try:
            seeks.cancel(seek_id=seek, player=player)
            return None
        except Refusal:  # it was met at this moment, or is deleted
            game = seeks.find_met(seek_id=seek, player=player)
    return None if game is None else lines_response(_one(Paired(game)))


def offer_rematch(request: HttpRequest, game: str) -> Seated:
    enter_seat(request)
    return _seated(request_rematch(game_id=game, player=player_of(request)))


def cancel_rematch(request: HttpRequest, game: str) -> Done:
    withdraw_rematch(game_id=game, player=player_of(request))
    return Done()


async def _one(line: Paired) -> Any:
    yield line


def _seated(place: Placement) -> Seated:
    return Seated(place.game, place.waiting, place.invite)


TO_START = (
    "blocked",
    "newcomer",
    "no_account",
    "same_place",
    "same_owner",
    "engaged",
    "on_vacation",
    "people_only",
    "bot_full",
    "bot_day",
)
SEEK = "s7h2k9m4x3qa"
MEETING = Section(
    "meeting",
    "Challenges and seeks",
    "How players meet: by name, by link, or through an open seek.",
)
CALLS = {
    MEETING: (
        Call(
            name="list_challenges",
            method="GET",
            path="/challenges",
            words="Lists the challenges to you, and your own challenges and seeks.",
            view=list_challenges,
            scopes=TO_MEET,
            answer=Challenges,
            example=Example(
                Challenges(
                    [Challenge(SEEK, "Bob", True, "quick", 121, "auto", 1, 0)],
                    [OwnChallenge("s2w8c5b7n6zd", "Carl", False, "relaxed", 61, "muggins", 1)],
                )
            ),
        ),
        Call(
            name="make_challenge",
            method="POST",
            path="/challenges",
            words="Starts a challenge `against` a player by name, whoever opens the link (`link`), or a"
            " house bot (`novice`, `intermediate`, `halscrib`, `advanced`, `master`). A game with a house"
            " bot begins at once. The call is idempotent: the same challenge to the same player exists once.",
            view=make_challenge,
            scopes=TO_MEET,
            creates=True,
            body=GameRequest,
            answer=Seated,
            refusals=(*TO_START, "no_player"),
            example=Example(Seated(ID, False, None), body=GameRequest(against="novice", target=61)),
        ),
        Call(
            name="accept_challenge",
            method="POST",
            path="/challenges/{seek}/accept",
            words="Accepts a challenge to you, or a seek in the lobby. The call is idempotent and answers"
            " with the same game.",
            view=accept,
            scopes=TO_MEET,
            creates=True,
            answer=Seated,
            refusals=(*TO_START, "no_seek", "not_yours", "too_late", "bad_request"),
            example=Example(Seated(SEEK, False, None), path={"seek": SEEK}),
        ),
        Call(
            name="decline_challenge",
            method="POST",
            path="/challenges/{seek}/decline",
            words="Declines a challenge to you. If it was declined already, the first reason stays.",
            view=decline,
            scopes=TO_MEET,
            body=DeclineBody,
            answer=Done,
            refusals=("no_seek", "not_yours", "too_late"),
            example=Example(Done(), path={"seek": SEEK}, body=DeclineBody("later")),
        ),
        Call(
            name="cancel_challenge",
            method="POST",
            path="/challenges/{seek}/cancel",
            words="Withdraws a challenge or a seek of your own.",
            view=cancel,
            scopes=TO_MEET,
            answer=Done,
            refusals=("no_seek", "not_yours", "too_late"),
            example=Example(Done(), path={"seek": SEEK}),
        ),
        Call(
            name="offer_rematch",
            method="POST",
            path="/games/{game}/rematch",
            words="Offers a rematch of your finished game, or accepts the opponent’s offer: the same rules,"
            " and the loser deals first. The opponent’s event stream sends it as a `challenge`. It lasts an"
            " hour. A house bot plays at once. The call is idempotent.",
            view=offer_rematch,
            scopes=TO_MEET,
            creates=True,
            answer=Seated,
            refusals=(*TO_START, "no_game", "not_yours", "not_over", "too_late", "no_player", "bad_request"),
            example=Example(Seated("s9r4f2k8w6mb", True, None), path={"game": ID}),
        ),
        Call(
            name="cancel_rematch",
            method="POST",
            path="/games/{game}/rematch/cancel",
            words="Withdraws your offer of a rematch. Decline the opponent’s as a challenge, by its `id`.",
            view=cancel_rematch,
            scopes=TO_MEET,
            answer=Done,
            refusals=("no_game", "not_yours", "too_late"),
            example=Example(Done(), path={"game": ID}),
        ),
        Call(
            name="seek_anyone",
            method="POST",
            path="/seeks",
            words="Opens a seek for an unrated game, for as long as you stay connected. The stream sends"
            " `waiting`, then `paired` with the game. If you disconnect, the seek is withdrawn. With the same"
            " `Idempotency-Key`, a seek that was met answers `paired` with its game again. A seek that still"
            " waits is replaced, and its stream ends with `gone`.",
            view=seek_anyone,
            scopes=TO_MEET,
            creates=True,
            repeat=find_paired,
            body=SeekBody,
            answer=WaitingFrame | Paired | RefusedFrame | ByeFrame,
            has_lines=True,
            is_endless=True,
            refusals=TO_START,
            example=Example(Paired(ID), body=SeekBody()),
        ),
    ),
}  # fmt: skip
