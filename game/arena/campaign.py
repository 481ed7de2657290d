"""A campaign: one meeting after another, each pair of matches played by whoever is free."""

from collections.abc import Callable, Sequence

from game.arena.meeting import Meeting, Outcome, play_pair
from game.arena.process_pool import Crew

Heard = Callable[[Meeting], None]


def campaign(meetings: Sequence[Meeting], pairs: int, processes: int, heard: Heard) -> list[Outcome]:
    """What comes of every meeting in so many pairs; `heard` is told of each that was played."""
    with Crew(processes, play_pair) as crew:
        return [_meet(crew, meeting, pairs, heard) for meeting in meetings]


def _meet(crew: Crew[Outcome], meeting: Meeting, pairs: int, heard: Heard) -> Outcome:
    total = None
    for outcome in crew.each((meeting, pair) for pair in range(pairs)):
        total = outcome if total is None else total.together(outcome)
        heard(meeting)
    assert total is not None
    return total
