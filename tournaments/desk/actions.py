"""The actions of a director and the players of an in-person evening. Each locks it for one transaction."""

from collections.abc import Iterable
from itertools import count

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.people_only import check_is_person
from game.models import Player
from rng import entropy
from tournaments.desk.codes import find_by_code
from tournaments.desk.models import NAME_LENGTH, PLAYER_NAME_LENGTH, Board, Evening, Sitter, Stage
from tournaments.desk.record import Record, load_record
from tournaments.formats.bracket import BEST_OF, Match, qualifiers
from tournaments.formats.format import NIGHT_GAMES
from tournaments.formats.lots import cut, lot
from tournaments.formats.pairing import pair
from tournaments.formats.scoring import Ending, Result, given_up, no_show, played

MOST_PLAYERS = 200
MOST_EVENINGS = 50
GAMES = (*range(1, 10), *(games for games in NIGHT_GAMES if games > 9))


def create(*, director: Player, name: str, games: int, best_of: int) -> Evening:
    """Open an evening."""
    check_is_person(director)
    name = " ".join(name.split())
    if not name:
        raise Refusal("bad_request", gettext("Give the evening a name."))
    _check_is_printable(name)
    if len(name) > NAME_LENGTH:
        raise Refusal(
            "bad_request", gettext("The name can have at most %(n)s characters.") % {"n": NAME_LENGTH}
        )
    if games not in GAMES or best_of not in BEST_OF:
        raise Refusal("bad_request", gettext("Choose a number of games from the list."))
    if Evening.objects.filter(director=director).count() >= MOST_EVENINGS:
        raise Refusal(
            "too_late", gettext("You already have %(n)s evenings. Delete one first.") % {"n": MOST_EVENINGS}
        )
    return Evening.objects.create(
        id=entropy.game_id(),
        director=director,
        name=name,
        games=games,
        best_of=best_of,
        root=entropy.secret(),
        created_at=clock.now(),
    )


def _check_is_printable(name: str) -> None:
    if not name.isprintable():
        raise Refusal("bad_request", gettext("These words have characters that can’t be displayed."))


@transaction.atomic
def add_players(evening_id: str, names: Iterable[str]) -> int:
    """Add players by name, one per line: all of them or none."""
    evening = _lock(evening_id, Stage.GAMES)
    known = {sitter.name.casefold() for sitter in evening.sitters.all()}
    wanted = [" ".join(name.split()) for name in names if name.strip()]
    if not wanted:
        raise Refusal("bad_request", gettext("Write at least one name."))
    if len(known) + len(wanted) > MOST_PLAYERS:
        raise Refusal("bad_request", gettext("An evening has room for %(n)s players.") % {"n": MOST_PLAYERS})
    for name in wanted:
        if len(name) > PLAYER_NAME_LENGTH:
            raise Refusal("bad_request", gettext("“%(name)s…” is too long for a name.") % {"name": name[:20]})
        _check_is_printable(name)
        if name.casefold() in known:
            raise Refusal(
                "bad_request",
                gettext("%(name)s is already on the list. Add an initial, so that you can tell them apart.")
                % {"name": name},
            )
        known.add(name.casefold())
    now = clock.now()
    Sitter.objects.bulk_create(
        Sitter(evening=evening, name=name, code=entropy.game_id(), free_since=now) for name in wanted
    )
    return len(wanted)


@transaction.atomic
def set_here(evening_id: str, sitter_id: int, is_here: bool) -> None:
    """Mark a player as gone home, or as back."""
    evening = _lock(evening_id, Stage.GAMES, Stage.BRACKET)
    sitter = _find_sitter(evening, sitter_id)
    if load_record(evening).board_of(sitter.pk):
        raise Refusal(
            "engaged",
            gettext("%(name)s is at a table. Enter the result of that game first, or cancel the game.")
            % {"name": sitter.name},
        )
    Sitter.objects.filter(pk=sitter.pk).update(is_here=is_here, free_since=clock.now())


