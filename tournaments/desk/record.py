"""The rows of an evening as plain values for scoring, pairing and the bracket."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from tournaments.desk.models import Board, Evening, Sitter
from tournaments.formats.bracket import Bracket, Match
from tournaments.formats.encounters import Card, Encounter, cards
from tournaments.formats.format import Format, night
from tournaments.formats.hall import Hall, Present
from tournaments.formats.scoring import Ending, Result
from tournaments.formats.standings import Line, order


@dataclass(frozen=True)
class Record:
    """An evening with all its players and games."""

    evening: Evening
    sitters: Mapping[int, Sitter]
    boards: Sequence[Board]

    @cached_property
    def games(self) -> tuple[Encounter, ...]:
        """Return the games of the night, without those of the bracket."""
        return tuple(encounter(board) for board in self.boards if board.round is None)

    @cached_property
    def cards(self) -> Mapping[int, Card]:
        """Return the score card of each player."""
        return cards(self.sitters, self.games)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Return the standings of the night."""
        return order({key: card.score for key, card in self.cards.items()}, self.games)

    @cached_property
    def open_boards(self) -> tuple[Board, ...]:
        """Return the games that have no result yet."""
        return tuple(board for board in self.boards if board.ending is None)

    @cached_property
    def format(self) -> Format:
        """Return the format of the night."""
        return night(self.evening.games)

    @cached_property
    def hall(self) -> Hall:
        """Return the input of pairing: the players who are present, and who has met whom."""
        here = (sitter for sitter in self.sitters.values() if sitter.is_here)
        present = (Present(sitter.pk, int(sitter.free_since.timestamp() * 1000)) for sitter in here)
        return Hall(self.evening.pk, self.format, tuple(present), self.games, entrants=tuple(self.sitters))

    @cached_property
    def free(self) -> tuple[Sitter, ...]:
        """Return the players who wait for a table."""
        return tuple(self.sitters[here.player] for here in self.hall.free)

    @cached_property
    def bracket(self) -> Bracket:
        """Return the bracket, from the games played in it."""
        played: dict[Match, list[Encounter]] = defaultdict(list)
        for board in self.boards:
            if board.round is not None and board.match is not None:
                played[Match(board.round, board.match)].append(encounter(board))
        out = tuple(sitter.pk for sitter in self.sitters.values() if not sitter.is_here)
        return Bracket(tuple(self.evening.seeds), self.evening.best_of, played, out)

    @property
    def next_number(self) -> int:
        """Return the number of the next game."""
        return 1 + max((board.number for board in self.boards), default=0)

    def free_tables(self) -> Iterator[int]:
        """Yield the numbers of free tables, from 1 on."""
        taken = {board.table for board in self.open_boards}
        return (table for table in count(1) if table not in taken)

    def board_of(self, sitter: int) -> Board | None:
        """Return the game that a player is in."""
        return next(
            (board for board in self.open_boards if sitter in (board.first_id, board.second_id)), None
        )


def load_record(evening: Evening) -> Record:
    """Load an evening with all its rows, in two queries."""
    sitters = {sitter.pk: sitter for sitter in evening.sitters.order_by("pk")}
    boards = list(evening.boards.order_by("number"))
    for board in boards:
        board.first, board.second = sitters[board.first_id], sitters[board.second_id]
    return Record(evening, sitters, boards)


def result_of(board: Board) -> Result | None:
    """Return the result of a game, if it has one."""
    if board.ending is None:
        return None
    one, other = board.scores or (0, 0)
    return Result(Ending(board.ending), board.winner, (one, other))


def encounter(board: Board) -> Encounter:
    """Return a game in the form that scoring takes."""
    return Encounter(board.first_id, board.second_id, result_of(board))
