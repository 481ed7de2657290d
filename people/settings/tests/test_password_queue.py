"""The queue of password hashing: one at a time, and rare visitors first."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from game.accounts import password_queue
from game.accounts.password_queue import MAX_WAITING, PasswordQueue, QueueFull, Turn, end_turn


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class Visits:
    """Requests that wait in a queue, and the order of their turns."""

    def __init__(self) -> None:
        self.queue = PasswordQueue()
        self.order: list[str] = []
        self.refused: list[str] = []
        self.turn: Turn | None = None
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, *names: str) -> None:
        """Add requests, each named by its network and an optional number."""
        for name in names:
            self.tasks.append(asyncio.create_task(self._come(name)))
            await settle()

    async def _come(self, name: str) -> None:
        try:
            self.turn = await self.queue.wait_for_turn(name.split()[0])
        except QueueFull:
            self.refused.append(name)
        else:
            self.order.append(name)

    async def next(self) -> None:
        """End the turn and the pause after it."""
        self.queue.end_turn()
        await settle()

    async def leave(self, name_index: int) -> None:
        self.tasks[name_index].cancel()
        await settle()


def run(story: Callable[[Visits], Awaitable[None]]) -> Visits:
    async def tell() -> Visits:
        visits = Visits()
        await story(visits)
        for task in visits.tasks:
            task.cancel()
        return visits

    return asyncio.run(tell())


def test_one_at_a_time_in_the_order_in_which_they_came() -> None:
    async def story(visits: Visits) -> None:
        await visits.come("a", "b", "c")
        assert visits.order == ["a"]
        await visits.next()
        assert visits.order == ["a", "b"]
        await visits.next()

    assert run(story).order == ["a", "b", "c"]


def test_network_that_had_a_turn_waits_behind_those_that_had_none() -> None:
    async def story(visits: Visits) -> None:
        await visits.come("a 1", "a 2", "a 3", "b")
        for _ in range(3):
            await visits.next()

    assert run(story).order == ["a 1", "b", "a 2", "a 3"]


def test_network_that_asked_often_in_vain_waits_behind_those_that_asked_once() -> None:
    async def story(visits: Visits) -> None:
        await visits.come("other", "a 1", "a 2", "a 3", "b")
        await visits.next()

    assert run(story).order == ["other", "b"]


def test_if_too_many_wait_a_newcomer_replaces_the_most_frequent() -> None:
    async def story(visits: Visits) -> None:
        await visits.come(*(f"a {n}" for n in range(1 + MAX_WAITING)))
        assert visits.refused == []
        await visits.come("a again", "b")
        assert visits.refused == ["a again", f"a {MAX_WAITING}"]
        await visits.next()
        assert visits.order[-1] == "b"

    run(story)


@pytest.mark.slow
def test_200_networks_that_never_stop_do_not_keep_a_newcomer_waiting() -> None:
    """50 requests per second, of which ten get a turn, as docs/explanation/security.md says."""

    async def story(visits: Visits) -> None:
        for second in range(30):
            for tenth in range(10):
                await visits.come(*(f"n{(50 * second + 5 * tenth + n) % 200} {second}" for n in range(5)))
                await visits.next()
            if second >= 8:  # each of the networks has asked twice
                await visits.come(f"honest{second}")
                await visits.next()
                assert visits.order[-1] == f"honest{second}"

    run(story)


def test_request_made_while_all_were_new_gets_a_turn_before_any_second_turn() -> None:
    async def story(visits: Visits) -> None:
        tries = 0
        for tick in range(200):
            await visits.come(*(f"n{(5 * tick + n) % 200} {tick}" for n in range(5)))
            if tick == 15 or (tries and f"honest {tries}" in visits.refused):
                tries += 1
                await visits.come(f"honest {tries}")
            await visits.next()
            if visits.order[-1].startswith("honest"):
                break
        had = [name.split()[0] for name in visits.order]
        assert had[-1] == "honest"
        assert len(had) == len(set(had))

    run(story)


def test_request_that_waits_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(password_queue, "MAX_WAIT", 0.001)

    async def story(visits: Visits) -> None:
        await visits.come("a", "b")
        await asyncio.wait(visits.tasks)
        assert (visits.order, visits.refused) == (["a"], ["b"])
        await visits.next()
        await visits.come("c")
        assert visits.order == ["a", "c"]

    run(story)


def test_request_that_leaves_is_skipped_even_when_it_is_called() -> None:
    async def story(visits: Visits) -> None:
        await visits.come("a", "b", "c", "d")
        await visits.leave(1)
        visits.tasks[2].cancel()  # and it is called before it knows
        visits.queue.end_turn()
        await settle()
        assert visits.order == ["a", "d"]

    run(story)


def test_queue_pauses_twice_as_long_as_a_turn_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rests: list[float] = []

    async def story(visits: Visits) -> None:
        loop = asyncio.get_running_loop()
        for took in (0.25, 20.0):
            await visits.come("a")
            assert visits.turn is not None
            visits.turn.began = loop.time() - took
            monkeypatch.setattr(loop, "call_later", lambda rest, leave: (rests.append(rest), leave()))
            await asyncio.to_thread(visits.turn.end)
            visits.turn.end()
            await settle()

    run(story)
    assert 0.5 <= rests[0] <= rests[1] == 1.0


def test_turn_can_end_before_the_response_and_ending_twice_is_harmless() -> None:
    end_turn()

    async def story(visits: Visits) -> None:
        await visits.queue.wait_for_turn("a")
        await asyncio.to_thread(end_turn)
        await asyncio.wait_for(visits.queue.wait_for_turn("b"), 5)

    run(story)
