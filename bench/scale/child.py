"""Fill an empty database in a separate process, then print one figure per line."""

import gc
import sys
from time import monotonic

from bench.children import begin_child, write_result
from bench.figure import Figure


def main(games: int, rounds: int | None) -> None:
    """Measure games, and jobs if `rounds` is None. Otherwise measure all reads, in so many rounds."""
    from bench.scale import jobs, pages, site, site_pages, sizes
    from bench.scale.dataset import DatasetSize, fill

    def log(what: str) -> None:
        print(f"scale, {games:,}: {what}", file=sys.stderr, flush=True)

    house, begun = DatasetSize(games), monotonic()
    fill(house, log)
    write_result(Figure("scale", f"{games:,} players and games written", monotonic() - begun, "s"))
    # As a server does when it starts.
    gc.collect()
    gc.freeze()
    if rounds is not None:
        site.fill(house, log)
        pages.measure(house, rounds)
        return site_pages.measure(house, rounds)
    sizes.measure(house)
    pages.measure(house)
    jobs.measure(house)


if __name__ == "__main__":
    begin_child()
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else None)
