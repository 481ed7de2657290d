"""Presence: which players are online, in any process.

A lease is renewed while a socket is open, and expires.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress

from django.conf import settings
from redis import Redis, RedisError

from common import clock
from game.runtime.pubsub import pubsub
from rng import entropy

RENEW_INTERVAL = 5  # seconds
LEASE = 15_000  # milliseconds
PROCESSES = "processes"
# People at sockets of the lobby and of tables, and players with any page open. Players are identified by
# their key, visitors without one by a name that their socket has.
PEOPLE, SITE = "people", "site"


class Presence:
    """The presence at this process's sockets, and through Redis at those of other processes."""

    def __init__(self) -> None:
        self._here: dict[str, Counter[str]] = defaultdict(Counter)
        self._left: dict[str, set[str]] = defaultdict(set)
        self._new: dict[str, set[str]] = defaultdict(set)
        self._writing: asyncio.Task[None] | None = None

    def arrive(self, kind: str, name: str) -> None:
        """Count one more socket. Other processes learn of a new player before the next renewal."""
        self._here[kind][name] += 1
        if settings.REDIS_URL and self._here[kind][name] == 1:
            self._new[kind].add(name)
            if self._writing is None or self._writing.done():
                self._writing = asyncio.create_task(self._write_new())

    def leave(self, kind: str, name: str) -> None:
        """Count one socket fewer. With the last one in any process, the player is gone."""
        here = self._here[kind]
        here[name] -= 1
        if here[name] <= 0:
            del here[name]
            self._left[kind].add(name)

    def local(self, kind: str) -> set[str]:
        """Return the names with a socket in this process."""
        return set(self._here[kind])

    async def find_all(self, kind: str) -> set[str] | None:
        """Return the names with a socket in any process; None while that is unknown."""
        if not settings.REDIS_URL:
            return self.local(kind)
        try:
            since = clock.milliseconds() - LEASE
            leases = await pubsub.connection().zrangebyscore(_key(kind), since, "+inf")
        except (RedisError, OSError):
            return None
        return {name.decode() for name in leases if isinstance(name, bytes)} | self.local(kind)

    async def find_among(self, kind: str, names: list[str]) -> set[str] | None:
        """Return which of these names are present; None while that is unknown."""
        if not settings.REDIS_URL or not names:
            return self.local(kind) & set(names)
        try:
            leases = await pubsub.connection().zmscore(_key(kind), names)
        except (RedisError, OSError):
            return None
        since = clock.milliseconds() - LEASE
        present = {
            name for name, lease in zip(names, leases, strict=True) if lease is not None and lease >= since
        }
        return present | (self.local(kind) & set(names))

    def count(self, kinds: Sequence[str]) -> dict[str, int] | None:
        """Return the numbers by kind, from any thread; None while they are unknown."""
        if not settings.REDIS_URL:
            return {kind: len(self.local(kind)) for kind in kinds}
        since = clock.milliseconds() - LEASE
        try:
            with Redis.from_url(settings.REDIS_URL, socket_timeout=1) as redis, redis.pipeline() as pipeline:
                for kind in kinds:
                    pipeline.zcount(_key(kind), since, "+inf")
                return dict(zip(kinds, pipeline.execute(), strict=True))
        except (RedisError, OSError):
            return None

    async def find_people(self) -> set[str]:
        """Return all present people, on any page.

        While other processes are unknown, return those of this process.
        """
        kinds = [await self.find_all(kind) or self.local(kind) for kind in (PEOPLE, SITE)]
        return kinds[0] | kinds[1]

    def find(self, kinds: Sequence[str]) -> dict[str, set[str]]:
        """Return the present names by kind, from any thread.

        While others are unknown, return this process's.
        """
        here = {kind: self.local(kind) for kind in kinds}
        if settings.REDIS_URL:
            since = clock.milliseconds() - LEASE
            with (
                suppress(RedisError, OSError),
                Redis.from_url(settings.REDIS_URL, socket_timeout=1) as redis,
                redis.pipeline() as pipeline,
            ):
                for kind in kinds:
                    pipeline.zrangebyscore(_key(kind), since, "+inf")
                for kind, leases in zip(kinds, pipeline.execute(), strict=True):
                    here[kind] |= {name.decode() for name in leases}
        return here

    async def register_process(self) -> None:
        """Register this process among the serving ones."""
        if not self.local(PROCESSES):
            self.arrive(PROCESSES, entropy.name_suffix())

    async def _write_new(self) -> None:
        while self._new:
            new, self._new = self._new, defaultdict(set)
            with suppress(RedisError, OSError):  # the next renewal makes up for it
                for kind, arrived in new.items():
                    await pubsub.connection().zadd(_key(kind), dict.fromkeys(arrived, clock.milliseconds()))

    async def renew_leases(self) -> None:
        """Renew the leases of all present names, and delete expired ones."""
        if not settings.REDIS_URL:
            return
        if self._writing:
            await self._writing  # otherwise a delayed lease would outlive a player who has left
        now = clock.milliseconds()
        left, self._left = self._left, defaultdict(set)
        async with pubsub.connection().pipeline(transaction=False) as pipeline:
            for kind, here in self._here.items():
                if gone := left[kind] - set(here):
                    pipeline.zrem(_key(kind), *gone)
                if here:
                    pipeline.zadd(_key(kind), dict.fromkeys(here, now))
                pipeline.zremrangebyscore(_key(kind), "-inf", now - LEASE)
            await pipeline.execute()


def _key(kind: str) -> str:
    return f"here:{kind}"


presence = Presence()
