"""Play a hundred games at once, one after the other at each table, while faults are injected."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bench.chaos.client import ResilientClient, Wait
from bench.chaos.clock import pause_free_time
from bench.chaos.cluster import Cluster
from bench.chaos.database import load_transcript
from bench.chaos.evening import Evening, Sitters, announce_evenings, close_evenings, sitters_of
from bench.chaos.faults import Fault, FaultContext, FaultSpan
from bench.chaos.people import KINDS, TableParty, retry
from bench.chaos.reference_game import check_clients_agree
from bench.live.room import gather_limited
from game.engine.state import State
from rng.twister import stream

CALM, LONGEST_CALM = (
    (1.0, 2.5),
    5.0,
)  # between faults: in move times, and maximum in seconds
PAIR_PROBABILITY = 0.4
MAX_CONCURRENT = 8
# Seconds after the last fault within which every game must continue. A page detects a dead connection in 25.
RECOVERY_LIMIT = 30.0
END_TIMEOUT = 300.0
EVENING_PACE = 0.5  # of the players of an event, so that it has many tables
CHANGES_OF_RATED = 2  # two accounts play for points
SPARE_THREADS = 20  # in addition to the threads in which players ask for new games of a site that may be down

Log = Callable[[str], None]


@dataclass(frozen=True)
class FinishedGame:
    """A finished game, with the result that follows from its moves."""

    game: str
    transcript: str
    ended: str
    winner: int | None
    value: int
    scores: tuple[int, int]
    deals: int
    changes: int
    event: str = ""

    @classmethod
    def from_state(
        cls, game: str, transcript: str, state: State, changes: int, event: str = ""
    ) -> "FinishedGame":
        assert state.ended is not None
        return cls(
            game,
            transcript,
            state.ended.value,
            state.winner,
            state.value or 0,
            (state.scores[0], state.scores[1]),
            state.deal + (state.rules.first_dealer is None),  # the cut for deal too
            changes,
            event,
        )

    def expected(self) -> dict[str, Any]:
        """The row that the database must contain."""
        sheets = [(seat, seat == self.winner, self.scores[seat], self.value) for seat in (0, 1)]
        names = ("transcript", "ended", "winner", "value", "scores", "deals", "changes")
        return {name: getattr(self, name) for name in names} | {"sheets": sheets}


@dataclass
class Observations:
    """The observations of a campaign from the players' side."""

    fault_spans: list[FaultSpan] = field(default_factory=list)
    finished_games: list[FinishedGame] = field(default_factory=list)
    ack_waits: list[Wait] = field(default_factory=list)
    # The times when the first and the last client of a table saw each ply.
    opponent_waits: list[Wait] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    # Number of `try_again` errors that players of a game received, by code.
    try_again_counts: Counter[str] = field(default_factory=Counter)
    connections_lost: int = 0
    moves: int = 0
    problems: list[str] = field(default_factory=list)
    recovery_seconds: float = 0.0


