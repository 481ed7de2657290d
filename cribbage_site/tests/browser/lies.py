"""A dishonest server: frames are changed on their way to the page's table."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from game.engine.cards import RANKS

Frame = dict[str, Any]
Lie = Callable[[Frame], None]


def lie_to(page: Page, lie: Lie) -> None:
    """Change each frame that this page's tables receive from the server."""

    def between(line: WebSocketRoute) -> None:
        def pass_on(said: str | bytes) -> None:
            frame = json.loads(said)
            lie(frame)
            line.send(json.dumps(frame))

        line.connect_to_server().on_message(pass_on)

    page.route_web_socket("**/ws/table/*", between)


def another_link(frame: Frame) -> None:
    fair = frame.get("fair", frame)
    if frame["t"] in ("table", "fair") and "1" in fair["links"]:
        link = fair["links"]["1"]
        fair["links"]["1"] = ("1" if link[0] == "0" else "0") + link[1:]


def another_starter(frame: Frame) -> None:
    for event in frame.get("events", ()):
        if event["e"] == "starter":
            rank = RANKS[(RANKS.index(event["card"][0]) + 1) % len(RANKS)]
            event["card"] = rank + event["card"][1]
