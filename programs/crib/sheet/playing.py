"""Play a score sheet over by the rules of the engine. Every fault has its place in the text. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from game.engine.board import advance, finish
from game.engine.cards import Card
from game.engine.events import Event, Events, Pegged
from game.engine.i18n import gettext_noop
from game.engine.moves import Call, Claim, Deal, Go, IllegalMove, Move, Play, Throw, Unrevealable, Void
from game.engine.notation import PLAIN_MOVES
from game.engine.play import act, legal, start
from game.engine.state import NO_CARDS, Count, Counting, Ended, Phase, Rules, Seat, State, with_seat
from programs.crib.document import Result, deck_from, result_text
from programs.crib.faults import CribFault, Place
from programs.crib.sheet.filling import Filled, fill
from programs.crib.sheet.model import (
    BROKE_A_RULE,
    ERRORS,
    KEPT,
    MISSED,
    TAKEN_BACK,
    Discard,
    Entry,
    Lay,
    Points,
    Say,
    Score,
    Sheet,
    SheetDeal,
)
from programs.crib.sheet.rules import rules_of
from programs.crib.sheet.tags import UNFINISHED
from programs.crib.sheet.tokens import echo
from programs.crib.sheet.writing import word_text

PENALTY = "penalty"  # the kind of points that the cards don't tell
TABLE_MOVES: Mapping[str, Move] = {"void": Void(), "unshown": Unrevealable()}
_SAYS = {
    MISSED: gettext_noop("points overlooked"),
    KEPT: gettext_noop("too many points pegged, and nobody noticed"),
    TAKEN_BACK: gettext_noop("the opponent pegged too many points"),
    BROKE_A_RULE: gettext_noop("the opponent broke a rule"),
}
SCORE_SAYS = gettext_noop("the score as it was written down")


class Turn(NamedTuple):
    """A step of a game: its entry in the sheet, the move of the engine if it is one, and what followed."""

    entry: Entry | None
    seat: Seat | None
    move: Move | None
    before: State
    state: State
    events: tuple[Event, ...]
    beside: tuple[Entry, ...] = ()  # counts and scores that were only compared


@dataclass(frozen=True, slots=True)
class Played:
    """A sheet played over. `unknown` maps the number of a deal to cards that only stand for unknown ones."""

    rules: Rules
    turns: tuple[Turn, ...]
    state: State
    unknown: Mapping[int, frozenset[Card]]
    decks: Mapping[int, tuple[Card, ...]]

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def is_engine_game(self) -> bool:
        """Return whether the engine alone, from its start, tells the whole course of the game."""
        return type(self.rules) is Rules and all(turn.move is not None for turn in self.turns)


class UnknownCounts(CribFault):
    """Unknown cards of a deal were counted, and no count is written: the state, its counts and the cards."""

    def __init__(
        self, deal: SheetDeal, state: State, counts: tuple[Count, ...], unknown: frozenset[Card]
    ) -> None:
        super().__init__(
            gettext_noop(
                "A hand of deal %(deal)s has an unknown card. Write after the last card what "
                "the hands and the crib count, such as a=8 b=4 b=6."
            ),
            at=deal.entries[-1].at if deal.entries else deal.at,
            deal=deal.number,
        )
        self.state, self.counts, self.unknown = state, counts, unknown


def play_sheet(sheet: Sheet) -> Played:
    """Play a sheet over. Raise CribFault where it breaks the rules of the game."""
    return _Player(sheet).play()


class _Player:
    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.rules = self._find_rules()
        self.state = start(self.rules)
        self.turns: list[Turn] = []
        self.unknown: dict[int, frozenset[Card]] = {}
        self.decks: dict[int, tuple[Card, ...]] = {}
        self.filled: Filled | None = None
        self.counts = 0  # written counts of the deal, in a game that counts by itself

    def play(self) -> Played:
        if self.sheet.cut:
            self.decks[0] = deck_from(self.sheet.cut)
            self._act(None, None, Deal(0, self.decks[0]), self.sheet.cut_at)
            if 2 * len(self.state.cut) != len(self.sheet.cut) or self.sheet.cut[-1] >> 2 == (
                self.sheet.cut[-2] >> 2
            ):
                raise CribFault(
                    gettext_noop("The cut for deal ends with the first pair that isn’t a tie."),
                    at=self.sheet.cut_at,
                )
        self._play_entries(self.sheet.before, None)
        for place, deal in enumerate(self.sheet.deals):
            self._begin_deal(deal, self.sheet.deals[place - 1] if place else None)
            if deal.is_only_a_score:
                self._set_score(deal.entries[0])
                continue
            self._play_entries(deal.entries, deal)
            self._check_unknown_counts(deal)
        self._check_result()
        return Played(self.rules, tuple(self.turns), self.state, self.unknown, self.decks)

    def _find_rules(self) -> Rules:
        """Return the rules, with the first dealer if no cut names one."""
        rules, sheet = rules_of(self.sheet), self.sheet
        if sheet.cut and rules.first_dealer is not None:
            raise CribFault(
                gettext_noop("The rules name a first dealer, so there’s no cut for deal."),
                at=sheet.place_of("Rules"),
            )
        if sheet.cut or rules.first_dealer is not None or not sheet.deals:
            return rules
        first = sheet.deals[0]
        dealer = first.dealer if first.dealer is not None else _dealer_by_play(first)
        if dealer is None:
            raise CribFault(
                gettext_noop("Write who deals: #%(deal)sa or #%(deal)sb."), at=first.at, deal=first.number
            )
        dealer = dealer if first.number % 2 else dealer.other
        return type(rules)(rules.target, rules.counting, dealer, rules.start)

    def _begin_deal(self, deal: SheetDeal, last: SheetDeal | None) -> None:
        """Deal the cards of a deal, after checking that it is due."""
        if self.state.is_over:
            raise CribFault(gettext_noop("The game was over before this deal."), at=deal.at)
        if self.state.phase is Phase.CUT:
            raise CribFault(gettext_noop("The cut for deal is missing, or who deals first."), at=deal.at)
        if self.state.phase is not Phase.DEAL:
            assert last is not None
            raise CribFault(
                gettext_noop(
                    "Deal %(deal)s isn’t finished. Write the rest of its moves, or the score after it, "
                    "like 45-38."
                ),
                at=deal.at,
                deal=last.number,
            )
        if last is None and deal.number > 1:
            if not deal.is_only_a_score:
                raise CribFault(
                    gettext_noop("Write the score before this deal, like this: #%(before)s 45-38"),
                    at=deal.at,
                    before=deal.number - 1,
                )
            assert self.rules.first_dealer is not None or self.state.dealer is not None
            first = self.state.dealer if self.rules.first_dealer is None else self.rules.first_dealer
            assert first is not None
            self.state = self.state.replace(
                deal=deal.number - 1, dealer=first if deal.number % 2 == 0 else first.other
            )
        if deal.number != self.state.deal + 1:
            raise CribFault(
                gettext_noop("Deal %(due)s is next, not deal %(deal)s."),
                at=deal.at,
                due=self.state.deal + 1,
                deal=deal.number,
            )
        assert self.state.dealer is not None
        dealer = self.state.dealer if deal.number == 1 else self.state.dealer.other
        if deal.dealer not in (None, dealer):
            raise CribFault(gettext_noop("It’s %(seat)s that deals here."), at=deal.at, seat="AB"[dealer])
        self.counts = 0
        if deal.is_only_a_score:
            self.state = self.state.replace(deal=deal.number, dealer=dealer)
            return
        self.filled = fill(deal, dealer)
        pairs = zip(self.filled.hands[dealer.other], self.filled.hands[dealer], strict=True)
        deck = deck_from((*[card for pair in pairs for card in pair], self.filled.starter))
        if self.filled.unknown:
            self.unknown[deal.number] = self.filled.unknown
        self.decks[deal.number] = deck
        self._act(None, None, Deal(deal.number, deck), deal.at)

    def _play_entries(self, entries: tuple[Entry, ...], deal: SheetDeal | None) -> None:
        for place, entry in enumerate(entries):
            before = self.state
            is_last = deal is not None and place == len(entries) - 1
            self._play_entry(entry, is_last=is_last)
            for variation in entry.variations:
                self._check_variation(variation.entries, before)

    def _play_entry(self, entry: Entry, *, is_last: bool) -> None:
        word = entry.word
        if isinstance(word, Score):
            if (
                is_last
                and self.state.phase not in (Phase.DEAL, Phase.OVER)
                and word.scores != self.state.scores
            ):
                self._set_score(entry)
            elif word.scores != self.state.scores:
                raise CribFault(
                    gettext_noop("The score is %(true)s here, not %(said)s."),
                    at=entry.at,
                    true="{}-{}".format(*self.state.scores),
                    said=word_text(word),
                )
            elif is_last and self.state.phase not in (Phase.DEAL, Phase.OVER):
                self._set_score(entry)
            else:
                self._add_beside(entry)
        elif isinstance(word, Points) and word.sign in ERRORS:
            self._penalize(entry, word)
        elif isinstance(word, Points) and word.sign == "=" and self.rules.counting is Counting.AUTO:
            self._check_count(entry, word)
            self._add_beside(entry)
        else:
            self._make_move(entry)

    def _add_beside(self, entry: Entry) -> None:
        if self.turns and (entry.mark or entry.comment):
            last = self.turns.pop()
            self.turns.append(last._replace(beside=(*last.beside, entry)))

    def _make_move(self, entry: Entry) -> None:
        seat, move = _move_of(entry, self.filled)
        if isinstance(move, Play) and _must_say_go(self.state):
            self._act(None, self.state.turn, Go(), entry.at)  # it wasn't written down
        self._act(entry, seat, move, entry.at)

    def _act(self, entry: Entry | None, seat: Seat | None, move: Move, at: Place) -> None:
        before = self.state
        self.state, events = _try(before, seat, move, entry, at)
        self.turns.append(Turn(entry, seat, move, before, self.state, events))

    def _penalize(self, entry: Entry, word: Points) -> None:
        """Peg points that the cards don't tell."""
        before, events = self.state, list[Event]()
        if before.is_over:
            raise CribFault(gettext_noop("The game was over before this."), at=entry.at)
        seat = word.seat if word.sign in (MISSED, KEPT) else word.seat.other
        says = _SAYS[word.sign]
        if word.sign == MISSED:
            score = before.scores[seat] - word.points
            if score < 0:
                raise CribFault(gettext_noop("No score falls below nothing."), at=entry.at)
            self.state = before.replace(scores=with_seat(before.scores, seat, score))
            events.append(Pegged(seat, -word.points, score, PENALTY, says))
        elif word.points:
            self.state = advance(before, seat, word.points, PENALTY, says, events)
        self.turns.append(Turn(entry, word.seat, None, before, self.state, tuple(events)))

    def _check_count(self, entry: Entry, word: Points) -> None:
        """Compare a written count with the cards, in a game that is counted for the players."""
        show = self.state.show
        counts = show.counts if show and show.deal == self.state.deal else ()
        if self.counts >= len(counts):
            raise CribFault(gettext_noop("There’s no hand to count here."), at=entry.at)
        count = counts[self.counts]
        self.counts += 1
        if (word.seat, word.points) != (count.seat, count.score.total):
            raise CribFault(
                gettext_noop("This count is %(true)s, not %(said)s."),
                at=entry.at,
                true=word_text(Points(count.seat, "=", count.score.total)),
                said=word_text(word),
            )

    def _set_score(self, entry: Entry) -> None:
        """Take the score as it is written after a deal that isn't written in full."""
        assert isinstance(entry.word, Score)
        scores, before, events = entry.word.scores, self.state, list[Event]()
        if any(new < old for new, old in zip(scores, before.scores, strict=True)):
            raise CribFault(
                gettext_noop("The score was %(score)s already."),
                at=entry.at,
                score="{}-{}".format(*before.scores),
            )
        won = [seat for seat in Seat if scores[seat] >= self.rules.target]
        if len(won) == 2 or max(scores) > self.rules.target:
            raise CribFault(
                gettext_noop("The game ends when a player has %(target)s."),
                at=entry.at,
                target=self.rules.target,
            )
        for seat in Seat:
            if scores[seat] > before.scores[seat]:
                pegged = scores[seat] - before.scores[seat]
                events.append(Pegged(seat, pegged, scores[seat], PENALTY, SCORE_SAYS))
        between = before.replace(
            phase=Phase.DEAL, scores=scores, hands=NO_CARDS, pile=(), count=0, turn=None, laid=None
        )
        self.state = _finish(between, won[0], events) if won else between
        self.turns.append(Turn(entry, None, None, before, self.state, tuple(events)))

    def _check_variation(self, entries: tuple[Entry, ...], state: State) -> None:
        """Check that the moves of a variation are legal, as far as the cards are known."""
        for entry in entries:
            before = state
            if isinstance(entry.word, Score) or (
                isinstance(entry.word, Points)
                and (entry.word.sign in ERRORS or self.rules.counting is Counting.AUTO)
            ):
                continue
            seat, move = _move_of(entry, None)
            if isinstance(move, Play) and _must_say_go(state):
                state, _ = act(state, state.turn, Go())
            state, _ = _try(state, seat, move, entry, entry.at)
            for variation in entry.variations:
                self._check_variation(variation.entries, before)

    def _check_unknown_counts(self, deal: SheetDeal) -> None:
        """Raise CribFault if an unknown card was counted without a written count."""
        unknown, show = self.unknown.get(deal.number), self.state.show
        if not unknown or not show or show.deal != deal.number or self.rules.counting is not Counting.AUTO:
            return
        counts = show.counts[self.counts :]
        if any(unknown.intersection(count.score.cards) for count in counts):
            raise UnknownCounts(deal, self.state, counts, unknown)

    def _check_result(self) -> None:
        written = self.sheet.tag("Result")
        if not written:
            return
        true = result_text(Result.of(self.state)) if self.state.is_over else UNFINISHED
        scores = "{}-{}".format(*self.state.scores)
        winner = true[:2] + scores
        if written not in (true, winner, scores) or (written == scores and not self.state.is_over):
            raise CribFault(
                gettext_noop("The result reads “%(said)s”, but the moves lead to “%(true)s”."),
                at=self.sheet.place_of("Result"),
                said=echo(written),
                true=true,
            )


