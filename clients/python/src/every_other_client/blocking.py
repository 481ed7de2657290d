"""The site for programs without an event loop: every call waits."""

from collections.abc import Iterator

from every_other_client.brain import Brain
from every_other_client.game import Game
from every_other_client.network import BlockingNetwork, drive, iterate
from every_other_client.site import AsyncSite
from every_other_client.state import State
from every_other_client.tables import Step
from every_other_client.wire import Json


class Site:
    """The site, called by one account's program, or without a token by anyone."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.core = AsyncSite(url, token, network=BlockingNetwork())

    @property
    def is_open_to_listeners(self) -> bool:
        """Whether the token would cross a network unencrypted."""
        return self.core.is_open_to_listeners

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """Make a call, and retry until it is answered. A repeated call has no further effect."""
        return drive(self.core.call(method, path, body))

    def lines(self, method: str, path: str, body: Json | None = None) -> list[Json]:
        """Make a call that answers with lines, such as GET /bots, and repeat it until all have come."""
        return drive(self.core.lines(method, path, body))

    def stream(self, path: str, method: str = "GET", body: Json | None = None) -> Iterator[Json | None]:
        """Yield the lines of one stream, and None for each empty one. It ends by Dropped or Refused."""
        return iterate(self.core.stream(path, method, body))

    def events(self) -> Iterator[Json]:
        """Yield the account's events, each once, for as long as the site may be reached."""
        return iterate(self.core.events())

    def watch(self, game: str) -> Iterator[Step]:
        """Yield every move of a live or finished game that all may see, from its beginning to its end."""
        return iterate(self.core.watch(game))

    def play(self, game: str, brain: Brain, state: State | None = None) -> Game:
        """Play a game to its end."""
        played = Game(self.core, game, brain, state or State())
        drive(played.run())
        return played
