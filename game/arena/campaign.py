"""A campaign: meetings in sequence, each pair of matches played by any free process."""

from collections.abc import Callable, Sequence

from game.arena.meeting import Meeting, Outcome, play_pair
from game.arena.process_pool import ProcessPool

OnPairPlayed = Callable[[Meeting], None]


def run_campaign(
    meetings: Sequence[Meeting], pairs: int, processes: int, on_pair_played: OnPairPlayed
) -> list[Outcome]:
    """Return the outcome of every meeting in so many pairs. Call `on_pair_played` after each pair."""
    with ProcessPool(processes, play_pair) as crew:
        return [_play_meeting(crew, meeting, pairs, on_pair_played) for meeting in meetings]


def _play_meeting(
    crew: ProcessPool[Outcome], meeting: Meeting, pairs: int, on_pair_played: OnPairPlayed
) -> Outcome:
    total = None
    for outcome in crew.results((meeting, pair) for pair in range(pairs)):
        total = outcome if total is None else total.merged_with(outcome)
        on_pair_played(meeting)
    assert total is not None
    return total
