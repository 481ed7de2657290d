"""What nobody should say at a table: torn, huge, early, late and forged; but no move that may be made."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from game.consumers.messages import ClaimWin, Commit, InvalidMessage, MoveMessage, Reveal, parse_message
from game.engine.cards import TEXTS
from game.tests.live.scripted_player import Frame

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
    """Whether a frame may change the game that somebody sees like this; to be careful, whatever its ply."""
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


def malformed_frames(view: Frame, you: int | None, whim: Random) -> Iterator[str]:
    """Frames without end that change nothing."""
    while True:
        frame = whim.choice(FORGERS)(view, whim)
        if len(frame.encode(errors="replace")) <= 4096 and not is_allowed_frame(view, you, frame):
            yield frame


def forged(view: Frame, whim: Random) -> str:
    """A whole message, for any ply and with any cards."""
    plies = [-1, 0, 1, 7, 100_000, *range(view["deal"] * 12, view["deal"] * 12 + 9)] if view else [-1, 0, 1]
    hex32 = whim.randbytes(32).hex()
    said: list[Frame] = [
        {"t": "move", "ply": whim.choice(plies), "move": forged_move(view, whim)},
        {"t": "move", "ply": whim.choice(plies), "move": forged_move(view, whim)},
        {"t": "commit", "c": hex32},
        {"t": "reveal", "secret": hex32},
        {"t": "ping", "ply": whim.choice(plies)},
        {"t": "hello", "since": whim.choice(plies)},
        {"t": "say", "phrase": whim.choice(["luck", "no such", ""]), "text": whim.choice(WORDS)},
        {"t": "claim_win"},
        {"t": "hint", "ply": whim.choice(plies)},
    ]
    return json.dumps(whim.choice(said))


def forged_move(view: Frame, whim: Random) -> Frame:
    return {
        "throw": {"kind": "throw", "cards": whim.choices(TEXTS, k=2)},
        "play": {"kind": "play", "card": whim.choice(TEXTS)},
        "claim": {"kind": "claim", "points": whim.randrange(30)},
        "call": {"kind": "call", "points": whim.randrange(30)},
    }.get(kind := whim.choice(KINDS), {"kind": kind})


def ill_typed(view: Frame, whim: Random) -> str:
    """A message with a field that is not what it should be, that is missing, or that nobody knows."""
    message = json.loads(forged(view, whim))
    where = message["move"] if "move" in message and whim.random() < 0.5 else message
    key = whim.choice([*where, whim.choice(WORDS)])
    if whim.random() < 0.3:
        where.pop(key, None)
    else:
        where[key] = whim.choice(VALUES)
    return json.dumps(message)


def torn(view: Frame, whim: Random) -> str:
    """A message of which some signs were lost, doubled or changed."""
    text = forged(view, whim)
    for _ in range(whim.randrange(1, 4)):
        at, end = sorted(whim.choices(range(len(text) + 1), k=2))
        sign = chr(
            whim.choice([whim.randrange(128), whim.randrange(0xD800), whim.randrange(0xE000, 0x110000)])
        )
        text = text[:at] + whim.choice(["", sign, text[at:end] * 2]) + text[end:]
    return text


def huge(view: Frame, whim: Random) -> str:
    """As much as a frame may hold, of one thing."""
    return whim.choice(
        [DEEP, "[" * 4000, "9" * 4000, '"' + "A" * 4000, " " * 4096, '{"t":"say","text":"' + "é" * 1900]
    )


def noise(view: Frame, whim: Random) -> str:
    """Any bytes, as the text they may be."""
    return whim.randbytes(whim.randrange(60)).decode("utf-8", errors="replace")


HUGE = [DEEP, "[" * 4000, "9" * 4000, '"' + "A" * 4000, " " * 4096, '{"t":"say","text":"' + "é" * 1900]
FORGERS = [forged, forged, ill_typed, ill_typed, torn, torn, noise, huge]


HEADS = (0x81, 0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A, 0x83, 0xC1)


def random_websocket_bytes(whim: Random) -> bytes:
    """Bytes past any library: frames whose heads lie, and no frames at all."""
    if whim.random() < 0.2:
        return whim.randbytes(whim.randrange(1, 4000))
    written = b""
    for _ in range(whim.randrange(1, 6)):
        payload = whim.randbytes(whim.choice((0, 2, 20, 125)))
        head = whim.choice(
            (0x81, 0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A, 0x83, 0xC1, whim.randrange(256))
        )
        size = whim.choice((len(payload), len(payload), len(payload), whim.randrange(128)))
        written += bytes((head, size | whim.choice((0x80, 0x80, 0x80, 0)))) + whim.randbytes(4) + payload
    return written