@transaction.atomic
def pair_now(evening_id: str) -> int:
    """Seat all free players who can be paired. In the bracket, open every match that can go on."""
    evening = _lock(evening_id, Stage.GAMES, Stage.BRACKET)
    record = load_record(evening)
    opened = _next_games(record) if evening.stage == Stage.GAMES else _next_matches(record)
    if not opened:
        raise Refusal("too_late", gettext("No two players can be paired right now."))
    Board.objects.bulk_create(opened)
    Evening.objects.filter(pk=evening.pk).update(pairings=F("pairings") + 1, paired_at=clock.now())
    return len(opened)


@transaction.atomic
def renew_codes(evening_id: str, sitter_id: int | None = None) -> None:
    """Replace the code of one player, or of all. A card that awaits the opponent's is withdrawn with it.

    The old code may have been in the wrong hands, and so may that card.
    """
    evening = _lock(evening_id, Stage.GAMES, Stage.BRACKET)
    chosen = list(evening.sitters.all()) if sitter_id is None else [_find_sitter(evening, sitter_id)]
    for sitter in chosen:
        sitter.code = entropy.game_id()
    Sitter.objects.bulk_update(chosen, ["code"])
    open_boards = evening.boards.filter(ending=None)
    open_boards.filter(first__in=chosen).update(card_of_first=None)
    open_boards.filter(second__in=chosen).update(card_of_second=None)


@transaction.atomic
def hand_in(code: str, number: int, won: bool, loser_has: int) -> None:
    """Store a player's score card of their game. The result counts once the opponent's card agrees.

    The same card again changes nothing, so a double tap is no fault.
    """
    evening = _lock(find_by_code(code).evening_id, Stage.GAMES, Stage.BRACKET)
    sitter = find_by_code(code)  # it may have been renewed before the lock
    board = _find_board(evening, number)
    if sitter.pk not in (board.first_id, board.second_id):
        raise Refusal("not_yours", gettext("That isn’t your game."))
    place = 0 if sitter.pk == board.first_id else 1
    result = _played(place if won else 1 - place, loser_has)
    card = list(result.scores)
    if board.ending and card == (board.card_of_first, board.card_of_second)[place] == board.scores:
        return
    _check_open(board)
    if place == 0:
        board.card_of_first = card
    else:
        board.card_of_second = card
    board.save()
    if board.card_of_first == board.card_of_second:
        _end(board, result)


@transaction.atomic
def decide(evening_id: str, number: int, how: Ending, winner: int, loser_has: int) -> None:
    """Store the director's result of a game, or correct a result that counts already."""
    evening = _lock(evening_id, Stage.GAMES, Stage.BRACKET)
    board = _find_board(evening, number)
    if winner not in (0, 1):
        raise Refusal("bad_request", gettext("Enter the winner."))
    if evening.stage == Stage.BRACKET and board.round is None and board.ending:
        raise Refusal(
            "too_late", gettext("The bracket was made from these results, so they can’t change now.")
        )
    match how:
        case Ending.PLAYED:
            result = _played(winner, loser_has)
        case Ending.GIVEN_UP:
            _check_loser(loser_has)
            result = given_up(1 - winner, (loser_has, loser_has))
        case Ending.NO_SHOW:
            result = no_show(1 - winner)
        case Ending.VOID:
            result = Result(Ending.VOID)
    _check_nothing_follows(evening, board)
    _end(board, result)


@transaction.atomic
def begin_bracket(evening_id: str) -> None:
    """End the games of the night and start the bracket. The best quarter qualifies, rounded up."""
    evening = _lock(evening_id, Stage.GAMES)
    record = load_record(evening)
    _check_no_board_is_open(record)
    lines = [line for line in record.lines if line.score.games]
    if len(lines) < 2:
        raise Refusal("too_late", gettext("A bracket needs two players who have finished a game."))
    root = bytes(evening.root)
    present = [line for line in lines if record.sitters[line.player].is_here]
    if len(present) < 2:
        raise Refusal("too_late", gettext("A bracket needs two players who are still here."))
    ordered = sorted(present, key=lambda line: (line.place, lot(evening.pk, root, line.player)))
    evening.seeds = [line.player for line in ordered[: qualifiers(len(lines))]]
    evening.stage = Stage.BRACKET
    evening.save(update_fields=["seeds", "stage"])


