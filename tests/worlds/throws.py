"""Throws of the day as tests need them."""

from datetime import date

from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Phase, Rules, Seat, State
from study.throws.candidates import Candidate, ranked_throws
from study.throws.choosing import build_throw
from study.throws.models import DailyThrow
from study.throws.voting import today
from tests.worlds.positions import shuffled_deck


def dealt(seed: int, rules: Rules | None = None) -> State:
    """A game in which six cards were just dealt to each."""
    state, _ = act(start(rules or Rules(first_dealer=Seat.A)), None, Deal(1, shuffled_deck(seed)))
    assert state.phase is Phase.THROW
    return state


def candidate_of(seed: int, seat: Seat = Seat.A) -> Candidate:
    """The six cards of a seat as a candidate, whether or not they are worth a day."""
    state = dealt(seed)
    lines = ranked_throws(state, seat)
    best, second = lines[0].thrown, lines[1].thrown
    return Candidate(
        six=tuple(sorted(state.dealt[seat])),
        dealer=state.dealer is seat,
        mine=0,
        theirs=0,
        thrown=lines[4].thrown,
        lines=lines,
        bots={"novice": second, "intermediate": second, "halscrib": second, "advanced": best, "master": best},
    )


def create_throw(day: date | None = None, seed: int = 1, game: str | None = None) -> DailyThrow:
    """The throw of a day."""
    throw = build_throw(day or today(), candidate_of(seed), game)
    throw.save(force_insert=True)
    throw.refresh_from_db()
    return throw
