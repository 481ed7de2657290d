"""Make the dump of a month."""

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
    month: date,
    folder: Path,
    *,
    replace: bool = False,
    of_samples: bool = False,
    progress: Callable[[int], None] = lambda games: None,
) -> Sums:
    """Write the games of a past month into a folder. The signed checksums are written last.

    A dump has the games of real players, or those of sample players. Never both.
    """
    require_pyarrow()
    if month_after(month) > clock.now().date():
        raise DumpError(f"{month:%B %Y} isn’t over yet, so its dump would be incomplete.")
    name = dump_name(month, of_samples=of_samples)
    if not replace and (folder / f"{name}{SUMS_ENDING}").exists():
        raise DumpError(f"{folder} has a dump of {month:%Y-%m} already. Use --replace to replace it.")
    games = 0

    def counted() -> Iterator[list[DumpedGame]]:
        nonlocal games
        for batch in load_batches(month, of_samples=of_samples):
            yield batch
            games += len(batch)
            progress(len(batch))

    files = write_games(folder, name, counted())
    sums = Sums(site_name(), month, games, files)
    write_sums(folder, name, sign_sums(sums, newest_signer(site_name())))
    return sums
