"""Turn a whole game into a score sheet, and a sheet with a whole game into that. Pure."""

from collections.abc import Iterator

from game.engine.i18n import gettext_noop
from game.engine.moves import Call, Claim, Deal, Move, Pass, Play, Throw, Unrevealable, Void
from game.engine.notation import PLAIN_MOVES, parse_move
from game.engine.play import act, start
from game.engine.state import Phase, Seat, State
from game.engine.transcript import header
from programs.crib.document import CribGame, Result, Side, result_text, shown_cards
from programs.crib.faults import CribFault
from programs.crib.sheet.model import Discard, Entry, Lay, Points, Say, Score, Sheet, SheetDeal, Word
from programs.crib.sheet.playing import Played
from programs.crib.sheet.tags import in_order
from programs.crib.sheet.tokens import tidy

NOBODY = ("A", "B")  # the names of players that a sheet doesn't name
_PLAIN_WORDS = {move: word for word, move in PLAIN_MOVES.items()}


def sheet_of(game: CribGame) -> Sheet:
    """Return a whole game as a sheet, with the score after each deal."""
    deals: list[SheetDeal] = []
    entries: list[Entry] = []
    before: tuple[Entry, ...] = ()
    state = start(game.rules)
    for word in game.words:
        seat, move = parse_move(state.dealt, word, game.deck)
        state, _ = act(state, seat, move)
        if isinstance(move, Deal):
            if move.number > 0:
                before = _close(deals, entries, before)
                deals.append(_deal(state))
            continue
        entries.append(Entry(_word(state, seat, move)))
        if state.phase is Phase.DEAL:
            entries.append(Entry(Score(state.scores)))
    before = _close(deals, entries, before)
    cut = game.cards.get(0, ())
    return Sheet(in_order(dict(_tags(game))), "", cut, before, tuple(deals))


def _close(deals: list[SheetDeal], entries: list[Entry], before: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Give the entries so far to the last deal, or return them if there is none yet."""
    made = tuple(entries)
    entries.clear()
    if not deals:
        return made
    last = deals.pop()
    deals.append(SheetDeal(last.number, last.dealer, last.hands, last.starter, "", made))
    return before


def _deal(state: State) -> SheetDeal:
    assert state.upcard is not None
    return SheetDeal(state.deal, state.dealer, state.dealt, (state.upcard,))


def _word(state: State, seat: Seat | None, move: Move) -> Word:
    match move:
        case Throw():
            assert seat is not None
            one, other = state.throws[seat]
            return Discard(seat, (one, other))
        case Play(card):
            assert seat is not None
            return Lay(seat, card)
        case Claim(points) | Call(points):
            assert seat is not None
            return Points(seat, "=" if isinstance(move, Claim) else "+", points)
        case Void() | Unrevealable():
            return Say(None, "void" if isinstance(move, Void) else "unshown")
        case Pass():
            return Say(seat, "pass")
    return Say(seat, _PLAIN_WORDS[move])


def _tags(game: CribGame) -> Iterator[tuple[str, str]]:
    found = {
        "Site": game.site,
        "Game": game.game,
        "Event": tidy(game.event),
        "Date": game.date,
        "Rules": header(game.rules),
        "Rated": "" if game.rated is None else ("no", "yes")[game.rated],
        "Clock": game.clock,
        "Result": result_text(game.result),
    }
    for letter, side in zip("AB", game.sides, strict=True):
        found[letter] = tidy(side.name)
        found[f"{letter}Bot"] = side.bot
        found[f"{letter}Points"] = "" if side.points is None else str(side.points)
    yield from ((name, value) for name, value in found.items() if value)


def sides_of(sheet: Sheet) -> tuple[Side, Side]:
    """Return the players of a sheet."""
    a, b = (
        Side(sheet.tag(letter, letter), sheet.tag(f"{letter}Bot"), _points(sheet.tag(f"{letter}Points")))
        for letter in NOBODY
    )
    return a, b


def _points(text: str) -> int | None:
    return int(text) if text else None


def crib_of(sheet: Sheet, played: Played) -> CribGame:
    """Return a sheet as a whole game. Raise CribFault if it is part of one, or says more than its cards."""
    if not played.is_over:
        raise CribFault(gettext_noop("The moves stop before the game is over."))
    if played.unknown or not played.is_engine_game:
        raise CribFault(
            gettext_noop("This game has unknown cards, unknown deals, penalties or another target.")
        )
    end = played.state
    return CribGame(
        sides=sides_of(sheet),
        rules=end.rules,
        result=Result.of(end),
        words=end.record,
        cards={number: shown_cards(number, deck, end) for number, deck in played.decks.items()},
        site=sheet.tag("Site"),
        game=sheet.tag("Game"),
        event=sheet.tag("Event"),
        date=sheet.tag("Date"),
        rated={"yes": True, "no": False}.get(sheet.tag("Rated")),
        clock=sheet.tag("Clock"),
    )
