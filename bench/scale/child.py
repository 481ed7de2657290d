"""Fill an empty database in a separate process, then print one figure per line."""

import sys
from time import monotonic

import django
from django.conf import settings
from django.core.management import call_command

from bench.figure import Figure
from bench.scale.timing import write_figure


def main(games: int) -> None:
    from bench.scale import jobs, pages, sizes
    from bench.scale.dataset import DatasetSize, fill

    house, begun = DatasetSize(games), monotonic()
    call_command("migrate", verbosity=0)
    fill(house, lambda what: print(f"scale: {what}", file=sys.stderr, flush=True))
    write_figure(Figure("scale", f"{games:,} players and games written", monotonic() - begun, "s"))
    sizes.measure(house)
    pages.measure(house)
    jobs.measure(house)


if __name__ == "__main__":
    django.setup()
    settings.ALLOWED_HOSTS = ["testserver"]
    main(int(sys.argv[1]))
