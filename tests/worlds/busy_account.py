"""A person with an account who uses every feature of a site, and marks every text that they write."""

import asyncio
import json
import re
from datetime import timedelta
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time

from bench.chaos.database import query
from common import clock
from cribbage_site.tests.server_process import Server
from game.tokens.scopes import Scope
from rng import entropy
from rng.shared_decks import entrant_commitment
from tests.worlds.lobby import call_api_ok
from tests.worlds.programs import Program, new_program
from tests.worlds.push_server import BROWSER
from tests.worlds.scripted_player import (
    PASSWORD,
    Frame,
    Visitor,
    connect_player,
    connect_two_players,
    play_together,
)

MARK = "zephyrine"
OTHERS_REPORT = "a reason that the opponent gave"
GAMES_BEFORE_CLUBS = 10
PATIENCE_SECONDS = 60

OFFER_A_THROW = """
from tests.worlds.throws import create_throw
print(create_throw().day.isoformat())
"""


class BusyAccount:
    """A person, their opponent, and all texts that the person has written so far."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.name = f"Quillon-{entropy.name_suffix()}"
        self.address = f"{self.name.lower()}@mail.example"
        self.me, self.other, self.friend = (Visitor(server.url) for _ in range(3))
        self.others_name = f"Berta-{entropy.name_suffix()}"
        self.others_address = f"{self.others_name.lower()}@mail.example"
        self.texts: list[str] = []

    def write(self, about: str) -> str:
        """Return a new text with the mark, which no other text contains."""
        text = f"{MARK} {about}"
        self.texts.append(text)
        return text

    def sign_up(self) -> None:
        self.submit("/accounts/signup/", username=self.name, password1=PASSWORD, email=self.address)
        self.call("me/pause", pause="none")
        submit_ok(
            self.other, "/accounts/signup/",
            username=self.others_name, password1=PASSWORD, email=self.others_address,
        )  # fmt: skip
        self.friend.new_game()

    def submit(self, path: str, **fields: str) -> str:
        """Submit a form of the person, which the site accepts."""
        return submit_ok(self.me, path, **fields)

    def call(self, path: str, **body: Any) -> Frame:
        return call_api_ok(self.me, path, **body)

    async def play(self) -> None:
        """Play a rated game with chat, one against HALSCRIB, and enough short ones to found a club."""
        self.game, invite = self.me.create_link_game(rated=True, clock="standard")
        assert self.other.join(invite) == self.game
        async with connect_two_players(self.me, self.other, self.game) as (mine, others):
            said = await mine.chat(text=self.write("chat"))
            self.own_line = said["id"]
            said = await others.chat(text="what the opponent said")
            self.line_of_other = said["id"]
            await play_together(mine, others)
            await asyncio.gather(mine.wait_for_last_link(), others.wait_for_last_link())
        for _ in range(GAMES_BEFORE_CLUBS):
            async with connect_two_players(self.me, self.other, target=61) as (mine, others):
                await asyncio.gather(others.play_moves(1), mine.play_moves(1))  # an earlier end is void
                await asyncio.gather(others.play_moves(1), mine.resign())
        for bot in ("halscrib", "novice"):
            self.bot_game = self.me.new_game(bot, target=61)
            async with connect_player(self.me, self.bot_game) as mine:
                await mine.play_moves()

    def study(self) -> None:
        """Have the game reviewed, train, ask the lab, vote for the throw of the day, write down a game."""
        status, review = self.me.post(f"/api/games/{self.game}/review", b"{}")
        assert status == 202, review
        until = monotonic() + PATIENCE_SECONDS
        while (review := self.read(f"/api/games/{self.game}/review"))["state"] == "waiting":
            assert monotonic() < until, review
            sleep(0.1)
        assert review["state"] == "done"
        exercises = self.call("train")
        assert exercises["waiting"] + exercises["due"] > 0, (exercises, review["review"]["players"])
        assert self.me.get("/api/lab?cards=5H+6H+7H+JH+KS+5S&dealer=1")[0] == 200
        day = self.server.manage("shell", "-c", OFFER_A_THROW).split()[-1]
        throw = self.read(f"/api/throws/{day}")
        self.call(f"throws/{day}", cards=throw["position"]["six"][:2])
        self.submit("/board-games/new", crib=f"#1a a-resign {{{self.write('game over the board')}}}")
        page = submit_ok(self.other, "/board-games/new", crib="#1a a-resign {what the opponent wrote}")
        (shared,) = {*re.findall(r"/board-games/(\w+)/crib", page)}
        submit_ok(self.other, f"/board-games/{shared}", do="share")
        self.submit(f"/board-games/{shared}", do="report", why=self.write("report of a game"))
        assert self.me.get(f"/@{self.name}")[0] == 200  # which counts the cards that they were dealt

    def meet_people(self) -> None:
        """Follow, suggest a time, block, report a line, doubt a deal, and challenge others to play."""
        self.call("follow", name=self.others_name)
        tomorrow = clock.now() + timedelta(days=1)
        self.submit(
            "/friend", to=self.others_name, when="at", starts=f"{tomorrow:%Y-%m-%dT%H:%M}", utc_offset="0"
        )
        stranger = Visitor(self.server.url)
        stranger.sign_up(name := f"Carla-{entropy.name_suffix()}")
        self.call("block", name=name)
        call_api_ok(self.other, "report", said=self.own_line, why=OTHERS_REPORT)
        self.call("report", said=self.line_of_other, why=self.write("report"))
        self.call(
            f"games/{self.game}/doubts", number=1, says=self.write("doubt"),
            evidence={"seen": self.write("evidence")},
        )  # fmt: skip
        page = self.submit(f"/game/{self.bot_game}/cards")
        (invitation,) = {*re.findall(r"/cards/([\w-]+)", page)}
        submit_ok(self.friend, f"/cards/{invitation}/play")
        self.call("games", against="anyone")

    def set_up_a_club(self) -> None:
        """Found a club, direct an event and name its teams, begin a season, and invite a rival."""
        club_name = f"{MARK} owls"
        self.submit("/clubs/new", name=club_name, about=self.write("description"))
        club = f"/club/{club_name.replace(' ', '-')}"
        submit_ok(self.other, club, do="ask")
        submit_ok(self.other, "/clubs/new", name="Berta owls", about="")
        self.submit("/club/berta-owls", do="ask")
        self.submit("/club/berta-owls", do="report", why=self.write("club report"))
        tomorrow = clock.now() + timedelta(days=1)
        self.submit(club, do="begin_season", starts_on=tomorrow.date().isoformat())
        starts = {"starts": f"{tomorrow:%Y-%m-%dT%H:%M}", "clock": "quick"}
        self.submit(f"{club}/duel", rival="Berta owls", games="9", **starts)
        chosen = {
            "games": "9", "minutes": "60", "best_of": "3", "round_days": "0", "counting": "auto", **starts,
        }  # fmt: skip
        night = self._make_event(club, kind="night", title=self.write("title"), **chosen)
        self._make_event(
            club, kind="teams", title=self.write("title of teams"), team_size="2",
            team_one=self.write("team one"), team_other=self.write("team other"), **chosen,
        )  # fmt: skip
        duplicate = self._make_event(
            club, kind="duplicate", title=self.write("title of a duplicate"), **chosen
        )
        direct = f"events/{night['id']}/direct"
        self.call(f"{direct}/extend", reason=self.write("reason to extend"), minutes=5)
        self.call(f"{direct}/pause", reason=self.write("reason to pause"))
        self.submit(
            f"{club}/events/new", kind="night", title=self.write("title repeated"), repeats="monthly",
            zone="Europe/Paris", **chosen,
        )  # fmt: skip
        edited = {"games": 12, "title": self.write("new title")}
        self.call(f"events/{night['id']}/edit", reason=self.write("reason to edit"), **edited)
        self.submit("/events/calendar", do="make")
        for event in (night, duplicate):
            self.call(f"events/{event['id']}/join")
        self._give_a_part(duplicate["deck_set_id"])

    def _make_event(self, club: str, *, title: str, **chosen: str) -> dict[str, Any]:
        self.submit(f"{club}/events/new", title=title, **chosen)
        (event,) = query(self.server.environment, "SELECT * FROM events_event WHERE title = %s", title)
        return event

    def _give_a_part(self, deck_set: str) -> None:
        """Commit to a part of shared decks."""
        mine = self.read(f"/api/decks/{deck_set}")["me"]
        made = entrant_commitment(deck_set, mine, entropy.secret())
        self.call(f"decks/{deck_set}/commit", c=made.hex())

    def build(self) -> None:
        """Open a desk, make a token and a bot account, and register an engine by a call with a key."""
        self.submit("/desk", name=self.write("evening"), games="9", best_of="3")
        self.submit("/accounts/confirm/?next=/settings/tokens", password=PASSWORD)
        page = self.submit(
            "/settings/tokens", name=self.write("token"), days="30",
            **{f"scope-{scope}": "on" for scope in (Scope.BOT, Scope.ENGINE)},
        )  # fmt: skip
        own = Program(self.server.url, re.findall(r"eo_[\w-]{43}", page)[0])
        bot = new_program(self.server.url, Scope.BOT)
        wanted = {
            "owner": own.token, "engine": self.write("brain"), "version": "1",
            "source": f"https://{MARK}.example/source",
        }  # fmt: skip
        bot.call_ok("POST", "/bots/upgrade", wanted)
        self.connect_an_app()
        self.texts.append(key := f"{MARK}-key")
        engine = {"name": f"{MARK}_engine", "version": self.write("version")}
        own.call_ok("POST", "/engines", engine, **{"Idempotency-Key": key})

    def connect_an_app(self) -> None:
        """Register an app and connect two of its devices, of which one has its tokens already."""
        page = self.submit(
            "/settings/apps", name=self.write("app"), redirects=f"https://{MARK}.example/done", devices="on"
        )
        (client_id,) = {*re.findall(r"app_\w{12}", page)}
        for has_tokens in (False, True):
            codes = self._call_as_app("device", client_id=client_id)
            self.submit("/device", code=codes["user_code"], do="allow")
            if has_tokens:
                self._call_as_app(
                    "token", client_id=client_id, device_code=codes["device_code"],
                    grant_type="urn:ietf:params:oauth:grant-type:device_code",
                )  # fmt: skip

    def _call_as_app(self, endpoint: str, **fields: str) -> Any:
        url = f"{self.server.url}/oauth/{endpoint}"
        with urlopen(url, urlencode(fields).encode(), PATIENCE_SECONDS) as answer:
            return json.load(answer)

    def change_settings(self) -> None:
        """Choose a look and notices, ask for push, and plan a vacation."""
        self.call("me/look", felt="red")
        self.submit("/settings/notices", **{"followed_here-site": "on"})
        self.call("me/push", **BROWSER)
        self.submit("/accounts/", about="vacation", days="3")
        (key,) = re.findall(r'class="key">(\w+)<', self.me.get("/accounts/second-factor/on/")[1])
        code = format_hotp_value(hotp_value(key, next(yield_hotp_counters_from_time())))
        self.submit("/accounts/second-factor/on/", code=code)

    def read(self, path: str) -> Any:
        status, text = self.me.get(path)
        assert status == 200, text
        return json.loads(text)


def submit_ok(visitor: Visitor, path: str, **fields: str) -> str:
    status, page = visitor.submit(path, **fields)
    assert status == 200, re.findall(r"<main.*?</main>", page, re.DOTALL)
    return page
