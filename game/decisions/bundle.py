"""Packs the bots, the rules and the replay check into one program that runs without the site."""

import io
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile, ZipInfo

ROOT = Path(__file__).resolve().parents[2]

# Everything needed to repeat a decision. `game/bots` is complete: a digest over it identifies the bots'
# version.
FOLDERS = ("game/bots", "game/engine", "game/decisions")
FILES = (
    "game/__init__.py",
    "game/runtime/__init__.py",
    "game/runtime/code_digest.py",
    "rng/__init__.py",
    "rng/twister.py",
    "rng/framing.py",
)

# Tables are read from files, so the program unpacks itself. Threads of numpy would add in another order.
MAIN = """\
import os, runpy, sys, tempfile, zipfile

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"
with tempfile.TemporaryDirectory() as folder:
    with zipfile.ZipFile(sys.argv[0]) as bundle:
        bundle.extractall(folder)
    sys.path[0] = folder
    from game.decisions.offline import main
    status = main(sys.argv[1:])
sys.exit(status)
"""


def bots_bundle() -> bytes:
    """Return the program. The same code gives the same bytes."""
    packed = io.BytesIO()
    with ZipFile(packed, "w") as bundle:
        _add(bundle, "__main__.py", MAIN.encode())
        for file in sorted(_files()):
            _add(bundle, file, (ROOT / file).read_bytes())
    return packed.getvalue()


def _files() -> Iterator[str]:
    yield from FILES
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".py", ".npz", ".json"} and "tests" not in path.parts:
                yield path.relative_to(ROOT).as_posix()


def _add(bundle: ZipFile, name: str, content: bytes) -> None:
    """Add a file uncompressed and with a fixed date, so that the bytes depend only on the contents."""
    bundle.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
