"""A hundred games that go on and on, and what happens to them meanwhile."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from bench.chaos.client import Sitter, Wait
from bench.chaos.clock import lived
from bench.chaos.cluster import House
from bench.chaos.database import ask
from bench.chaos.faults import Fault, Happened, Scene
from bench.chaos.people import KINDS, Company, Kind
from bench.chaos.reference_game import agree
from game.engine.state import State
from rng.twister import stream

PACE = 2.0  # seconds that a move may take, at most
CALM, LONGEST_CALM = (1.0, 2.5), 5.0  # between faults: so many moves' time, and at most so many seconds
TWO_AT_ONCE = 0.4
A_FEW_AT_A_TIME = 8
# After the last fault every game has to go on within so many seconds: a page finds a dead line in 25.
GOES_ON = 30.0
ENDS = 300.0
SPARE_THREADS = 20  # beside those in which people ask for new games, of a site that may be down

Say = Callable[[str], None]


@dataclass(frozen=True)
class Played:
    """A game that is over, as it followed from its moves when it ended."""

    game: str
    transcript: str
    ended: str
    winner: int | None
    value: int
    scores: tuple[int, int]
    deals: int
    changes: int

    @classmethod
    def of(cls, game: str, transcript: str, state: State, kind: Kind) -> "Played":
        assert state.ended is not None
        return cls(
            game,
            transcript,
            state.ended.value,
            state.winner,
            state.value or 0,
            (state.scores[0], state.scores[1]),
            state.deal + 1,  # the cut for deal too
            kind.changes,
        )

    def right(self) -> dict[str, Any]:
        """What has to stand in the database."""
        sheets = [(seat, seat == self.winner, self.scores[seat], self.value) for seat in (0, 1)]
        names = ("transcript", "ended", "winner", "value", "scores", "deals", "changes")
        return {name: getattr(self, name) for name in names} | {"sheets": sheets}


@dataclass
class Seen:
    """What came of a campaign, as those who played saw it."""

    happened: list[Happened] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    waits: list[Wait] = field(default_factory=list)
    # When the first and the last at a table saw each ply.
    known: list[Wait] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    # How often somebody at a game was told to try again.
    unwritten: Counter[str] = field(default_factory=Counter)
    lines_lost: int = 0
    moves: int = 0
    wrong: list[str] = field(default_factory=list)
    went_on_in: float = 0.0


class Campaign:
    """People at tables in a house, and faults that are drawn for it."""

    def __init__(
        self, house: House, faults: Sequence[Fault], *, seed: int, games: int, pace: float, say: Say
    ) -> None:
        self.house, self.faults, self.pace, self.say = house, faults, pace, say
        self.seen = Seen()
        secret = seed.to_bytes(32, "big")
        self.whim = stream(secret, "chaos", house.database)
        self.companies = [
            Company(house, KINDS[n % len(KINDS)], n, stream(secret, "company", str(n))) for n in range(games)
        ]
        self.tables: dict[int, list[Sitter]] = {}
        self._is_over = False
        self._checks = asyncio.Semaphore(1)

    @property
    def sitters(self) -> list[Sitter]:
        return [sitter for sitters in self.tables.values() for sitter in sitters]

    @property
    def _has_begun(self) -> bool:
        """Whether the cards are dealt at every table."""
        return len(self.tables) == len(self.companies) and all(sitter.ply > 0 for sitter in self.sitters)

    async def run(self, seconds: float) -> Seen:
        """Everybody comes, plays while it goes wrong for so long, and then plays on to the end."""
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(len(self.companies) + SPARE_THREADS))
        await self._a_few_at_a_time([company.arrive for company in self.companies])
        async with asyncio.TaskGroup() as group:
            tables = [group.create_task(self._keep_playing(company)) for company in self.companies]
            while not (self.seen.wrong or self._has_begun):
                await asyncio.sleep(0.1)
            self.say(f"{len(tables)} games are going")
            await self._trouble(seconds)
            await self._go_on()
            self._is_over = True
            for sitter in self.sitters:
                sitter.pace = 0
            self.say("calm again: every game is played to its end")
            _, hanging = await asyncio.wait(tables, timeout=ENDS)
            for table in hanging:
                self.seen.wrong.append(f"{self._where(tables.index(table))} did not come to its end.")
                table.cancel()
        for company in self.companies:
            company.leave()
        return self.seen

    async def _a_few_at_a_time(self, work: Sequence[Callable[[], None]]) -> None:
        gate = asyncio.Semaphore(A_FEW_AT_A_TIME)

        async def one(piece: Callable[[], None]) -> None:
            async with gate:
                await asyncio.to_thread(piece)

        await asyncio.gather(*map(one, work))

    # The tables.

    async def _keep_playing(self, company: Company) -> None:
        """Game after game at one table."""
        try:
            while not self._is_over:
                await self._play(company)
        except Exception as broken:
            where = self._where(company.number)
            self.seen.wrong.append(f"{where} could not go on: {type(broken).__name__}: {broken}")

    async def _play(self, company: Company) -> None:
        game = await asyncio.to_thread(company.new_game)
        sitters = company.sitters(game, 0 if self._is_over else self.pace)
        self.tables[company.number] = sitters
        await asyncio.gather(*[sitter.play() for sitter in sitters])
        async with self._checks:
            await asyncio.to_thread(self._take_down, company, sitters)

    def _take_down(self, company: Company, sitters: Sequence[Sitter]) -> None:
        """Compare a game that is over with its row, and keep of it what is needed later."""
        game, seen = sitters[0].game, self.seen
        transcript = self._transcript(game)
        try:
            truth = agree(transcript, list(sitters))
            seen.played.append(Played.of(game, transcript, truth.states[-1], company.kind))
            for sitter in sitters:
                for asked in sitter.stale:
                    right = truth.is_stale(sitter.you or 0, asked["ply"], asked["move"])
                    assert right, f"{asked} was refused as stale, and nothing else stands there"
        except (AssertionError, ValueError) as fault:
            seen.wrong.append(f"Game {game}: {fault} ({transcript})")
        for sitter in sitters:
            seen.waits += sitter.waits
            seen.moves += len(sitter.stood)
            seen.lines_lost += sitter.lost
            for frame in sitter.refused:
                seen.refused[frame["code"]] += 1
                seen.unwritten[game] += frame["code"] == "try_again"
        players = [sitter.seen for sitter in sitters if sitter.you is not None]
        if len(players) == 2:
            one, other = players
            both = [(one[ply], other[ply]) for ply in one.keys() & other.keys() if ply > 0]
            seen.known += [Wait(min(pair), max(pair)) for pair in both]

    def _transcript(self, game: str) -> str:
        """The row as it is; the database may be down for a while."""
        give_up_at = monotonic() + ENDS
        while True:
            try:
                (row,) = ask(self.house.environment, "SELECT transcript FROM game_game WHERE id = %s", game)
                return str(row["transcript"])
            except Exception:
                if monotonic() > give_up_at:
                    raise
                asyncio.run(asyncio.sleep(0.5))

    # The trouble.

    async def _trouble(self, seconds: float) -> None:
        """One fault or two at once, and calm between, until the time is over."""
        begun, drawn = lived(), list[Fault]()
        while (gone := lived() - begun) < seconds:
            await asyncio.sleep(min(LONGEST_CALM, self.pace * self.whim.uniform(*CALM)))
            if len(drawn) < 2:  # every fault in its turn, in an order of chance
                drawn += self.whim.sample(list(self.faults), len(self.faults))
            now = [drawn.pop(0)]
            if self.whim.random() < TWO_AT_ONCE:
                fitting = [fault for fault in drawn if not fault.touches & now[0].touches]
                now += fitting[:1]
                drawn = [fault for fault in drawn if fault not in now]
            names = " and ".join(fault.name for fault in now)
            moves = sum(len(sitter.stood) for sitter in self.sitters) + self.seen.moves
            self.say(f"{gone:3.0f} s, {moves:,} moves, {len(self.seen.played)} games over: {names}")
            await asyncio.gather(*map(self._one, now))

    async def _one(self, fault: Fault) -> None:
        began = lived()
        try:
            await fault.happen(Scene(self.house, self.whim, lambda: self.sitters))
        except Exception as broken:
            self.seen.wrong.append(f"After {fault.name} it could not go on: {broken!r}")
        self.seen.happened.append(Happened(fault.name, began, lived()))

    async def _go_on(self) -> None:
        """Every game has to go on soon after the last fault."""
        began, waits = lived(), {number: self._stand(number) for number in self.tables}
        while waits and lived() - began < GOES_ON:
            await asyncio.sleep(0.05)
            waits = {number: stood for number, stood in waits.items() if self._stand(number) == stood}
        self.seen.went_on_in = lived() - began
        self.seen.wrong += [f"{self._where(n)} did not go on within {GOES_ON:g} s." for n in waits]

    def _stand(self, number: int) -> tuple[str, int]:
        """How far a table's game has come, as its players know."""
        players = [sitter for sitter in self.tables[number] if sitter.you is not None]
        return self.tables[number][0].game, max((sitter.ply for sitter in players), default=-1)

    def _where(self, number: int) -> str:
        if number not in self.tables:
            return f"Table {number}"
        sitters = self.tables[number]
        found = [(s.you, s.ply, s.view.get("phase"), s.view.get("turn"), [*s.unanswered]) for s in sitters]
        return f"Game {sitters[0].game} ({self.companies[number].kind.wanted}; {found})"
