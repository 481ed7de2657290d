"""Request pages, about another row every time, through all of the site's middleware."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle

from django.contrib import admin
from django.core.cache import cache
from django.test import Client

from bench.children import write_result
from bench.figure import Figure
from bench.requests import counted_turns
from bench.scale.dataset import DatasetSize, load_template_ids
from bench.scale.timing import HOST_PAGE_LIMIT_MS, PLAYER_PAGE_LIMIT_MS, ROUNDS, measure_work
from cribbage_site.dashboard import figures
from game.models import Game, Player, Scoresheet
from ranking.leaderboard import census
from ranking.models import Kind
from rng.models import Deal

Path = Callable[[int], str]
FEW_ROUNDS = 10
CENSUS_LIMIT_MS = 500.0


def measure(size: DatasetSize, rounds: int = ROUNDS) -> None:
    """Measure as a new visitor, as the most active player, and as a host."""
    rights = {"is_staff": True, "is_superuser": True}
    keen, host = most_active_player(), Player.objects.get_or_create(username="Hostess", defaults=rights)[0]
    write_result(
        Figure("scale", "games of the keenest player", Scoresheet.objects.filter(player=keen).count(), "")
    )
    measure_work(
        "the census of points, once a minute",
        lambda turn: recompute_census(),
        CENSUS_LIMIT_MS,
        rounds=FEW_ROUNDS,
    )
    measure_pages("a stranger", client_of(None), public_pages(size), rounds)
    measure_pages("the keenest player", client_of(keen), own_pages(keen), rounds)
    measure_pages("a host", client_of(host), admin_pages(), min(rounds, FEW_ROUNDS), HOST_PAGE_LIMIT_MS)


def measure_pages(
    name: str,
    client: Client,
    pages: Iterable[tuple[str, Path | str]],
    rounds: int,
    limit: float | None = PLAYER_PAGE_LIMIT_MS,
) -> None:
    """Measure pages as this visitor, whom no rate limit refuses."""
    with counted_turns():
        for what, path in pages:
            measure_work(
                f"{what}, to {name}",
                partial(_open_path, client, path),
                limit,
                rounds,
                before=warm_census_cache,
            )


def public_pages(size: DatasetSize) -> Iterator[tuple[str, Path]]:
    """Yield public pages."""
    some = some_players(size)
    names, played, lives = cycle(some), cycle(load_template_ids()), cycle(_live_game_ids())
    middle = Deal.objects.order_by("-pk")[0].pk // 2
    yield "the front page", lambda turn: "/"
    yield "the Top 50 of people", lambda turn: "/ladder?kind=people"
    yield "the Top 50 of the house", lambda turn: "/ladder?kind=house"
    yield "a profile", lambda turn: f"/@{next(names).username}"
    yield "the profile of the keenest player", lambda turn: f"/@{most_active_player().username}"
    yield "the replay of a game", lambda turn: f"/game/{next(played)}"
    yield "its moves", lambda turn: f"/api/games/{next(played)}/replay"
    yield "its transcript", lambda turn: f"/api/games/{next(played)}/transcript"
    yield "its deals", lambda turn: f"/game/{next(played)}/deals"
    yield "a live table", lambda turn: f"/table/{next(lives)}"
    yield "the fairness page", lambda turn: "/fairness"
    yield "the record of deals", lambda turn: "/fairness/deals"
    yield "the record of deals, in the middle", lambda turn: f"/fairness/deals?before={middle + 999 * turn}"
    yield "the deals of a game on record", lambda turn: f"/fairness/deals?game={next(played)}"


def own_pages(keen: Player) -> Iterator[tuple[str, Path]]:
    """Yield the pages of a player with ten thousand games."""
    sheets = Scoresheet.objects.filter(player=keen).order_by("-at", "-pk")
    games = cycle(sheets.values_list("game", flat=True)[:5000:171])
    yield "the front page", lambda turn: "/"
    yield "the neighbours on the ladder", lambda turn: "/ladder/mine"
    yield "the own profile", lambda turn: f"/@{keen.username}"
    yield "a page of the history", lambda turn: f"/@{keen.username}?after={next(games)}"
    yield "what a game meant", lambda turn: f"/api/games/{next(games)}/meaning"
    yield "the account", lambda turn: "/accounts/"


def admin_pages() -> Iterator[tuple[str, str]]:
    """Yield every list and the page of one row of each, with the most expensive search and filter.

    Each comes with its name, which is the same at any size.
    """
    yield "/admin/", "/admin/"
    admin.autodiscover()
    for model in admin.site._registry:
        at = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        yield at, at
        if (row := model._default_manager.order_by("-pk").first()) is not None:
            yield f"{at}…/change/", f"{at}{row.pk}/change/"
    people = Game.objects.filter(seat_b__brain="").order_by("created_at")
    middle = people[min(1000, people.count() // 2)]
    terms = {"player": middle.seat_a.username, "game": middle.pk}
    for searched in (*(f"game/{name}" for name in ("game", "chat", "seek", "report")), "ranking/change"):
        for what, term in terms.items():
            yield f"/admin/{searched}/?q={what}", f"/admin/{searched}/?q={term}"
    yield "/admin/rng/deal/?q=game", f"/admin/rng/deal/?q={middle.pk}"
    yield "/admin/game/player/…/ban/", f"/admin/game/player/{Player.objects.order_by('pk')[10].pk}/ban/"
    for narrowed in ("state=live", "state=voided", "ended=left", "ended=void", "against=novice", "rated=no"):
        yield f"/admin/game/game/?{narrowed}", f"/admin/game/game/?{narrowed}"
    for narrowed in (
        "game/player/?state=banned", "game/player/?who=staff", "game/chat/?place=watching",
        "game/seek/?state=open", "ranking/change/?outcome=undone", "rng/deal/?watched=no",
        "rng/doubt/?state=open",
    ):  # fmt: skip
        yield f"/admin/{narrowed}", f"/admin/{narrowed}"


def some_players(size: DatasetSize) -> list[Player]:
    """Return players with accounts and public profiles, of any age."""
    people = Player.objects.filter(brain="", is_guest=False, is_private=False, is_api_bot=False)
    return list(people.order_by("-pk")[:: size.games // 50][:30])


def most_active_player() -> Player:
    """Return the player of every hundredth game."""
    return Player.objects.get(username="Player-1")


def recompute_census() -> None:
    """Recompute the census, for which one visitor a minute waits."""
    cache.delete_many([f"ladder-census-{kind.value}" for kind in Kind])
    census(Kind.PEOPLE)


def warm_census_cache() -> None:
    """Fill the census cache, as for all other visitors."""
    for kind in Kind:
        census(kind)


def open_page(client: Client, path: str) -> None:
    """Open a page after clearing other short-lived caches."""
    if path == "/admin/":
        figures.recent_dashboard.forget()
    answer = client.get(path)
    if answer.status_code != 200:
        raise SystemExit(f"{path} does not open: {answer.status_code}")
    if answer.streaming:
        for _ in answer:
            pass


def _open_path(client: Client, path: Path | str, turn: int) -> None:
    open_page(client, path if isinstance(path, str) else path(turn))


def client_of(viewer: Player | None) -> Client:
    client = Client()
    if viewer is not None:
        client.force_login(viewer, backend="django.contrib.auth.backends.ModelBackend")
    return client


def _live_game_ids() -> list[str]:
    return list(Game.objects.unfinished().order_by("-created_at").values_list("pk", flat=True)[:40])
