"""Print the results of a club's members as a table: python club_statistics.py http://127.0.0.1:8000 owls

It counts the finished games between members, of those whose profile is public. A token in EVERYOTHER_TOKEN
also shows what its owner may see.
"""

import os
import sys
from dataclasses import dataclass
from urllib.parse import quote

from every_other_client import Json, Refused, Site


@dataclass
class Line:
    """A member's results against other members."""

    name: str
    games: int = 0
    won: int = 0
    skunks: int = 0
    points: int = 0

    def add(self, game: Json) -> None:
        """Add a game."""
        self.games += 1
        self.won += game["won"]
        self.skunks += game["won"] and game["value"] > 1
        self.points += game["points"] - game["points_against"]


def statistics(site: Site, club: str) -> tuple[str, list[Line]]:
    """Return the club's name and a line for each member, the best first."""
    found = site.call("GET", f"/clubs/{quote(club)}")
    lines = {member["name"]: Line(member["name"]) for member in found["members"]}
    for name, line in lines.items():
        try:
            games = site.lines("GET", f"/players/{quote(name)}/games")
        except Refused:  # a private profile
            continue
        for game in games:
            if game["opponent"] in lines and game["won"] is not None and not game["voided"]:
                line.add(game)
    best = sorted(lines.values(), key=lambda line: (-line.won / max(line.games, 1), -line.games, line.name))
    return str(found["name"]), best


def main(url: str, club: str) -> None:
    """Print the table."""
    name, lines = statistics(Site(url, os.environ.get("EVERYOTHER_TOKEN")), club)
    width = max([len(line.name) for line in lines] or [0])
    print(f"{name}: games among {len(lines)} members")
    print(f"{'':{width}}  games   won  skunks  points a game")
    for line in lines:
        average = line.points / max(line.games, 1)
        print(f"{line.name:{width}}  {line.games:5}  {line.won:4}  {line.skunks:6}  {average:+13.1f}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:3])
    except Refused as fault:
        sys.exit(fault.says)
