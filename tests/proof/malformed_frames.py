"""Frames that are malformed, huge, too early, too late or forged, but never a legal move."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from game.engine.cards import TEXTS
from game.wire.messages import ClaimWin, Commit, InvalidMessage, MoveMessage, Reveal, parse_message
from tests.worlds.scripted_player import Frame

DEEP = '{"x":' + "[" * 1500 + "]" * 1500 + ',"t":"hello"}'
WORDS = [
    "",
    "5H",
    "t",
    "ply",
    "move",
    "\x00",
    "\u202e",
    "é" * 50,
    "🂱",
    "NaN",
    "null",
    "__proto__",
    "<script>",
]
VALUES: list[Any] = [None, True, -1, 0, 1.5, 2**31, 2**63, 10**400, [], {}, [[]], {"t": {}}, *WORDS]
KINDS = ["throw", "play", "go", "claim", "call", "pass", "resign", "deal", "flag", "left", ""]


def is_allowed_frame(view: Frame, you: int | None, frame: str) -> bool:
    """Return whether a frame may change the game in this view; to be safe, with any ply."""
    try:
        message = parse_message(frame)
    except InvalidMessage:
        return False
    begun = bool(view)
    match message:
        case Commit() | Reveal() | ClaimWin():
            return you is not None and not begun
        case MoveMessage() if you is not None and begun:
            return _is_legal(view, you, json.loads(frame)["move"])
    return False


def _is_legal(view: Frame, you: int, move: Frame) -> bool:
    match move["kind"]:
        case "throw":
            return view["phase"] == "throw" and set(move["cards"]) <= set(view["hand"])
        case "play":
            return move["card"] in view["playable"]
        case "go":
            return bool(view["must_go"])
        case "claim":
            return view["phase"] == "count" and you in view["turn"]
        case "call" | "pass":
            return view["phase"] == "call" and you in view["turn"]
    return view["phase"] != "over"


def malformed_frames(view: Frame, you: int | None, randomness: Random) -> Iterator[str]:
    """Frames without end that change nothing."""
    while True:
        frame = randomness.choice(FORGERS)(view, randomness)
        if len(frame.encode(errors="replace")) <= 4096 and not is_allowed_frame(view, you, frame):
            yield frame


def forged(view: Frame, randomness: Random) -> str:
    """A whole message, for any ply and with any cards."""
    plies = [-1, 0, 1, 7, 100_000, *range(view["deal"] * 12, view["deal"] * 12 + 9)] if view else [-1, 0, 1]
    hex32 = randomness.randbytes(32).hex()
    said: list[Frame] = [
        {"t": "move", "ply": randomness.choice(plies), "move": forged_move(view, randomness)},
        {"t": "move", "ply": randomness.choice(plies), "move": forged_move(view, randomness)},
        {"t": "commit", "c": hex32},
        {"t": "reveal", "secret": hex32},
        {"t": "ping", "ply": randomness.choice(plies)},
        {"t": "hello", "since": randomness.choice(plies)},
        {"t": "say", "phrase": randomness.choice(["luck", "no such", ""]), "text": randomness.choice(WORDS)},
        {"t": "claim_win"},
        {"t": "hint", "ply": randomness.choice(plies)},
    ]
    return json.dumps(randomness.choice(said))


def forged_move(view: Frame, randomness: Random) -> Frame:
    return {
        "throw": {"kind": "throw", "cards": randomness.choices(TEXTS, k=2)},
        "play": {"kind": "play", "card": randomness.choice(TEXTS)},
        "claim": {"kind": "claim", "points": randomness.randrange(30)},
        "call": {"kind": "call", "points": randomness.randrange(30)},
    }.get(kind := randomness.choice(KINDS), {"kind": kind})


def ill_typed(view: Frame, randomness: Random) -> str:
    """Return a message with a field that is malformed, missing, or unknown."""
    message = json.loads(forged(view, randomness))
    where = message["move"] if "move" in message and randomness.random() < 0.5 else message
    key = randomness.choice([*where, randomness.choice(WORDS)])
    if randomness.random() < 0.3:
        where.pop(key, None)
    else:
        where[key] = randomness.choice(VALUES)
    return json.dumps(message)


def torn(view: Frame, randomness: Random) -> str:
    """A message of which some signs were lost, doubled or changed."""
    text = forged(view, randomness)
    for _ in range(randomness.randrange(1, 4)):
        at, end = sorted(randomness.choices(range(len(text) + 1), k=2))
        sign = chr(
            randomness.choice(
                [
                    randomness.randrange(128),
                    randomness.randrange(0xD800),
                    randomness.randrange(0xE000, 0x110000),
                ]
            )
        )
        text = text[:at] + randomness.choice(["", sign, text[at:end] * 2]) + text[end:]
    return text


def huge(view: Frame, randomness: Random) -> str:
    """As much as a frame may hold, of one thing."""
    return randomness.choice(
        [DEEP, "[" * 4000, "9" * 4000, '"' + "A" * 4000, " " * 4096, '{"t":"say","text":"' + "é" * 1900]
    )


def noise(view: Frame, randomness: Random) -> str:
    """Any bytes, as the text they may be."""
    return randomness.randbytes(randomness.randrange(60)).decode("utf-8", errors="replace")


HUGE = [DEEP, "[" * 4000, "9" * 4000, '"' + "A" * 4000, " " * 4096, '{"t":"say","text":"' + "é" * 1900]
FORGERS = [forged, forged, ill_typed, ill_typed, torn, torn, noise, huge]


HEADS = (0x81, 0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A, 0x83, 0xC1)


def random_websocket_bytes(randomness: Random) -> bytes:
    """Bytes past any library: frames whose heads lie, and no frames at all."""
    if randomness.random() < 0.2:
        return randomness.randbytes(randomness.randrange(1, 4000))
    written = b""
    for _ in range(randomness.randrange(1, 6)):
        payload = randomness.randbytes(randomness.choice((0, 2, 20, 125)))
        head = randomness.choice(
            (0x81, 0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A, 0x83, 0xC1, randomness.randrange(256))
        )
        size = randomness.choice((len(payload), len(payload), len(payload), randomness.randrange(128)))
        written += (
            bytes((head, size | randomness.choice((0x80, 0x80, 0x80, 0)))) + randomness.randbytes(4) + payload
        )
    return written
