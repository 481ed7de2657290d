"""Rated games: allowed settings, allowed players, and one at a time."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import partial

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from common.database.compiled_query import CompiledModelQuery
from common.refusal import Refusal
from game.accounts.guests import check_has_account
from game.accounts.places import share_a_place
from game.lobby.api_bots import check_has_room, check_may_meet, without_bots
from game.lobby.head_start import holes_ahead
from game.lobby.pairing import GameSettings
from game.models import Game, Player, Seek
from ranking.models import Kind
from ranking.standings import load_points, lock_standings

TARGET = 121
COUNTINGS = ("auto", "muggins")
SEATS = ("seat_a", "seat_b")
# Between people, a game with a day per move does not block other rated games.
DAILY_CLOCK = "relaxed"


def rated_settings(settings: GameSettings) -> GameSettings:
    """Return these settings for a rated game. It always has a clock, so that an abandoned game ends."""
    if settings.target != TARGET:
        raise Refusal("bad_request", gettext("A rated game is played to %(target)s.") % {"target": TARGET})
    if settings.counting not in COUNTINGS:
        raise Refusal(
            "bad_request",
            gettext("In a rated game, hands are counted for you or with muggins."),
        )
    return replace(settings, clock=DAILY_CLOCK) if settings.clock == "none" else settings


def check_accounts(players: Collection[Player], settings: GameSettings, *, requester: Player) -> None:
    """Refuse a rated game of a player who has no account and is no bot."""
    if not settings.rated:
        return
    check_has_account(requester)
    for player in players:
        if player.is_guest:
            raise Refusal(
                "no_account",
                gettext("%(player)s has no account, and rated games need one.") % {"player": player},
            )


def check_places(players: Collection[Player], settings: GameSettings, *, requester: Player) -> None:
    """Refuse a rated game of two people from one network within a day: they could be one person."""
    one, *others = (player for player in players if not player.is_bot)
    if settings.rated and any(share_a_place(one, other) for other in others):
        opponent = next(player for player in players if player != requester)
        says = gettext(
            "You and %(opponent)s used the same internet connection within the last day, so a game "
            "between you can’t be rated. You can play it for fun."
        )
        raise Refusal("same_place", says % {"opponent": opponent})


def check_head_start(player: Player, opponent: Player, settings: GameSettings) -> None:
    """Refuse a rated game with a head start that does not make it even.

    The ladder rates it as between equals.
    """
    if not (settings.rated and settings.ahead):
        return
    points = load_points((player.pk, opponent.pk), Kind.PEOPLE)
    due = holes_ahead(points[player.pk], points[opponent.pk])
    if settings.ahead == due:
        return
    if not due:
        says = gettext("You have as many points as %(name)s, so a rated game between you is even as it is.")
    elif due > 0:
        says = gettext("By your points, %(name)s gives you %(holes)s holes in a rated game, or none.")
    else:
        says = gettext("By your points, you give %(name)s %(holes)s holes in a rated game, or none.")
    raise Refusal("bad_request", says % {"name": opponent, "holes": abs(due)})


def check_may_start(players: Collection[Player], settings: GameSettings, *, requester: Player) -> None:
    """Refuse a rated game of any player who may not play it, or who has to finish another one first.

    A game with an API bot blocks no other game: it changes no person's points.
    """
    check_accounts(players, settings, requester=requester)
    check_places(players, settings, requester=requester)
    check_may_meet(players, settings)
    if any(player.is_api_bot for player in players):
        return
    if not settings.rated or (settings.clock == DAILY_CLOCK and not any(player.is_bot for player in players)):
        return
    people = [player for player in players if not player.is_bot]
    games = rated_games_in_progress([player.pk for player in people])
    for player in people:
        if game := games.get(player.pk):
            opponent = game.seat_b if game.seat_a == player else game.seat_a
            if player == requester:
                raise Refusal(
                    "engaged",
                    gettext("You’re in a rated game against %(opponent)s. Finish it first.")
                    % {"opponent": opponent},
                )
            raise Refusal(
                "engaged", gettext("%(player)s is in another rated game right now.") % {"player": player}
            )


def lock_and_check(players: Collection[Player], settings: GameSettings, *, requester: Player) -> None:
    """Run the same checks under a lock until this transaction ends. No other game of theirs can start."""
    bots = {player.pk for player in players if player.is_api_bot}
    if settings.rated or bots:
        people = set() if bots else {player.pk for player in players if not player.is_bot}
        lock_standings(people, bots)
        check_may_start(players, settings, requester=requester)
        check_has_room(players, settings, requester=requester)


def rated_games_in_progress(players: Collection[int]) -> dict[int, Game]:
    """Return those of these players who are in a rated game with a clock, with the game."""
    return {
        getattr(game, f"{seat}_id"): game
        for seat, games in _binding_games.items()
        for game in games.fetch_all(tuple(players))
    }


def _select_binding_games(seat: str, players: tuple[int, ...]) -> QuerySet[Game]:
    games = Game.objects.unfinished().filter(rated=True, **{f"{seat}__in": players})
    between_people = Q(clock=DAILY_CLOCK, seat_b__brain="")
    # A player who joined a friend's link may play others until the friend returns to begin.
    waits_for_friend = Q(committed_ahead=True) & (Q(secret_a="") | Q(secret_b=""))
    return games.exclude(between_people | waits_for_friend).filter(without_bots())


_binding_games = {
    seat: CompiledModelQuery(Game, partial(_select_binding_games, seat), (-1,), related=SEATS)
    for seat in SEATS
}


def startable_seeks(seeks: Iterable[Seek]) -> list[Seek]:
    """Return the seeks whose owners may start a game now. Owners in a rated game are left out."""
    seeks = list(seeks)
    binding = {seek.pk: seek.player_id for seek in seeks if seek.rated and seek.clock != DAILY_CLOCK}
    busy = rated_games_in_progress(set(binding.values())) if binding else {}
    return [seek for seek in seeks if binding.get(seek.pk) not in busy]
