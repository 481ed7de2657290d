"""The daily game over two midnights: a guest plays, signs up, and is ranked from the next day on."""

import asyncio
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from conftest import server_on_this_database
from cribbage_site.tests.server_process import Server
from tests.worlds.daily import (
    MovedClock,
    begin,
    play_to_the_end,
    throw_and_leave,
    wait_until_counted,
    wait_until_open,
)
from tests.worlds.scripted_player import Visitor

pytestmark = [pytest.mark.rows, pytest.mark.slow]

GUESTS_ARE_NOT = "Guests can play, but they aren’t ranked"
TOO_YOUNG = "Your account is newer than this day"
SCOUTED = "a guest or a new account began the day’s game"
GIVEN_UP = "it counts as last of this day"
MONTH_LINE = re.compile(
    r'<a href="/@(?P<name>[^"]+)">.*?<td>(?P<days>\d+)</td>\s*<td class="points">(?P<total>[\d.]+)</td>',
    re.DOTALL,
)


@pytest.fixture
def clock(tmp_path: Path) -> MovedClock:
    return MovedClock(tmp_path)


@pytest.fixture
def site(clock: MovedClock) -> Iterator[Server]:
    with server_on_this_database(**clock.environment) as site:
        yield site


def test_a_guest_who_signs_up_is_ranked_from_the_next_day_on(site: Server, clock: MovedClock) -> None:
    asyncio.run(Journey(site, clock).run())


class Journey:
    """Ann, Bob and Cat have accounts from the first day; Gus is a guest who signs up; Eve is a liar."""

    def __init__(self, site: Server, clock: MovedClock) -> None:
        self.site, self.clock = site, clock
        self.ann, self.bob, self.cat, self.gus, self.eve = (self.visitor() for _ in range(5))

    def visitor(self) -> Visitor:
        return Visitor(self.site.url)

    async def run(self) -> None:
        await self.spend_the_first_day()
        first = self.clock.pass_midnight()
        await self.look_at_the_first_day(first)
        await self.spend_the_second_day()
        second = self.clock.pass_midnight()
        await self.look_at_the_second_day(second)

    async def spend_the_first_day(self) -> None:
        """All accounts are younger than this day, and Gus signs up once he has seen its cards."""
        await wait_until_open(self.ann, self.clock.now().date())
        for visitor, name in ((self.ann, "Ann"), (self.bob, "Bob"), (self.cat, "Cat"), (self.eve, "Eve")):
            visitor.sign_up(name)
        assert TOO_YOUNG in page(self.ann, "/daily")
        assert GUESTS_ARE_NOT in page(self.gus, "/daily")
        await asyncio.gather(play_to_the_end(self.gus), throw_and_leave(self.bob))
        self.gus.sign_up("Gus")
        assert GUESTS_ARE_NOT in page(self.gus, "/daily")

    async def look_at_the_first_day(self, day: date) -> None:
        """No player is ranked: Gus played as a guest, Bob has a new account and did not finish."""
        shown = await wait_until_counted(self.ann, day)
        assert (shown["order"], shown["ranked"], shown["field"]["players"]) == ([], 0, 1)
        assert GUESTS_ARE_NOT in page(self.gus, f"/daily/{day}")
        assert TOO_YOUNG in page(self.bob, f"/daily/{day}")

    async def spend_the_second_day(self) -> None:
        """Cat and Eve have scouts: one begins before the game, and one while it waits."""
        await wait_until_open(self.ann, self.clock.now().date())
        assert TOO_YOUNG not in page(self.gus, "/daily")
        begin(self.scout_of(self.cat))
        begin(self.cat)
        begin(self.eve)
        begin(self.scout_of(self.eve))
        await asyncio.gather(play_to_the_end(self.ann), play_to_the_end(self.gus), throw_and_leave(self.bob))
        for liar in (self.cat, self.eve):
            assert SCOUTED in page(liar, "/daily")
        for honest in (self.ann, self.bob, self.gus):
            assert 'data-test="why-unranked"' not in page(honest, "/daily")

    def scout_of(self, liar: Visitor) -> Visitor:
        """A guest in another browser of the same network."""
        scout = self.visitor()
        scout.address = liar.address
        return scout

    async def look_at_the_second_day(self, day: date) -> None:
        shown = await wait_until_counted(self.ann, day)
        margins = {line["name"]: line["margin"] for line in shown["order"]}
        assert margins.keys() == {"Ann", "Gus"}, shown
        expected = field_percentages(margins | {"Bob": None})
        assert {line["name"]: line["percent"] for line in shown["order"]} == {
            name: expected[name] for name in margins
        }
        lines = [
            found.groupdict() for found in MONTH_LINE.finditer(page(self.ann, f"/daily/month/{day:%Y-%m}"))
        ]
        assert {line["name"]: float(line["total"]) for line in lines} == expected
        assert GIVEN_UP in page(self.bob, f"/daily/{day}")
        assert SCOUTED in page(self.cat, f"/daily/{day}")


def page(visitor: Visitor, path: str) -> str:
    status, text = visitor.get(path)
    assert status == 200
    return text


def field_percentages(margins: dict[str, Any]) -> dict[str, float]:
    """Return what each player gets for a day, counted one by one; None is a game that was given up."""
    found = {}
    for name, own in margins.items():
        others = [margin for other, margin in margins.items() if other != name]
        beaten = 0.0
        for margin in others:
            if own is not None:
                beaten += 1 if margin is None or own > margin else 0.5 if own == margin else 0
        found[name] = 100 * beaten / len(others)
    return found
