"""The site: calls, which are retried until they are answered, and streams that reconnect."""

import json
import random
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from urllib.parse import quote

from every_other_client.feed import EventLog
from every_other_client.network import AsyncNetwork, Network
from every_other_client.output import say
from every_other_client.tables import MissedMove, Step, Table
from every_other_client.wire import Address, Answer, Connection, Json, json_object, request_bytes

PATIENCE = 30.0  # seconds to wait for an answer
SILENCE = 20.0  # seconds after which a stream without any line is dead
LONGEST_PAUSE = 15.0
JUST_OPENED = 5.0  # seconds
NO_ANSWER = (OSError, ValueError)


class Refused(Exception):
    """The site refused a call, and repeating it would not help."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(f"{code}: {says}")
        self.code, self.says = code, says


class Dropped(Exception):
    """A stream has ended. It may be reopened, after some seconds if the server said when."""

    def __init__(self, why: str, seconds: float | None = None) -> None:
        super().__init__(why)
        self.seconds = seconds


class Pause:
    """Waits longer each time, up to 15 seconds, with random jitter."""

    def __init__(self, network: Network) -> None:
        self.tries, self._network = 0, network

    async def wait(self, why: object, seconds: float | None = None) -> None:
        """Wait as long as the server said, or else twice as long as before."""
        if seconds is None:
            seconds = min(0.1 * 2**self.tries, LONGEST_PAUSE) * random.uniform(0.5, 1)  # noqa: S311
            self.tries += 1
        if self.tries > 4 or seconds >= 5:
            say(f"{why}; again in {seconds:.1f} s")
        await self._network.sleep(seconds)

    def reset(self) -> None:
        """Reset the wait after a success."""
        self.tries = 0


class AsyncSite:
    """The site, called by one account's program, or without a token by anyone."""

    def __init__(self, url: str, token: str | None = None, *, network: Network | None = None) -> None:
        self.address, self._token = Address(url), token
        self.network: Network = network or AsyncNetwork()

    @property
    def is_open_to_listeners(self) -> bool:
        """Whether the token would cross a network unencrypted."""
        return self._token is not None and self.address.is_open_to_listeners

    async def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """Make a call, and retry until it is answered. A repeated call has no further effect."""
        request, pause = request_bytes(self.address, self._token, method, path, body), Pause(self.network)
        while True:
            try:
                status, says = await self._answer(request)
                parsed = json_object(says) if status == 200 else _refusal(says, status)
            except NO_ANSWER as fault:
                await pause.wait(f"{method} {path} had no answer ({fault})")
                continue
            if status == 200:
                return parsed
            await pause.wait(f"{method} {path}: {parsed['says']}", _retry_seconds(parsed, status))

    async def lines(self, method: str, path: str, body: Json | None = None) -> list[Json]:
        """Make a call that answers with lines, such as GET /bots, and repeat it until all have come."""
        pause = Pause(self.network)
        while True:
            try:
                async with aclosing(self._lines(method, path, body, PATIENCE)) as lines:
                    return [line async for line in lines if line is not None]
            except Dropped as fault:
                await pause.wait(fault, fault.seconds)

    async def stream(
        self, path: str, method: str = "GET", body: Json | None = None
    ) -> AsyncGenerator[Json | None, None]:
        """Yield the lines of one stream, and None for each empty one. It ends by Dropped or Refused."""
        async with aclosing(self._lines(method, path, body, SILENCE)) as lines:
            async for line in lines:
                if line is not None and line["t"] == "bye":
                    if line["back_in_ms"] is None:
                        raise Refused(line["code"], line["says"])
                    raise Dropped(line["says"], line["back_in_ms"] / 1000)
                yield line
        raise Dropped(f"{method} {path} ended")

    async def events(self) -> AsyncGenerator[Json, None]:
        """Yield the account's events, each once, for as long as the site may be reached.

        The current state comes first. After a break it goes on with what changed meanwhile.
        """
        log, pause = EventLog(), Pause(self.network)
        while True:
            opened, beats = time.monotonic(), 0
            log.reopen()
            try:
                async with aclosing(self.stream("/stream")) as lines:
                    async for line in lines:
                        pause.reset()
                        news = [] if line is None else [line]
                        beats += line is None
                        if line is None and beats > 1:  # the first comes before the current state
                            news = await self._find_ended(log)
                        for event in news:
                            if log.take_in(event):
                                yield event
            except Dropped as fault:
                await pause.wait(fault, fault.seconds)
            except Refused as fault:
                # Another stream has opened, which may be late news of this program's own last one.
                if fault.code != "replaced" or time.monotonic() - opened > JUST_OPENED:
                    raise
                await pause.wait(fault)

    async def watch(self, game: str) -> AsyncGenerator[Step, None]:
        """Yield every move of a live or finished game that all may see, from its beginning to its end."""
        table, pause = Table(), Pause(self.network)
        while not table.is_over:
            try:
                async with aclosing(self.stream(f"/games/{quote(game, safe='')}/watch")) as frames:
                    async for frame in frames:
                        pause.reset()
                        for step in (frame and table.take_in(frame)) or ():
                            yield step
                        if table.is_over:
                            return
            except Dropped as fault:
                await pause.wait(fault, fault.seconds)
            except MissedMove as fault:
                await pause.wait(fault)

    async def _find_ended(self, log: EventLog) -> list[Json]:
        """Return the ends of games and challenges that no stream has shown."""
        ended: list[Json] = []
        for game in log.unconfirmed("game"):
            try:
                is_over = (await self.call("GET", f"/games/{quote(game, safe='')}"))["finished"] is not None
            except Refused:
                is_over = True
            if is_over:
                ended.append({"t": "game_over", "game": game})
        if left := log.unconfirmed("challenge"):
            open_ones = {each["id"] for each in (await self.call("GET", "/challenges"))["to_me"]}
            ended += [{"t": "challenge_gone", "id": each} for each in left if each not in open_ones]
        return ended

    async def _answer(self, request: bytes) -> tuple[int, bytes]:
        connection = await self.network.connect(self.address, PATIENCE)
        try:
            answer = await self._send(connection, request)
            return answer.status, await answer.read()
        finally:
            await connection.close()

    async def _lines(
        self, method: str, path: str, body: Json | None, silence: float
    ) -> AsyncGenerator[Json | None, None]:
        """Yield the lines of an answer to their end. Raise Dropped if it breaks off."""
        request = request_bytes(self.address, self._token, method, path, body)
        try:
            connection = await self.network.connect(self.address, silence)
            try:
                answer = await self._send(connection, request)
                if answer.status != 200:
                    parsed = _refusal(await answer.read(), answer.status)
                    raise Dropped(parsed["says"], _retry_seconds(parsed, answer.status))
                async with aclosing(answer.lines()) as lines:
                    async for line in lines:
                        yield line
            finally:
                await connection.close()
        except NO_ANSWER as fault:
            raise Dropped(f"{method} {path} broke off ({fault})") from None

    @staticmethod
    async def _send(connection: Connection, request: bytes) -> Answer:
        await connection.send(request)
        answer = Answer(connection)
        await answer.read_head()
        return answer


def _refusal(says: bytes, status: int) -> Json:
    """Return a refusal, also one from a proxy in front of the site in another format."""
    try:
        parsed: Json = json.loads(says)
        return {"code": parsed["code"], "says": parsed["says"], "retry_ms": parsed.get("retry_ms")}
    except (ValueError, KeyError, TypeError):
        return {"code": f"http_{status}", "says": f"The answer was {status}."}


def _retry_seconds(refusal: Json, status: int) -> float | None:
    """Return how long to wait before the call is repeated. Raise Refused if that would not help."""
    if status != 429 and status < 500:
        raise Refused(refusal["code"], refusal["says"])
    waits = refusal.get("retry_ms")
    return None if waits is None else float(waits) / 1000
