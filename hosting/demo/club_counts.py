"""The size of the sample clubs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClubCounts:
    """The number of members, evenings and seasons that were made."""

    clubs: int = 0
    club_members: int = 0
    evenings_over: int = 0
    evenings_running: int = 0
    duels_running: int = 0
    evening_games: int = 0
    seasons_decided: int = 0