class Campaign:
    """Players at the tables of a site, and the faults that are drawn for it."""

    def __init__(
        self, cluster: Cluster, faults: Sequence[Fault], *, seed: int, games: int, pace: float, log: Log
    ) -> None:
        self.cluster, self.faults, self.pace, self.log = cluster, faults, pace, log
        self.observations = Observations()
        secret = seed.to_bytes(32, "big")
        self.randomness = stream(secret, "chaos", cluster.database)
        self.parties = [
            TableParty(cluster, KINDS[n % len(KINDS)], n, stream(secret, "company", str(n)))
            for n in range(games)
        ]
        self.tables: dict[int, list[ResilientClient]] = {}
        self.evenings: list[Evening] = []
        self._is_over = False
        self._checks = asyncio.Semaphore(1)

    @property
    def clients(self) -> list[ResilientClient]:
        at_tables = [sitter for sitters in self.tables.values() for sitter in sitters]
        return at_tables + sitters_of(self.evenings)

    @property
    def _has_begun(self) -> bool:
        """Whether the cards are dealt at every table."""
        return len(self.tables) == len(self.parties) and all(sitter.ply > 0 for sitter in self.clients)

    async def run(self, seconds: float) -> Observations:
        """Bring all players, inject faults for this long, and then play every game to its end."""
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(len(self.parties) + SPARE_THREADS))
        arrivals = [partial(asyncio.to_thread, company.arrive) for company in self.parties]
        await gather_limited(arrivals, MAX_CONCURRENT)
        async with asyncio.TaskGroup() as group:
            tables = [group.create_task(self._keep_playing(company)) for company in self.parties]
            while not (self.observations.problems or self._has_begun):
                await asyncio.sleep(0.1)
            self.log(f"{len(tables)} games are going")
            self.evenings = await asyncio.to_thread(
                announce_evenings, self.cluster, self.randomness, seconds, self.pace * EVENING_PACE
            )
            evenings = [group.create_task(self._play_evening(evening)) for evening in self.evenings]
            await self._run_faults(seconds)
            await self._check_recovery()
            self._is_over = True
            await asyncio.to_thread(close_evenings, self.cluster)
            for evening in self.evenings:
                evening.pace = 0
            for sitter in self.clients:
                sitter.pace = 0
            self.log("no more faults: every game is played to its end")
            _, hanging = await asyncio.wait([*tables, *evenings], timeout=END_TIMEOUT)
            for task in hanging:
                what = (
                    self._describe_table(tables.index(task))
                    if task in tables
                    else f"Event {self.evenings[evenings.index(task)].event}"
                )
                self.observations.problems.append(f"{what} did not end.")
                task.cancel()
        for company in self.parties:
            company.leave()
        return self.observations

    # Tables.

    async def _keep_playing(self, company: TableParty) -> None:
        """Play game after game at one table."""
        try:
            while not self._is_over:
                await self._play_game(company)
        except Exception as broken:
            where = self._describe_table(company.number)
            self.observations.problems.append(f"{where} could not go on: {type(broken).__name__}: {broken}")

    async def _play_game(self, company: TableParty) -> None:
        game = await asyncio.to_thread(company.new_game)
        sitters = company.clients(game, 0 if self._is_over else self.pace)
        self.tables[company.number] = sitters
        await asyncio.gather(*[sitter.play() for sitter in sitters])
        async with self._checks:
            await asyncio.to_thread(self._check_finished_game, company.kind.changes, "", sitters)

    async def _play_evening(self, evening: Evening) -> None:
        """Play an event from its start to its end."""
        try:
            await evening.play(self._check_game_of_event)
        except Exception as broken:
            self.observations.problems.append(f"Event {evening.event} could not go on: {broken!r}")
        self.observations.problems += evening.problems

    async def _check_game_of_event(self, event: str, sitters: Sitters) -> None:
        async with self._checks:
            await asyncio.to_thread(self._check_finished_game, CHANGES_OF_RATED, event, sitters)

    def _check_finished_game(self, changes: int, event: str, sitters: Sitters) -> None:
        """Compare a finished game with its row, and keep the data that later checks need."""
        game, seen = sitters[0].game, self.observations
        transcript = retry(partial(load_transcript, self.cluster.environment, game))
        try:
            truth = check_clients_agree(transcript, list(sitters))
            seen.finished_games.append(
                FinishedGame.from_state(game, transcript, truth.states[-1], changes, event)
            )
            for sitter in sitters:
                truth.check_stale_moves(sitter)
        except (AssertionError, ValueError) as fault:
            seen.problems.append(f"Game {game}: {fault} ({transcript})")
        for sitter in sitters:
            seen.ack_waits += sitter.waits
            seen.moves += len(sitter.acknowledged_moves)
            seen.connections_lost += sitter.connections_lost
            for frame in sitter.refused:
                seen.refused[frame["code"]] += 1
                seen.try_again_counts[game] += frame["code"] == "try_again"
        players = [sitter.ply_seen_at for sitter in sitters if sitter.you is not None]
        if len(players) == 2:
            one, other = players
            both = [(one[ply], other[ply]) for ply in one.keys() & other.keys() if ply > 0]
            seen.opponent_waits += [Wait(min(pair), max(pair)) for pair in both]

    # Faults.

    async def _run_faults(self, seconds: float) -> None:
        """Inject one or two faults at a time, with pauses between, until the time is over."""
        begun, drawn = pause_free_time(), list[Fault]()
        while (gone := pause_free_time() - begun) < seconds:
            await asyncio.sleep(min(LONGEST_CALM, self.pace * self.randomness.uniform(*CALM)))
            if len(drawn) < 2:  # every fault in its turn, in random order
                drawn += self.randomness.sample(list(self.faults), len(self.faults))
            now = [drawn.pop(0)]
            if self.randomness.random() < PAIR_PROBABILITY:
                fitting = [fault for fault in drawn if not fault.targets & now[0].targets]
                now += fitting[:1]
                drawn = [fault for fault in drawn if fault not in now]
            names = " and ".join(fault.name for fault in now)
            moves = sum(len(sitter.acknowledged_moves) for sitter in self.clients) + self.observations.moves
            self.log(
                f"{gone:3.0f} s, {moves:,} moves, {len(self.observations.finished_games)} games over: {names}"
            )
            await asyncio.gather(*map(self._run_fault, now))

    async def _run_fault(self, fault: Fault) -> None:
        began = pause_free_time()
        try:
            await fault.run(FaultContext(self.cluster, self.randomness, lambda: self.clients))
        except Exception as broken:
            self.observations.problems.append(f"After {fault.name} it could not continue: {broken!r}")
        self.observations.fault_spans.append(FaultSpan(fault.name, began, pause_free_time()))

    async def _check_recovery(self) -> None:
        """Check that every game continues soon after the last fault."""
        began, waits = pause_free_time(), {number: self._progress_of(number) for number in self.tables}
        while waits and pause_free_time() - began < RECOVERY_LIMIT:
            await asyncio.sleep(0.05)
            waits = {number: stood for number, stood in waits.items() if self._progress_of(number) == stood}
        self.observations.recovery_seconds = pause_free_time() - began
        self.observations.problems += [
            f"{self._describe_table(n)} did not go on within {RECOVERY_LIMIT:g} s." for n in waits
        ]

    def _progress_of(self, number: int) -> tuple[str, int]:
        """Return how far a table's game is, as its players know it."""
        players = [sitter for sitter in self.tables[number] if sitter.you is not None]
        return self.tables[number][0].game, max((sitter.ply for sitter in players), default=-1)

    def _describe_table(self, number: int) -> str:
        if number not in self.tables:
            return f"Table {number}"
        sitters = self.tables[number]
        found = [(s.you, s.ply, s.view.get("phase"), s.view.get("turn"), [*s.unanswered]) for s in sitters]
        return f"Game {sitters[0].game} ({self.parties[number].kind.options}; {found})"