def _finish(state: State, winner: Seat, events: Events) -> State:
    value = state.rules.value(state.scores[winner.other])
    return finish(state, winner, value, Ended.PLAYED, events)


def _dealer_by_play(deal: SheetDeal) -> Seat | None:
    """Return the dealer of a deal by its first card in the play, which is pone's."""
    words: Iterable[object] = (entry.word for entry in deal.entries)
    return next((word.seat.other for word in words if isinstance(word, Lay)), None)


def _move_of(entry: Entry, filled: Filled | None) -> tuple[Seat | None, Move]:
    """Return an entry as a move of the engine."""
    match entry.word:
        case Discard(seat, (one, other)):
            if one is not None and other is not None:
                return seat, Throw((one, other))
            if filled is None:
                raise CribFault(gettext_noop("An unknown card can’t be in a variation."), at=entry.at)
            return seat, Throw(filled.discards[seat])
        case Lay(seat, None):
            raise CribFault(
                gettext_noop("An unknown card can’t be played: its points depend on it."), at=entry.at
            )
        case Lay(seat, int(card)):
            return seat, Play(card)
        case Points(seat, sign, points):
            return seat, Claim(points) if sign == "=" else Call(points)
        case Say(None, what):
            return None, TABLE_MOVES[what]
        case Say(seat, what):
            return seat, PLAIN_MOVES[what]
    raise AssertionError(entry.word)


def _must_say_go(state: State) -> bool:
    return state.turn is not None and legal(state, state.turn) == (Go(),)


def _try(
    state: State, seat: Seat | None, move: Move, entry: Entry | None, at: Place
) -> tuple[State, tuple[Event, ...]]:
    try:
        return act(state, seat, move)
    except IllegalMove as why:
        raise CribFault(
            gettext_noop("%(word)s isn’t allowed here. %(why)s"),
            why,
            at=at,
            word=word_text(entry.word) if entry else "",
        ) from None
