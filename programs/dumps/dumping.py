"""Makes the dump of a month."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from common import clock
from common.months import month_after
from game.runtime.signing_keys import newest_signer, site_name
from programs.dumps.files import DumpError, require_pyarrow, write_games
from programs.dumps.folder import SUMS_ENDING, write_sums
from programs.dumps.games import load_batches
from programs.dumps.rows import DumpedGame
from programs.dumps.sums import Sums, dump_name, sign_sums


def dump_month(
    month: date, folder: Path, *, replace: bool = False, progress: Callable[[int], None] = lambda games: None
) -> Sums:
    """Write the games of a month that is over into a folder; the signed sums come last."""
    require_pyarrow()
    if month_after(month) > clock.now().date():
        raise DumpError(f"{month:%B %Y} isn’t over yet, so its games aren’t all there.")
    if not replace and (folder / f"{dump_name(month)}{SUMS_ENDING}").exists():
        raise DumpError(f"{folder} has a dump of {month:%Y-%m} already. --replace makes it anew.")
    games = 0

    def counted() -> Iterator[list[DumpedGame]]:
        nonlocal games
        for batch in load_batches(month):
            yield batch
            games += len(batch)
            progress(len(batch))

    files = write_games(folder, dump_name(month), counted())
    sums = Sums(site_name(), month, games, files)
    write_sums(folder, month, sign_sums(sums, newest_signer(site_name())))
    return sums
