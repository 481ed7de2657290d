"""Rated games: how they are played, by whom, and one at a time."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from django.db.models import Q
from django.utils.translation import gettext

from common.refusal import Refusal
from game.accounts.places import share_a_place
from game.lobby.api_bots import check_has_room, check_may_meet, without_bots
from game.lobby.head_start import holes_ahead
from game.lobby.pairing import GameSettings
from game.lobby.without_advice import is_without_advice
from game.models import Game, Player, Seek
from ranking.models import Kind
from ranking.standings import load_points, lock_standings

TARGET = 121
COUNTINGS = ("auto", "muggins")
# Between people a game with a day for every move goes on beside all others.
DAILY_CLOCK = "relaxed"


def rated_settings(settings: GameSettings) -> GameSettings:
    """These settings for a rated game: with a clock, so that an abandoned game comes to an end."""
    if settings.target != TARGET:
        raise Refusal("bad_request", gettext("A rated game is played to %(target)s.") % {"target": TARGET})
    if settings.counting not in COUNTINGS:
        raise Refusal(
            "bad_request",
            gettext("In a rated game, hands are counted for you or with muggins."),
        )
    return replace(settings, clock=DAILY_CLOCK) if settings.clock == "none" else settings


def check_has_account(player: object) -> None:
    """Refuse a rated game to a player without an account, and say how to have one."""
    if not (isinstance(player, Player) and player.has_account):
        raise Refusal(
            "no_account",
            gettext("You need an account for rated games. Sign up: the games you’ve played come with you."),
        )


def check_accounts(players: Collection[Player], settings: GameSettings, *, requester: Player) -> None:
    """Refuse a rated game of any player who has no account and is no bot."""
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
    """Refuse a rated game of two people who came from one place within a day, or one might be both."""
    one, *others = (player for player in players if not player.is_bot)
    if settings.rated and any(share_a_place(one, other) for other in others):
        opponent = next(player for player in players if player != requester)
        says = gettext(
            "You and %(opponent)s used the same internet connection within the last day, so a game "
            "between you can’t be rated. You can play it for fun."
        )
        raise Refusal("same_place", says % {"opponent": opponent})


def check_head_start(player: Player, opponent: Player, settings: GameSettings) -> None:
    """Refuse a rated game with other holes than make it even, for it is settled as between equals."""
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
    """Refuse a rated game of any player who may not play it, or has to finish another one first.

    A game with a bot that plays by the API keeps nobody from another: of a person it moves no points.
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
    """Check the same under a lock until this transaction ends, so that no other game of theirs can start."""
    bots = {player.pk for player in players if player.is_api_bot}
    if settings.rated or bots:
        people = set() if bots else {player.pk for player in players if not player.is_bot}
        lock_standings(people, bots)
        check_may_start(players, settings, requester=requester)
        check_has_room(players, settings, requester=requester)


def rated_games_in_progress(players: Collection[int]) -> dict[int, Game]:
    """Those of these players who are in a rated game with a clock, and the game."""
    in_progress = {}
    for seat in ("seat_a", "seat_b"):
        games = Game.objects.unfinished().filter(rated=True, **{f"{seat}__in": players})
        between_people = Q(clock=DAILY_CLOCK, seat_b__brain="")
        # Who joined a friend's link may play others until the friend is back to begin.
        waits_for_friend = Q(committed_ahead=True) & (Q(secret_a="") | Q(secret_b=""))
        binding = games.exclude(between_people | waits_for_friend).filter(without_bots())
        for game in binding.select_related("seat_a", "seat_b"):
            in_progress[getattr(game, f"{seat}_id")] = game
    return in_progress


def require_no_rated_game(player: object) -> None:
    """Refuse advice to a player in a rated game or one of an event, even one without a clock."""
    if not isinstance(player, Player):
        return
    games = Game.objects.with_player(player).unfinished().filter(is_without_advice())
    if game := games.select_related("seat_a", "seat_b").first():
        opponent = game.seat_b if game.seat_a == player else game.seat_a
        says = (
            gettext("You’re in a rated game against %(opponent)s. No advice until it’s over.")
            if game.rated
            else gettext("You’re in an event’s game against %(opponent)s. No advice until it’s over.")
        )
        raise Refusal("rated_game", says % {"opponent": opponent})


def startable_seeks(seeks: Iterable[Seek]) -> list[Seek]:
    """The seeks whose owners may start a game now: those in a rated game are passed over."""
    seeks = list(seeks)
    binding = {seek.pk: seek.player_id for seek in seeks if seek.rated and seek.clock != DAILY_CLOCK}
    busy = rated_games_in_progress(set(binding.values())) if binding else {}
    return [seek for seek in seeks if binding.get(seek.pk) not in busy]
