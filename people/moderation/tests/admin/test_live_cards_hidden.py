"""Staff see no card of a live game beyond those face up, on any admin page."""

import json
from base64 import b64encode
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from django.test import Client
from django.utils.html import format_html

from cribbage_site.tests.repetitions import only_in_proof
from game.engine.cards import english_name, text, texts
from game.models import Game, Player, Secrets
from game.table.record import ledger
from game.table.shuffle.fairness import build_fairness
from people.moderation.admin import chance, chat, games, people, queues
from people.moderation.tests.admin.crawler import crawl
from people.moderation.tests.admin.leak_search import LeakSearch
from people.moderation.tests.admin.live_games import create_live_games, create_related_rows
from ranking import admin as ladder

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous iterators"),
]

# Pages about one game, and pages about all games.
OF_A_GAME = (
    "/admin/game/game/{0}/change/", "/admin/game/game/?q={0}", "/admin/rng/deal/?q={0}",
    "/table/{0}", "/game/{0}", "/game/{0}/deals",
    *(f"/api/games/{{0}}/{what}" for what in ("replay", "transcript", "review", "coach", "meaning")),
    "/api/games/{0}/doubts",
)  # fmt: skip
OF_ALL = (
    "/@Ann", "/@Bob", "/ladder", "/ladder/mine",
    "/fairness/deals", *(f"/fairness/decks.{kind}" for kind in ("csv", "bin", "json")),
)  # fmt: skip


@pytest.fixture
def live(ann: Player, bob: Player, host: Player) -> list[Game]:
    live = create_live_games(ann, bob)
    create_related_rows(live[-2], host)
    return live


def as_(player: Player) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(player)
    return client


@pytest.mark.slow
@pytest.mark.parametrize("role", ["moderator", *only_in_proof("host")])
def test_no_page_gives_away_what_a_live_game_hides(
    live: list[Game], role: str, request: pytest.FixtureRequest
):
    search = LeakSearch(live)
    first = [*(path.format(game.pk) for path in OF_A_GAME for game in live), *OF_ALL]
    came = {}
    for path, status, page in crawl(as_(request.getfixturevalue(role)), first):
        assert not search.find_leaks(path, page), path
        came[path] = status
    seen = {path for path, status in came.items() if status == 200}
    assert len(seen) > 150
    assert {f"/admin/game/game/{game.pk}/change/" for game in live} < seen
    assert set(came.values()) >= {200, 302, 400, 403, 404}
    assert max(came.values()) < 500


def hidden_in(game: Game) -> tuple[Any, Any]:
    """Return the protocol of a game and its state."""
    fairness = build_fairness(ledger.load_row(game.pk))
    return fairness, fairness.replay_steps()[-1].state


def ways_to_tell(game: Game) -> dict[str, str]:
    """Return a hidden card, or what reveals it, in the forms in which a page might have it."""
    fairness, state = hidden_in(game)
    hand, six = state.hands[0], state.dealt[1]
    deck, chain = fairness.deck(state.deal), fairness.row.server_secrets.chain
    rank, suit = text(hand[0])
    return {
        "a card": text(hand[0]),
        "with its sign": f"{rank.replace('T', '10')}{dict(zip('CDHS', '♣♦♥♠', strict=True))[suit]}",
        "by its name": f"the {english_name(hand[0])}",
        "in an attribute": format_html('<i id="card-{}"></i>', text(hand[0])),
        "in a hidden field": format_html('<input type="hidden" value="{}">', text(hand[0])),
        "in a comment": format_html("<!-- {} -->", text(hand[0])),
        "the deck": " ".join(texts(deck)),
        "the deck in numbers": json.dumps(deck),
        "the deck in hex": bytes(deck).hex(),
        "the deck in base64": b64encode(bytes(deck)).decode(),
        "a hand in numbers": ", ".join(map(str, sorted(six))),
        "the link": fairness.chain.link(state.deal).hex(),
        "the next link": b64encode(fairness.chain.link(state.deal + 1)).decode(),
        "the key": fairness.key(state.deal).hex(),
        "the chain": chain.hex(),
        "what is sealed": Secrets.objects.get(game=game).sealed,
        "the transcript": game.transcript,
        "a throw": next(word for word in game.transcript.rpartition("#")[2].split() if word[1:3].isdigit()),
    }


def slipped(column: Callable[..., str], what: str) -> Callable[..., str]:
    """Return a column of the admin that reveals a secret."""

    @wraps(column)
    def says(*row: Any) -> str:
        return format_html("{} {}", column(*row), what)

    return says


@pytest.mark.slow
def test_leak_on_a_page_is_found(live: list[Game], moderator: Player, monkeypatch: pytest.MonkeyPatch):
    """Check that the search finds planted secrets. Otherwise it proves nothing."""
    game, search, client = live[2], LeakSearch(live), as_(moderator)
    path = f"/admin/game/game/{game.pk}/change/"
    honest = games.GameAdmin.score
    for way, what in ways_to_tell(game).items():
        monkeypatch.setattr(games.GameAdmin, "score", slipped(honest, what))
        assert search.find_leaks(path, client.get(path).content), way


@pytest.mark.slow
@pytest.mark.parametrize(
    ("its", "column", "path"),
    [
        (games.GameAdmin, "result", "/admin/game/game/?state=live"),
        (people.PlayerAdmin, "state", "/admin/game/player/?q=Ann"),
        (chat.ChatAdmin, "line", "/admin/game/chat/"),
        (chat.ReportAdmin, "answer", "/admin/game/report/"),
        (queues.SeekAdmin, "became", "/admin/game/seek/"),
        (queues.RulingAdmin, "table", "/admin/game/ruling/"),
        (chance.DealAdmin, "points", "/admin/rng/deal/"),
        (chance.DoubtAdmin, "found_by_us", "/admin/rng/doubt/"),
        (ladder.ChangeAdmin, "result", "/admin/ranking/change/"),
    ],
)
def test_leak_in_any_list_is_found(
    live: list[Game], moderator: Player, monkeypatch: pytest.MonkeyPatch, its: Any, column: str, path: str
):
    search, client = LeakSearch(live), as_(moderator)
    fairness, state = hidden_in(live[2])
    card = next(card for card in texts(fairness.deck(state.deal)) if card not in search.starters)
    assert not search.find_leaks(path, client.get(path).content)
    monkeypatch.setattr(its, column, slipped(getattr(its, column), card))
    assert card in search.find_leaks(path, client.get(path).content)
