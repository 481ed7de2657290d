"""A bot: it receives events, accepts and sends challenges, and plays each game in a thread."""

import json
import queue
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from every_other_client.blocking import Site
from every_other_client.brain import Brain
from every_other_client.game import FATAL, Game
from every_other_client.moves import Move, move_to_json
from every_other_client.network import drive
from every_other_client.output import say
from every_other_client.site import Refused
from every_other_client.state import State
from every_other_client.wire import Json

AT_ONCE = 8
LOOK_AGAIN = 60.0  # seconds between two checks for waiting challenges


@dataclass(frozen=True, slots=True)
class Terms:
    """The games to play, and their number."""

    clocks: frozenset[str] = frozenset({"none", "quick", "standard", "relaxed"})
    countings: frozenset[str] = frozenset({"auto", "manual", "muggins"})
    rated: frozenset[bool] = frozenset({False})
    at_once: int = AT_ONCE
    games: int | None = None
    against: str | None = None
    claims: bool = True  # whether to claim the win of a game that the opponent has left
    asked: Json = field(default_factory=dict)  # the settings of requested games

    def accepts(self, challenge: Json) -> bool:
        """Return whether a challenge is to one of these games."""
        return (
            challenge["clock"] in self.clocks
            and challenge["counting"] in self.countings
            and challenge["rated"] in self.rated
        )


class Bot:
    """One account's bot."""

    def __init__(
        self, site: Site, brain: Callable[[], Brain], terms: Terms, state: State, *, tells_moves: bool = False
    ) -> None:
        self.site, self.brain, self.terms, self.state = site, brain, terms, state
        self.tells_moves = tells_moves
        self.inbox: queue.Queue[tuple[str, Any]] = queue.Queue()
        self.playing: set[str] = set()
        self.finished: set[str] = set()
        self.challenges: dict[str, Json] = {}
        self.asked: set[str] = set()  # our own open challenges
        self.won = 0
        self.false: list[str] = []
        self.given_up: list[str] = []

    def run(self) -> int:
        """Play until the requested games are over. Return the exit code."""
        me = self.site.call("GET", "/me")
        say(f"{me['name']} is here.")
        for game in self.state.games:
            self._play(game)
        threading.Thread(target=self._listen, daemon=True).start()
        while not self._is_done():
            self._begin_games()
            try:
                kind, value = self.inbox.get(timeout=LOOK_AGAIN)
            except queue.Empty:
                self._look_again()
                continue
            if kind == "fatal":
                say(f"This ends here. {value}")
                return 2
            self._handle(kind, value)
        say(f"{len(self.finished)} games played, {self.won} won.")
        return 1 if self.false or self.given_up else 0

    def note_move(self, game: str, ply: int, move: Move) -> None:
        """Print a move, if wanted."""
        if self.tells_moves:
            say(f"move {json.dumps({'game': game, 'ply': ply, 'move': move_to_json(move)})}")

    def _is_done(self) -> bool:
        """Whether all is done: nothing more is to begin, and nothing is running."""
        wanted = self.terms.games
        begins_no_more = bool(self.false) or (wanted is not None and len(self.finished) >= wanted)
        return begins_no_more and not self.playing

    def _handle(self, kind: str, value: Any) -> None:
        match kind:
            case "game_start":
                self._play(value["game"])
            case "challenge":
                self.challenges[value["id"]] = value
            case "challenge_gone":
                self.challenges.pop(value["id"], None)
            case "notice":
                if value["notice"]["kind"] == "declined":
                    self.asked.discard(value["notice"]["id"])
                    say("A challenge was declined.")
            case "played":
                self._note_end(value)
            case "false":
                game, says = value
                self.false.append(game)
                say(f"!!! FALSE: game {game}. {says} No more games are begun. See /game/{game}/deals.")

    def _note_end(self, game: Game) -> None:
        self.playing.discard(game.id)
        self.finished.add(game.id)
        view = game.view
        if view is None or view.ended is None or game.pledge is None:
            self.given_up.append(game.id)
            return
        self.state.forget(game.id)
        self.won += view.winner == view.seat
        say(f"over {game.summary}")

    # Starting games.

    def _room(self) -> int:
        """Return how many more games may begin now."""
        under_way = len(self.playing) + len(self.asked)
        room = self.terms.at_once - under_way
        if self.terms.games is not None:
            room = min(room, self.terms.games - len(self.finished) - under_way)
        return 0 if self.false else room

    def _begin_games(self) -> None:
        """Accept challenges and send new ones, as far as there is room."""
        for challenge in [*self.challenges.values()]:
            if self.false or not self.terms.accepts(challenge):
                self._decline(challenge)
            elif self._room() > 0:
                self._accept(challenge)
        while self.terms.against and self._room() > 0 and not self.asked:
            if not self._ask(self.terms.against):
                break

    def _accept(self, challenge: Json) -> None:
        del self.challenges[challenge["id"]]
        try:
            seated = self.site.call("POST", f"/challenges/{quote(challenge['id'])}/accept")
        except Refused as fault:
            self._tell_refusal(f"The challenge of {challenge['by']}", fault)
        else:
            self._play(seated["game"])

    def _decline(self, challenge: Json) -> None:
        del self.challenges[challenge["id"]]
        try:
            self.site.call("POST", f"/challenges/{quote(challenge['id'])}/decline", {"reason": "no"})
        except Refused as fault:
            self._tell_refusal(f"The challenge of {challenge['by']}", fault)

    def _ask(self, against: str) -> bool:
        """Challenge a player. Return whether that worked. A house bot's game begins at once."""
        try:
            seated = self.site.call("POST", "/challenges", {"against": against, **self.terms.asked})
        except Refused as fault:
            self._tell_refusal(f"A game against {against}", fault)
            return False
        if seated["waiting"]:
            self.asked.add(seated["game"])
        else:
            self._play(seated["game"])
        return True

    def _tell_refusal(self, what: str, fault: Refused) -> None:
        if fault.code in FATAL:
            self.inbox.put(("fatal", fault))
        say(f"{what} was refused: {fault}")

    def _look_again(self) -> None:
        """Forget our own challenges that have expired."""
        if self.asked:
            self.asked &= {each["id"] for each in self.site.call("GET", "/challenges")["mine"]}

    def _play(self, game: str) -> None:
        self.asked.discard(game)
        if game not in self.playing | self.finished:
            self.playing.add(game)
            played = Game(
                self.site.core,
                game,
                self.brain(),
                self.state,
                claims=self.terms.claims,
                on_move=self.note_move,
                on_fault=lambda game, says: self.inbox.put(("false", (game, says))),
            )
            threading.Thread(target=self._run_game, args=(played,), daemon=True).start()

    def _run_game(self, game: Game) -> None:
        try:
            drive(game.run())
        except Refused as fault:
            say(f"{game.id}: {fault}")
            if fault.code in FATAL:
                self.inbox.put(("fatal", fault))
            else:
                self.state.forget(game.id)
        except Exception:
            say(f"{game.id} cannot be played on:\n{traceback.format_exc()}")
        self.inbox.put(("played", game))

    def _listen(self) -> None:
        """Put events into the inbox, over as many streams as it takes."""
        try:
            for event in self.site.events():
                self.inbox.put((event["t"], event))
        except Refused as fault:
            self.inbox.put(("fatal", fault))
