"""Stops the clock of a day-each game while it waits for a player on vacation.

A deadline moves once by the whole part of the turn that the vacation covers: when the vacation begins, or
when the turn passes to a player on vacation. A `VacationRest` row in the same transaction ensures that this
happens once per turn, in whichever process. If the vacation ends early, the unused time is taken back. A
delay does no harm: before a flag falls, `rest_game` makes up for a missing move of the deadline.

Starting or ending a vacation locks all games of the player before it reads the clock. So the flag of a
deadline finds the deadline moved if, and only if, the vacation began before it.
"""

from collections.abc import Collection, Iterable, Mapping

from django.db import connection, transaction
from django.db.models import F

from common import clock
from common.database.thread import on_the_database_thread
from game.engine.state import Seat
from game.models import Game, Player, Vacation, VacationRest
from game.runtime.pubsub import publish_on_commit
from game.table.clocks.time_control import DAY, GRACE
from game.table.clocks.turns import seats_awaited

# The position of a game. Until both seats have committed, each commitment gives new time, like a move does.
_POSITION = "CASE WHEN g.ply = 0 AND (g.commitment_a = '' OR g.commitment_b = '') THEN -1 ELSE g.ply END"
_UNRESTED_OF_SEAT = """
SELECT v.id AS vacation, g.id AS game FROM game_vacation v JOIN game_game g ON g.seat_{seat}_id = v.player_id
WHERE v.begins_at <= %(now_ms)s AND v.ends_at > %(now_ms)s
AND g.finished_at IS NULL AND g.clock = 'relaxed' AND g.deadline >= v.begins_at
AND CASE WHEN g.ply = 0 THEN g.secret_{seat} = '' ELSE COALESCE(g.turn, 'ab') IN ('{seat}', 'ab') END
AND NOT EXISTS (
    SELECT 1 FROM game_vacationrest r WHERE r.vacation_id = v.id AND r.game_id = g.id AND r.ply = {position}
)
"""
# The games that wait for a player on vacation and whose deadline has not been moved for it yet.
UNRESTED = " UNION ALL ".join(_UNRESTED_OF_SEAT.format(seat=seat, position=_POSITION) for seat in "ab")
_FOUND = f"SELECT vacation, game FROM ({UNRESTED}) AS unrested"  # noqa: S608


async def rest_all_games() -> None:
    """Move the deadlines of all games that wait for a player on vacation."""
    await on_the_database_thread(_rest)()


def rest_game(game_id: str) -> bool:
    """Do the same for one game whose flag is due. Return whether the game rests."""
    return _rest("WHERE game = %(game)s", game=game_id)


def rest_games_of(vacation: Vacation) -> None:
    """Do the same for one vacation, in the transaction that starts or ends it."""
    _rest("WHERE vacation = %(vacation)s", vacation=vacation.pk)


def _rest(where: str = "", **values: str | int) -> bool:
    moved = [_move_deadline(vacation, game) for vacation, game in _load_unrested(where, **values)]
    return any(moved)


def _load_unrested(where: str, **values: str | int) -> list[tuple[int, str]]:
    with connection.cursor() as cursor:
        cursor.execute(f"{_FOUND} {where} ORDER BY game", {"now_ms": clock.milliseconds(), **values})
        return [(int(vacation), str(game)) for vacation, game in cursor.fetchall()]


@transaction.atomic
def _move_deadline(vacation_id: int, game_id: str) -> bool:
    """Move a deadline by the vacation's part of the turn. Return False if another process has done so."""
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    both: dict[str, str | int] = {"game": game_id, "vacation": vacation_id}
    if not _load_unrested("WHERE game = %(game)s AND vacation = %(vacation)s", **both):
        return False
    vacation = Vacation.objects.get(pk=vacation_id)
    turn = _turn_start(game)
    rest = VacationRest.objects.filter(game=game, vacation=vacation).first()
    if rest is not None and rest.turn == turn:  # the opponent has discarded in the meantime
        VacationRest.objects.filter(pk=rest.pk).update(ply=_position(game))
        return False
    assert game.deadline is not None
    charged_from = max(vacation.begins_at, game.deadline - DAY - GRACE)
    moved = max(0, vacation.ends_at - charged_from)
    VacationRest.objects.update_or_create(
        game=game, vacation=vacation, defaults={"ply": _position(game), "turn": turn, "moved": moved}
    )
    Game.objects.filter(pk=game_id).update(deadline=F("deadline") + moved)
    publish_change([game])
    return True


def give_back(vacation: Vacation, now: int) -> None:
    """Take back the unused time of a vacation that ends now.

    Runs in its transaction with the games' rows locked.
    """
    for rest in VacationRest.objects.filter(
        vacation=vacation, moved__gt=0, game__finished_at=None
    ).select_related("game"):
        if rest.ply == _position(rest.game):
            back = min(rest.moved, vacation.ends_at - now)
            Game.objects.filter(pk=rest.game_id).update(deadline=F("deadline") - back)


def lock_games_of(player: Player) -> list[Game]:
    """Lock a player's live games with a day per move until the transaction ends, in the common lock order."""
    games = Game.objects.with_player(player).unfinished().filter(clock="relaxed")
    return list(games.order_by("id").select_for_update(no_key=True))


def publish_change(games: Collection[Game]) -> None:
    """Publish to tables and lists that games rest or go on."""
    for game in games:
        publish_on_commit("row", game.pk)
    if players := {player for game in games for player in (game.seat_a_id, game.seat_b_id)}:
        publish_on_commit("notices", sorted(players))
        publish_on_commit("lobby")


def load_vacations(players: Collection[int]) -> Mapping[int, int]:
    """Return the end of the vacation for each of these players who is on one."""
    if not players:
        return {}
    now = clock.milliseconds()
    current = Vacation.objects.filter(player__in=players, begins_at__lte=now, ends_at__gt=now)
    return dict(current.values_list("player", "ends_at"))


def rests_until(game: Game, seat: Seat, vacations: Mapping[int, int]) -> int | None:
    """Return until when a game rests: the vacation's end of the player that the game waits for."""
    awaited = seats_awaited(game) or ()
    if game.clock != "relaxed" or not awaited:
        return None
    waited_for = seat if seat in awaited else seat.other
    return vacations.get((game.seat_a_id, game.seat_b_id)[waited_for])


def players_at(games: Iterable[Game]) -> set[int]:
    """Return the players of the games to which vacations apply."""
    return {each for game in games if game.clock == "relaxed" for each in (game.seat_a_id, game.seat_b_id)}


def _position(game: Game) -> int:
    return -1 if game.ply == 0 and not (game.commitment_a and game.commitment_b) else game.ply


def _turn_start(game: Game) -> int:
    """Return the position at which the current turn began. One discard does not end the turn of both."""
    before, last = ["", "", *game.transcript.split()][-2:]
    has_one_thrown = before.startswith("#") and last.partition("/")[0][1:].isdigit() and last[0] in "ab"
    return _position(game) - has_one_thrown
