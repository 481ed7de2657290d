"""The rows that the pages of an evening show."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.desk.models import Board, Sitter, Stage
from tournaments.desk.record import Record, result_of
from tournaments.formats.bracket import Match, Side
from tournaments.formats.scoring import Ending, Score

VOID = Ending.VOID.value


@dataclass(frozen=True)
class BoardRow:
    """A game, and the scores on its two cards."""

    board: Board
    scores: tuple[int, int] | None  # the result, if there is one

    @property
    def winner(self) -> Sitter | None:
        """Return the winner, once the result counts."""
        by_place = {0: self.board.first, 1: self.board.second, None: None}
        return by_place[self.board.winner]

    @property
    def conflict(self) -> bool:
        """Return whether both cards are in and differ."""
        one, other = self.board.card_of_first, self.board.card_of_second
        return self.board.ending is None and one is not None and other is not None and one != other


@dataclass(frozen=True)
class OrderRow:
    """A row of the standings."""

    place: int
    sitter: Sitter
    score: Score
    goes_on: bool


@dataclass(frozen=True)
class CardRow:
    """A line of a player's score card: blank, or with the opponent, or with the score too."""

    number: int
    opponent: Sitter | None = None
    score: Score | None = None

    @property
    def minus(self) -> int:
        """Return the points lost by."""
        return self.score.plus - self.score.spread if self.score else 0


@dataclass(frozen=True)
class ScoreCard:
    """A player's score card: their games of the night in order, and the total."""

    rows: list[CardRow]
    score: Score

    @property
    def minus(self) -> int:
        """Return the points lost by in all games."""
        return self.score.plus - self.score.spread


@dataclass(frozen=True)
class MatchRow:
    """A match of the bracket: two names, as far as they are known, and games won."""

    names: tuple[str, str]
    wins: tuple[int, int]
    winner: int | None


def board_rows(record: Record, is_open: bool) -> list[BoardRow]:
    """Return the live games by table, or the finished games, latest first."""
    rows = [
        BoardRow(board, result.scores if (result := result_of(board)) else None)
        for board in record.boards
        if (board.ending is None) == is_open
    ]
    return sorted(rows, key=lambda row: row.board.table) if is_open else rows[::-1]


def order_rows(record: Record) -> list[OrderRow]:
    """Return the standings of the night."""
    seeds = record.evening.seeds
    return [
        OrderRow(line.place, record.sitters[line.player], line.score, line.player in seeds)
        for line in record.lines
    ]


def score_card(record: Record, sitter: Sitter, lines: int = 0) -> ScoreCard:
    """Return a player's score card, with blank lines up to so many."""
    games = [
        board
        for board in record.boards
        if board.round is None and board.ending != VOID and sitter.pk in (board.first_id, board.second_id)
    ]
    rows = []
    for number, board in enumerate(games, 1):
        place = 0 if board.first_id == sitter.pk else 1
        result = result_of(board)
        score = result.score(place) if result else None
        rows.append(CardRow(number, (board.second, board.first)[place], score))
    blank = [CardRow(number) for number in range(len(rows) + 1, lines + 1)]
    return ScoreCard(rows + blank, record.cards[sitter.pk].score)


def bracket_rows(record: Record) -> list[list[MatchRow]]:
    """Return the bracket as a list of matches for each round."""
    if record.evening.stage == Stage.GAMES or not record.evening.seeds:
        return []
    bracket = record.bracket
    return [[_match_row(record, match) for match in bracket.matches(n)] for n in range(bracket.rounds)]


def champion(record: Record) -> Sitter | None:
    """Return the winner of the bracket."""
    if record.evening.stage == Stage.GAMES or not record.evening.seeds:
        return None
    return record.sitters.get(side) if isinstance(side := record.bracket.champion, int) else None


def order_table(record: Record) -> Iterator[list[str | int]]:
    """Yield the standings as a table of plain values."""
    yield ["place", "player", "points", "won", "spread", "plus", "games"]
    for line in record.lines:
        score = line.score
        name = record.sitters[line.player].name
        yield [line.place, name, score.points, score.wins, score.spread, score.plus, score.games]


def games_table(record: Record) -> Iterator[list[str | int]]:
    """Yield all games as a table of plain values."""
    yield ["game", "table", "round", "first_dealer", "other", "ending", "first_score", "other_score"]
    for board in record.boards:
        stage = "" if board.round is None else board.round + 1
        scores = board.scores or ["", ""]
        names = (board.first.name, board.second.name)
        yield [board.number, board.table, stage, *names, board.ending or "", *scores]


def _match_row(record: Record, match: Match) -> MatchRow:
    sides = record.bracket.sides(match)
    winner = record.bracket.winner(match)
    names = (_side_name(record, sides[0]), _side_name(record, sides[1]))
    return MatchRow(
        names, record.bracket.wins(match), sides.index(winner) if isinstance(winner, int) else None
    )


def _side_name(record: Record, side: Side) -> str:
    return record.sitters[side].name if isinstance(side, int) else ""
