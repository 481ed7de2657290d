"""Measure the shuffle: the cards of a deal, the cost of monitoring it, and razz where it is installed."""

from collections.abc import Iterator

from django.apps import apps

from bench.children import run_child_on_sqlite
from bench.figure import Figure, best_seconds
from rng.commitment import deal_key
from rng.deal import deck

DEALS = 1000


def measure() -> Iterator[Figure]:
    """Measure times on one core."""
    yield Figure(
        "fairness", "a deal's cards from its link and the secrets", seconds_per_deal() * 1e6, "us", 100
    )
    yield from run_child_on_sqlite(Figure, "bench.watch_cost")
    yield from run_child_on_sqlite(Figure, "bench.log_cost")
    if apps.is_installed("rng.razz"):
        from bench import razz

        yield from razz.measure()


def seconds_per_deal() -> float:
    """Return the seconds to compute 52 cards from the revealed values of a finished deal."""
    ctx, link, secrets = bytes(32), bytes(32), (bytes(32), b"\1" * 32)

    def deal_all() -> None:
        for number in range(DEALS):
            deck(deal_key(ctx, number % 200, link, *secrets))

    return best_seconds(deal_all) / DEALS
