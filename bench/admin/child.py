"""Measure the admin in a separate process, and print one figure per line."""

import sys
from collections.abc import Iterator

import django
import msgspec
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client

from bench.figure import Figure, best_seconds

LIMIT_MS = 200.0  # milliseconds
ROUNDS = 7


def admin_paths() -> Iterator[str]:
    """Yield every list and the page of one row of each, with the most expensive search and filter."""
    from django.contrib import admin

    from game.models import Game, Player

    yield "/admin/"
    admin.autodiscover()
    for model in admin.site._registry:
        at = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        yield at
        if (row := model._default_manager.order_by("-pk").first()) is not None:
            yield f"{at}{row.pk}/change/"
    middle = Game.objects.filter(seat_b__brain="").order_by("created_at")[1000]
    for name in ("game", "chat", "seek", "report"):
        yield f"/admin/game/{name}/?q={middle.seat_a.username}"
        yield f"/admin/game/{name}/?q={middle.pk}"
    for term in (middle.seat_a.username, middle.pk):
        yield f"/admin/ranking/change/?q={term}"
    yield f"/admin/game/player/{Player.objects.order_by('pk')[10].pk}/ban/"
    for narrowed in ("state=live", "state=voided", "ended=left", "ended=void", "against=novice", "rated=no"):
        yield f"/admin/game/game/?{narrowed}"
    for narrowed in ("player/?state=banned", "player/?who=staff", "chat/?place=watching", "seek/?state=open"):
        yield f"/admin/game/{narrowed}"
    yield "/admin/ranking/change/?outcome=undone"
    for narrowed in (f"deal/?q={middle.pk}", "deal/?watched=no", "doubt/?state=open"):
        yield f"/admin/rng/{narrowed}"


def main(name: str, games: int) -> None:
    from bench.admin.dataset import DatasetSize, fill
    from game.models import Player

    call_command("migrate", verbosity=0)
    fill(DatasetSize(games))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE" if connection.vendor == "sqlite" else "VACUUM ANALYZE")
    client = Client()
    client.force_login(Player.objects.create(username="Hostess", is_staff=True, is_superuser=True))

    def opened(path: str) -> None:
        cache.clear()
        if client.get(path).status_code != 200:
            raise SystemExit(f"{path} does not open")

    for path in admin_paths():
        took = 1000 * best_seconds(lambda path=path: opened(path), ROUNDS)  # type: ignore[misc]
        what = f"{path} opens on {name} with {games:,} games"
        print(msgspec.json.encode(Figure("admin", what, took, "ms", LIMIT_MS)).decode(), flush=True)


if __name__ == "__main__":
    django.setup()
    settings.ALLOWED_HOSTS = ["testserver"]
    main(sys.argv[1], int(sys.argv[2]))
