"""Repeated API calls behave as docs/reference/protocol.md says, because an answer can be lost."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.urls import URLPattern

from common import clock
from cribbage_site.tests.node import ROOT
from game.engine.moves import Resign
from game.models import Chat, Player
from game.runtime.player_ids import player_id
from game.shared_rounds import announcing
from game.shared_rounds.web.urls import urlpatterns as of_decks
from game.web.urls import urlpatterns as of_games
from hosting.demo.schedule import EarlyEnd
from people.following.web.urls import urlpatterns as of_following
from people.moderation import rulings
from people.notices.urls import urlpatterns as of_notices
from people.settings.urls import urlpatterns as of_settings
from proof.evidence.urls import urlpatterns as of_proof
from rng.shared_decks import entrant_commitment
from study.throws.models import DailyThrow
from study.trainer.web.urls import urlpatterns as of_trainer
from tests.worlds.evidence import play_to_end
from tests.worlds.lobby import call_api, call_api_ok
from tests.worlds.local_visitors import local_account, local_guest, name_of
from tests.worlds.push_server import BROWSER
from tests.worlds.stepped_evenings import announce
from tests.worlds.tables import create_game
from tests.worlds.throws import create_throw
from tournaments.event_pages.urls import urlpatterns as of_events
from tournaments.events.manage import entering

pytestmark = pytest.mark.django_db

SECRET = b"\x07" * 32
APPS = ("game", "rng", "events", "following", "notices", "shared_decks", "throws", "trainer")
PAGE = (ROOT / "docs" / "reference" / "protocol.md").read_text()


@pytest.fixture(autouse=True)
def all_may_sign_up() -> None:
    """Reset the sign-up limit: the tests sign up more players from one address than a minute allows."""
    cache.clear()


@pytest.fixture(autouse=True)
def all_may_enter_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "GAMES_BEFORE", 0)


class Pair:
    """Two players, their game that one resigned, a chat line of the other, and a warning by a host."""

    def __init__(self) -> None:
        self.ann, self.bob = local_account(), local_guest()
        self.bobs_name = name_of(self.bob)
        ann, bob = (Player.objects.get(username=name_of(one)) for one in (self.ann, self.bob))
        self.game = play_to_end(create_game(players=(ann, bob)), EarlyEnd(1, Resign, 17))
        self.said = Chat.objects.create(game_id=self.game, player=bob, seat=1, text="Ha", at=clock.now()).pk
        host = Player.objects.create_superuser("Hostess")
        self.warning = rulings.warn(by=host, player=ann, reason="Too loud.").pk

    def link(self) -> str:
        return str(call_api_ok(self.ann, "games", against="link")["game"])

    def blocked(self) -> str:
        call_api_ok(self.ann, "block", name=self.bobs_name)
        return self.bobs_name

    @property
    def stranger(self) -> str:
        return Player.objects.get_or_create(username="Cat")[0].username

    def followed(self) -> str:
        call_api_ok(self.ann, "follow", name=self.stranger)
        return self.stranger

    def pushed_to(self) -> str:
        call_api_ok(self.ann, "me/push", **BROWSER)
        return str(BROWSER["endpoint"])

    def event(self, *done: str) -> str:
        """Return an event that begins later and in which Ann has taken these steps."""
        event = announce(minutes_ahead=60).pk
        for each in done:
            call_api_ok(self.ann, f"events/{event}/{each}")
        return event

    def directed_event(self) -> str:
        """Return an event that begins later and that Ann directs."""
        return announce(minutes_ahead=60, by=Player.objects.get(username=name_of(self.ann))).pk

    def decks(self) -> str:
        """Return the decks of a day, to which every player may contribute."""
        return announcing.announce({}, 1, reveals_at_once=True).pk

    def commitment(self, decks: str) -> dict[str, Any]:
        ann = Player.objects.get(username=name_of(self.ann))
        return {"c": entrant_commitment(decks, player_id(ann.pk), SECRET).hex()}

    def decks_with_my_commitment(self) -> str:
        decks = self.decks()
        call_api_ok(self.ann, f"decks/{decks}/commit", **self.commitment(decks))
        return decks

    def challenge(self) -> str:
        return str(call_api_ok(self.bob, "games", against=name_of(self.ann))["game"])


Call = tuple[str, dict[str, Any]]
REPEATED: dict[str, Callable[[Pair], Call]] = {
    "cancel": lambda pair: (f"seeks/{pair.link()}/cancel", {}),
    "commitment": lambda pair: (f"seeks/{pair.link()}/commitment", {"c": "5f" * 32}),
    "decline": lambda pair: (f"seeks/{pair.challenge()}/decline", {"reason": "later"}),
    "block": lambda pair: ("block", {"name": pair.bobs_name}),
    "unblock": lambda pair: ("unblock", {"name": pair.blocked()}),
    "report": lambda pair: ("report", {"said": pair.said, "why": "Loud."}),
    "rematch": lambda pair: (f"games/{pair.game}/rematch", {}),
    "doubts": lambda pair: (f"games/{pair.game}/doubts", {"number": 0, "says": "No.", "evidence": {}}),
    "read": lambda pair: (f"me/warnings/{pair.warning}/read", {}),
    "follow": lambda pair: ("follow", {"name": pair.stranger}),
    "unfollow": lambda pair: ("unfollow", {"name": pair.followed()}),
    "push": lambda pair: ("me/push", BROWSER),
    "stop": lambda pair: ("me/push/stop", {"endpoint": pair.pushed_to()}),
    "pause": lambda pair: ("me/pause", {"pause": "none"}),
    "look": lambda pair: ("me/look", {"sound": "off"}),
    "join": lambda pair: (f"events/{pair.event()}/join", {}),
    "leave": lambda pair: (f"events/{pair.event('join')}/leave", {}),
    "resume": lambda pair: (f"events/{pair.event('join', 'pause')}/resume", {}),
    "edit": lambda pair: (
        f"events/{pair.directed_event()}/edit",
        {"reason": "Fewer games.", "games": 5},
    ),
    "commit": lambda pair: (f"decks/{(decks := pair.decks())}/commit", pair.commitment(decks)),
    "reveal": lambda pair: (f"decks/{pair.decks_with_my_commitment()}/reveal", {"secret": SECRET.hex()}),
    "review": lambda pair: (f"games/{pair.game}/review", {}),
    "train": lambda pair: ("train", {}),
    "<day>": lambda pair: throw_away(create_throw()),
}


def throw_away(throw: DailyThrow) -> Call:
    """Discard the first two of the six cards."""
    return f"throws/{throw.day}", {"cards": throw.six[:2]}


Rows = dict[str, list[dict[str, Any]]]


def rows() -> Rows:
    """Return every row of the database."""
    models = (model for app in APPS for model in apps.get_app_config(app).get_models())
    return {model.__name__: [*model._default_manager.order_by("pk").values()] for model in models}


def lasting(found: Rows) -> Rows:
    """Return the rows without the values that a repeated call renews.

    These are the expiry of offers, device times and search positions.
    """
    renewed = {"Seek": "expires_at", "PushSubscription": "at", "Trainee": "searched_until"}
    kept = {
        model: [{name: value for name, value in row.items() if name != column} for row in found[model]]
        for model, column in renewed.items()
    }
    return found | kept


@pytest.mark.slow
@pytest.mark.parametrize("name", REPEATED)
def test_a_repeated_call_gets_the_same_answer_and_changes_nothing(name: str):
    pair = Pair()
    path, body = REPEATED[name](pair)
    before = rows()
    first = call_api(pair.ann, path, **body)
    assert first[0] in (200, 201, 202), first
    once = rows()
    assert call_api(pair.ann, path, **body) == first
    assert lasting(rows()) == lasting(once)
    assert once != before


@pytest.mark.slow
def test_entering_decks_as_a_player_changes_nothing():
    pair = Pair()
    path = f"decks/{pair.decks()}/enter"
    before = rows()
    assert call_api(pair.ann, path) == call_api(pair.ann, path)
    assert rows() == before


@pytest.mark.slow
def test_a_repeated_seek_is_one_but_links_and_bot_games_are_new():
    pair = Pair()
    for against in ("anyone", pair.bobs_name):
        first, again = (call_api_ok(pair.ann, "games", against=against) for _ in range(2))
        assert first == again
        assert first["waiting"]
    for against in ("link", "novice"):
        first, again = (call_api_ok(pair.ann, "games", against=against) for _ in range(2))
        assert first["game"] != again["game"]


def test_the_page_describes_the_effect_of_repeating_each_call():
    """All in one sentence. Creating a game or an event and requesting a review have their own texts."""
    rows = re.findall(r"^- ((?:`POST /api/[^`]+`(?:, )?)+)", PAGE, re.MULTILINE)
    said = {path.rpartition("/")[2] for row in rows for path in re.findall(r"POST (/api/[^`]+)`", row)}
    with_words_of_their_own = {"games", "events", "play", "<id>", "<action>"}
    assert "Each call may be repeated" in " ".join(PAGE.split())
    assert "`POST /api/games` sent again" in PAGE
    assert "`POST /api/events` sent again" in PAGE
    assert "`POST /api/games/<game>/review` is one however often it is sent" in PAGE
    patterns = [
        *of_games,
        *of_events,
        *of_following,
        *of_decks,
        *of_trainer,
        *of_settings,
        *of_notices,
        *of_proof,
    ]
    paths = [str(each.pattern) for each in patterns if isinstance(each, URLPattern)]
    calls = {path.rpartition("/")[2] for path in paths if path.startswith("api/") and not path.endswith(">")}
    only_read = {
        "lab",
        "meaning",
        "replay",
        "transcript",
        "pairings",
        "mine",
        "check",
        "head-start",
        "record",
        "boards",
    }
    assert (
        calls - only_read - {"games", "review", "events"}
        == said - only_read - with_words_of_their_own - {"<code>", "<day>"}
        == {*REPEATED, "accept", "enter"} - {"review", "<day>"}
    )
