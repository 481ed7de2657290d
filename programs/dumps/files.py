"""Write the games of a month as lines of JSON and as Parquet, both compressed with zstd."""

from collections.abc import Iterable, Sequence
from hashlib import file_digest
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from programs.dumps.rows import DumpedGame
from programs.dumps.sums import DumpFile

MISSING = "A dump needs pyarrow: pip install --no-deps --require-hashes -r requirements-dumps.lock"
# The number of games in a row group of Parquet, which is written at once.
GROUP_SIZE = 10_000


class DumpError(Exception):
    """The reason why a dump cannot be made."""


def require_pyarrow() -> None:
    """Raise DumpError with instructions if pyarrow is not installed."""
    if find_spec("pyarrow") is None:
        raise DumpError(MISSING)


def schema() -> Any:
    """Return the Parquet schema of a dump."""
    import pyarrow as pa

    text, small, flag = pa.string(), pa.int16(), pa.bool_()
    deal = pa.struct(
        [
            *((name, small) for name in ("number", "dealer")),
            ("cards", text),
            *((name, small) for name in ("pone_hand", "dealer_hand", "crib")),
        ]
    )
    special = {"ms": pa.list_(pa.int64()), "deals": pa.list_(deal), "voided": flag, "day": pa.date32()}
    numbers = {
        *("target", "start_a", "start_b", "points_a", "points_b", "change_a", "change_b"),
        *("first_dealer", "winner", "value", "score_a", "score_b"),
    }
    names = DumpedGame.__struct_fields__
    return pa.schema([(name, special.get(name, small if name in numbers else text)) for name in names])


class DumpWriter:
    """A writer of both files. They get their public names only when they are complete."""

    def __init__(self, folder: Path, name: str) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._names = f"{name}.ndjson.zst", f"{name}.parquet"
        lines, table = (str(self._unfinished(name)) for name in self._names)
        self._schema = schema()
        self._lines = pa.CompressedOutputStream(pa.OSFile(lines, "wb"), "zstd")
        self._table = parquet.ParquetWriter(table, self._schema, compression="zstd")
        self._group: list[Any] = []
        self._encoder = msgspec.json.Encoder()

    def write(self, games: Sequence[DumpedGame]) -> None:
        import pyarrow as pa

        self._lines.write(self._encoder.encode_lines(games))
        rows = [msgspec.to_builtins(game) | {"day": _as_date(game.day)} for game in games]
        self._group.append(pa.RecordBatch.from_pylist(rows, schema=self._schema))
        if sum(batch.num_rows for batch in self._group) >= GROUP_SIZE:
            self._write_group()

    def finish(self) -> tuple[DumpFile, ...]:
        """Finish both files, and rename them to their public names."""
        self._write_group()
        self._lines.close()
        self._table.close()
        made = [_describe(self._unfinished(name), name) for name in self._names]
        for name in self._names:
            self._unfinished(name).replace(self._folder / name)
        return tuple(made)

    def give_up(self) -> None:
        """Delete the unfinished files."""
        self._lines.close()
        self._table.close()
        for name in self._names:
            self._unfinished(name).unlink(missing_ok=True)

    def _unfinished(self, name: str) -> Path:
        return self._folder / f".{name}.new"

    def _write_group(self) -> None:
        import pyarrow as pa

        if self._group:
            self._table.write_table(pa.Table.from_batches(self._group, schema=self._schema))
            self._group = []


def write_games(folder: Path, name: str, batches: Iterable[Sequence[DumpedGame]]) -> tuple[DumpFile, ...]:
    """Write all games of a month. If that fails, no file remains."""
    require_pyarrow()
    writer = DumpWriter(folder, name)
    try:
        for batch in batches:
            writer.write(batch)
    except BaseException:
        writer.give_up()
        raise
    return writer.finish()


def _describe(file: Path, name: str) -> DumpFile:
    with file.open("rb") as opened:
        return DumpFile(name, file_digest(opened, "sha256").hexdigest())


def _as_date(day: str) -> Any:
    from datetime import date

    return date.fromisoformat(day)
