"""Plays and watches cribbage on Every Other, and checks what the server shows."""

from every_other_client.blocking import Site
from every_other_client.bot import Bot, Terms
from every_other_client.brain import Brain, decide
from every_other_client.cards import (
    DECK,
    RANKS,
    SUITS,
    Card,
    Cards,
    peg_points,
    pips,
    rank_of,
    score_hand,
    ways_to_throw,
)
from every_other_client.events import (
    Called,
    Claimed,
    Counted,
    CutForDeal,
    Dealt,
    Event,
    GameOver,
    LaidOpen,
    Memory,
    NewCount,
    Part,
    Pegged,
    Played,
    SaidGo,
    StarterTurned,
    Thrown,
)
from every_other_client.fairness import BrokenPromise
from every_other_client.game import Game
from every_other_client.moves import Call, Claim, Go, Move, Pass, Play, Throw
from every_other_client.site import AsyncSite, Dropped, Refused
from every_other_client.state import State
from every_other_client.tables import MissedMove, Step, Table
from every_other_client.version import VERSION
from every_other_client.views import Laid, Show, View, read_event, read_events, read_view
from every_other_client.wire import Json

__version__ = VERSION

__all__ = [
    "DECK",
    "RANKS",
    "SUITS",
    "VERSION",
    "AsyncSite",
    "Bot",
    "Brain",
    "BrokenPromise",
    "Call",
    "Called",
    "Card",
    "Cards",
    "Claim",
    "Claimed",
    "Counted",
    "CutForDeal",
    "Dealt",
    "Dropped",
    "Event",
    "Game",
    "GameOver",
    "Go",
    "Json",
    "Laid",
    "LaidOpen",
    "Memory",
    "MissedMove",
    "Move",
    "NewCount",
    "Part",
    "Pass",
    "Pegged",
    "Play",
    "Played",
    "Refused",
    "SaidGo",
    "Show",
    "Site",
    "StarterTurned",
    "State",
    "Step",
    "Table",
    "Terms",
    "Throw",
    "Thrown",
    "View",
    "__version__",
    "decide",
    "peg_points",
    "pips",
    "rank_of",
    "read_event",
    "read_events",
    "read_view",
    "score_hand",
    "ways_to_throw",
]
