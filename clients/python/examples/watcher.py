"""Tells a game as it is played, without a token: python watcher.py http://127.0.0.1:8000 [game]

Without a game it waits for the next one between people. It is written with asyncio.
"""

import asyncio
import sys

from every_other_client import AsyncSite, Counted, Dealt, Event, GameOver, Pegged, Played, StarterTurned


def tell(event: Event, names: tuple[str, ...]) -> str | None:
    """Return an event as a sentence, or None if it is not worth one."""
    match event:
        case Dealt(number=number, dealer=dealer):
            return f"Deal {number}: {names[dealer]} deals."
        case StarterTurned(card=card):
            return f"The starter is {card}."
        case Played(seat=seat, card=card, count=count):
            return f"{names[seat]} plays {card}: {count}."
        case Counted(seat=seat, what=what, cards=cards, points=points):
            return f"{names[seat]} counts the {what} {' '.join(cards)}: {points}."
        case Pegged(seat=seat, points=points, score=score):
            return f"  {points} for {names[seat]}, now at {score}."
        case GameOver(winner=int(winner)):
            return f"{names[winner]} wins."
        case GameOver():
            return "The game is void."
    return None


async def next_game(site: AsyncSite) -> str:
    """Return the first game on the list of live games."""
    async for line in site.stream("/games/live"):
        if line is not None and line["t"] == "game":
            return str(line["id"])
    raise AssertionError("a stream ends by an exception")


async def main(url: str, game: str | None) -> None:
    """Watch one game to its end."""
    site = AsyncSite(url)
    game = game or await next_game(site)
    seats = (await site.call("GET", f"/games/{game}"))["players"]
    names = tuple(seat["nickname"] or seat["name"] for seat in seats)
    print(f"{names[0]} against {names[1]}: {url}/table/{game}")
    async for step in site.watch(game):
        for sentence in filter(None, (tell(event, names) for event in step.events)):
            print(sentence, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None))
