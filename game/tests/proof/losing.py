"""The site, except that of the hints from other processes three in ten are lost: LOSING=seed."""

import os
from random import Random

import msgspec

from cribbage_site.asgi import application
from game.table.hints import hints

__all__ = ["application"]

SHARE = 0.3

chance = Random(os.environ["LOSING"])
hear_all = hints._hear


def hear_some(packed: bytes) -> None:
    sender, told = msgspec.json.decode(packed)
    hear_all(msgspec.json.encode((sender, [hint for hint in told if chance.random() >= SHARE])))


hints._hear = hear_some  # type: ignore[method-assign]