@transaction.atomic
def close(evening_id: str) -> None:
    """End the evening. Nothing can change afterwards."""
    evening = _lock(evening_id, Stage.GAMES, Stage.BRACKET)
    _check_no_board_is_open(load_record(evening))
    Evening.objects.filter(pk=evening.pk).update(stage=Stage.OVER)


def _lock(evening_id: str, *stages: Stage) -> Evening:
    """Lock an evening for this transaction. The update makes concurrent changes wait for each other."""
    if not Evening.objects.filter(pk=evening_id).update(version=F("version") + 1):
        raise Refusal("no_game", gettext("There’s no such evening."))
    evening = Evening.objects.get(pk=evening_id)
    if evening.stage not in stages:
        over = evening.stage == Stage.OVER
        says = gettext("The evening is over.") if over else gettext("The bracket has begun.")
        raise Refusal("too_late", says)
    return evening


def _next_games(record: Record) -> list[Board]:
    evening = record.evening
    draw = record.hall.draw(evening.pairings + 1, clock.milliseconds())
    tables = pair(draw, bytes(evening.root))
    places = zip(count(record.next_number), record.free_tables(), tables, strict=False)
    return [
        Board(evening=evening, number=number, table=at, first_id=table.first, second_id=table.second)
        for number, at, table in places
    ]


def _next_matches(record: Record) -> list[Board]:
    evening = record.evening
    opened: list[Board] = []
    for match, table in zip(record.bracket.to_play(), record.free_tables(), strict=False):
        one, other = (side for side in record.bracket.sides(match) if isinstance(side, int))
        by_the_cut = cut(evening.pk, bytes(evening.root), evening.pairings + 1, (one, other))
        first = record.bracket.first_deal(match, by_the_cut)
        opened.append(
            Board(
                evening=evening,
                number=record.next_number + len(opened),
                table=table,
                first_id=first,
                second_id=other if first == one else one,
                round=match.round,
                match=match.number,
            )
        )
    return opened


def _find_sitter(evening: Evening, sitter_id: int) -> Sitter:
    sitter = evening.sitters.filter(pk=sitter_id).first()
    if sitter is None:
        raise Refusal("no_player", gettext("There’s no such player this evening."))
    return sitter


def _find_board(evening: Evening, number: int) -> Board:
    board = evening.boards.filter(number=number).first()
    if board is None:
        raise Refusal("no_game", gettext("There’s no such game this evening."))
    return board


def _check_open(board: Board) -> None:
    if board.ending:
        raise Refusal("too_late", gettext("This game already has a result."))


def _check_no_board_is_open(record: Record) -> None:
    if record.open_boards:
        raise Refusal("not_over", gettext("Games are still being played. Enter their results first."))


def _check_nothing_follows(evening: Evening, board: Board) -> None:
    """Refuse to change the result of a match once a later match that depends on it has begun."""
    if board.round is None or board.match is None:
        return
    later = Match(board.round + 1, board.match // 2)
    if evening.boards.filter(round=later.round, match=later.number).exists():
        raise Refusal("too_late", gettext("The next match has begun, so this result can’t change now."))


def _check_loser(loser_has: int) -> None:
    if not 0 <= loser_has <= 120:
        raise Refusal("bad_request", gettext("The loser’s score is a number from 0 to 120."))


def _played(winner: int, loser_has: int) -> Result:
    _check_loser(loser_has)
    return played((121, loser_has) if winner == 0 else (loser_has, 121))


def _end(board: Board, result: Result) -> None:
    """Store the result. Both players are free from now on."""
    was_open = board.ending is None
    board.ending, board.winner, board.scores = result.ending.value, result.winner, list(result.scores)
    board.save()
    if was_open:
        Sitter.objects.filter(pk__in=(board.first_id, board.second_id)).update(free_since=clock.now())
