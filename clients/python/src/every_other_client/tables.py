"""A table as its frames show it: each move once, whatever is cut off and sent again."""

from dataclasses import dataclass

from every_other_client.events import Memory
from every_other_client.views import View, read_events, read_view
from every_other_client.wire import Json


@dataclass(frozen=True, slots=True)
class Step:
    """One or more moves: the number of moves after them, their events, and the view then.

    Moves that were made while the stream was closed all have the newest view.
    """

    ply: int
    events: Memory
    view: View


class MissedMove(Exception):
    """A move is missing between two frames: the stream has to be opened again."""


class Table:
    """The state of a table, from its frames."""

    def __init__(self) -> None:
        self.ply = -1
        self.you: int | None = None  # null for a spectator
        self.players: tuple[str, ...] = ()
        self.view: View | None = None
        self.fair: Json = {}
        self.memory: Memory = ()
        self._frame: Json = {}  # the view as received

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view is not None and self.view.ended is not None

    def take_in(self, frame: Json) -> tuple[Step, ...] | None:
        """Return the new moves of a frame, or None if the frame says nothing of the table."""
        news: list[tuple[int, Memory]] = []
        match frame["t"]:
            case "table":
                if frame["ply"] < self.ply:
                    raise MissedMove("the server knows fewer moves than it has shown")
                if "history" not in frame and frame["ply"] > max(self.ply, 0) and not frame.get("open_board"):
                    raise MissedMove("the moves before were not shown")
                self.you, self.fair, self._frame = frame["you"], frame["fair"], frame["view"]
                self.players = tuple(each["name"] for each in frame["players"])
                history = frame.get("history") or ()
                news = [(step["ply"], read_events(step["events"])) for step in history]
            case "event":
                if frame["ply"] <= self.ply:
                    return ()
                if frame["since"] != self.ply:
                    raise MissedMove("a move was missed")
                self._frame = {"show": self._frame.get("show"), **frame["view"]}
                news = [(frame["ply"], read_events(frame["events"]))]
            case "fair":
                self.fair = {name: value for name, value in frame.items() if name != "t"}
            case _:
                return None
        if not self._frame:
            return None
        self.view = view = read_view(self._frame, self.you or 0)
        steps = tuple(Step(ply, events, view) for ply, events in news if ply > self.ply)
        self.memory += tuple(event for step in steps for event in step.events)
        if frame["t"] != "fair":
            self.ply = frame["ply"]
        return steps
