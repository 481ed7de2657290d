"""Log the release in public: its static files, and the programs that verify a transcript."""

import json
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.utils.translation import override

from game.decisions.bundle import bots_bundle
from game.log.identity import log_folder
from game.log.leaves import RELEASE, add_leaf, leaves_of_no_game
from proof.evidence.programs import SCRIPT, offline_page
from proof.public_log.thread import on_the_log_thread


@on_the_log_thread
def log_release() -> None:
    """Log the release, unless the last log entry names it already."""
    served = settings.STATIC_ROOT if settings.PRODUCTION else settings.STATICFILES_DIRS[0]
    listing = list_files(Path(served))
    with override("en"):
        page = offline_page()
    facts = {
        "commit": settings.BUILD,
        "files": sha256(listing).hexdigest(),
        "verify.py": sha256(SCRIPT.read_bytes()).hexdigest(),
        "verify.html": sha256(page.encode()).hexdigest(),
        "bots.zip": sha256(bots_bundle()).hexdigest(),
    }
    last = leaves_of_no_game(RELEASE).order_by("-pk").values_list("body", flat=True).first()
    if last is None or not facts.items() <= json.loads(last).items():
        log_folder().write_file(f"release/{facts['files']}", listing)
        add_leaf(RELEASE, facts)


def list_files(root: Path) -> bytes:
    """Return every file below a folder with its hash, in the format of sha256sum. Tests are left out."""
    files = sorted(each.relative_to(root) for each in root.rglob("*") if each.is_file())
    lines = [
        f"{sha256((root / each).read_bytes()).hexdigest()}  {each.as_posix()}\n"
        for each in files
        if "tests" not in each.parts
    ]
    return "".join(lines).encode()
