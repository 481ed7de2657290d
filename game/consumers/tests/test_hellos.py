"""A socket that repeats its hello gets a few answers at once, then one per second."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from game.consumers import hellos
from game.consumers.hellos import HELLO_BURST, REPEATED_WITHIN, Hellos, earlier_of
from game.consumers.table import TableConsumer
from game.wire.messages import Hello


class Answers:
    """The answers to a socket's hellos, on a clock that the test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.given: list[tuple[Hello, bool]] = []
        self.sleeping: list[tuple[float, asyncio.Event]] = []
        self.now = 1000.0
        self.hellos = Hellos(self.answer)
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: self.now)
        monkeypatch.setattr(hellos.asyncio, "sleep", self.sleep)

    async def answer(self, hello: Hello, is_repeated: bool) -> None:
        self.given.append((hello, is_repeated))

    async def sleep(self, seconds: float) -> None:
        self.sleeping.append((seconds, woken := asyncio.Event()))
        await woken.wait()


def told(monkeypatch: pytest.MonkeyPatch, story: Callable[[Answers], Any]) -> Answers:
    async def tell() -> Answers:
        answers = Answers(monkeypatch)
        await story(answers)
        monkeypatch.undo()
        return answers

    return asyncio.run(tell())


async def turn_of_the_loop() -> None:
    done = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_soon(lambda: asyncio.get_running_loop().call_soon(done.set_result, None))
    await done


def test_a_few_are_answered_at_once_and_the_rest_together_a_second_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(answers: Answers) -> None:
        for ply in (*range(HELLO_BURST), 30, 20, 25):
            await answers.hellos.handle(Hello(since=ply, history=True))
        await turn_of_the_loop()
        assert [hello.since for hello, _ in answers.given] == [*range(HELLO_BURST)]
        [(seconds, woken)] = answers.sleeping
        assert seconds == 1
        woken.set()
        await turn_of_the_loop()
        await turn_of_the_loop()
        assert answers.given[HELLO_BURST:] == [(Hello(since=20, history=True), True)]

    told(monkeypatch, story)


def test_one_a_second_is_always_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(answers: Answers) -> None:
        for _ in range(100):
            await answers.hellos.handle(Hello())
            answers.now += 1

    answers = told(monkeypatch, story)
    assert (len(answers.given), answers.sleeping) == (100, [])


def test_the_first_hello_and_a_much_later_one_are_no_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(answers: Answers) -> None:
        for pause in (0, REPEATED_WITHIN - 1, REPEATED_WITHIN):
            answers.now += pause
            await answers.hellos.handle(Hello())

    assert [is_repeated for _, is_repeated in told(monkeypatch, story).given] == [False, True, False]


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (Hello(9, True), Hello(4, True), Hello(4, True)),
        (Hello(-1, False), Hello(4, True), Hello(4, True)),
        (Hello(9, False), Hello(4, False), Hello(4, False)),
    ],
)
def test_one_answer_serves_all_pending_hellos(one: Hello, other: Hello, both: Hello) -> None:
    assert earlier_of(one, other) == earlier_of(other, one) == both


def test_a_socket_that_closes_while_its_late_answer_is_loaded_gets_none() -> None:
    async def answer() -> None:
        consumer = TableConsumer({"game_id": "g"}, sent.append)
        consumer.received_at = asyncio.get_running_loop().time()

        class ClosesMeanwhile:
            async def refresh(self) -> None:
                consumer.table = None

        consumer.table = ClosesMeanwhile()  # type: ignore[assignment]
        await consumer.answer_hello(Hello(since=0, history=True), True)

    sent: list[Any] = []
    asyncio.run(answer())
    assert sent == []
