"""Fill an empty database in a separate process, then print one figure per line."""

import sys
from time import monotonic

from bench.children import begin_child, write_result
from bench.figure import Figure


def main(games: int) -> None:
    from bench.scale import jobs, pages, sizes
    from bench.scale.dataset import DatasetSize, fill

    house, begun = DatasetSize(games), monotonic()
    fill(house, lambda what: print(f"scale: {what}", file=sys.stderr, flush=True))
    write_result(Figure("scale", f"{games:,} players and games written", monotonic() - begun, "s"))
    sizes.measure(house)
    pages.measure(house)
    jobs.measure(house)


if __name__ == "__main__":
    begin_child()
    main(int(sys.argv[1]))
