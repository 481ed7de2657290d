"""The page, the files and the feed of the dumps."""

from datetime import date
from pathlib import Path

import pytest
from django.test import Client

from game.runtime.signing_keys import newest_signer, site_name
from programs.dumps.folder import write_sums
from programs.dumps.sums import DumpFile, Sums, dump_name, sign_sums

pytestmark = pytest.mark.django_db
ENDINGS = (".ndjson.zst", ".parquet")


@pytest.fixture
def folder(tmp_path: Path, settings) -> Path:
    settings.DUMPS_ROOT = tmp_path / "dumps"
    return settings.DUMPS_ROOT


def lay_down(folder: Path, month: date, games: int) -> None:
    """Put a month into the folder. The content of its files does not matter."""
    folder.mkdir(exist_ok=True)
    files = [DumpFile(dump_name(month) + ending, f"{n:064x}") for n, ending in enumerate(ENDINGS, 1)]
    for file in files:
        (folder / file.name).write_bytes(b"x" * 3000)
    note = sign_sums(Sums(site_name(), month, games, tuple(files)), newest_signer(site_name()))
    write_sums(folder, dump_name(month), note)


def test_page_without_dumps_says_so(client: Client, folder: Path):
    assert "There is no month to download yet." in client.get("/data").content.decode()


def test_the_months_are_listed_the_newest_first(client: Client, folder: Path):
    lay_down(folder, date(2026, 9, 1), 1)
    lay_down(folder, date(2026, 10, 1), 20312)
    page = client.get("/data").content.decode()
    assert page.index("October 2026") < page.index("September 2026")
    for shown in ("20,312 rated games", "1 rated game ", "2.9", f"{2:064x}", "every-other-2026-10.sha256"):
        assert shown in page


def test_a_month_whose_sums_or_files_are_damaged_is_not_listed(client: Client, folder: Path):
    for month in (7, 8, 9, 10):
        lay_down(folder, date(2026, month, 1), 5)
    (folder / "every-other-2026-08.sha256").write_text("no note")
    (folder / "every-other-2026-09.parquet").unlink()
    (folder / "every-other-2026-10.sha256").write_bytes(b"\xff")
    dumps = client.get("/data").context["dumps"]
    assert [dump.month for dump in dumps] == [date(2026, 7, 1)]


def test_its_files_are_served(client: Client, folder: Path):
    lay_down(folder, date(2026, 10, 1), 5)
    answer = client.get("/data/every-other-2026-10.parquet")
    assert b"".join(answer.streaming_content) == b"x" * 3000
    assert answer["Access-Control-Allow-Origin"] == "*"
    note = client.get("/data/every-other-2026-10.sha256")
    assert note["Content-Type"].startswith("text/plain")
    assert b"# games 5\n" in b"".join(note.streaming_content)


@pytest.mark.parametrize(
    "name",
    ["every-other-2026-09.parquet", ".every-other-2026-10.parquet.new", "../secret", "secret", "x/../secret"],
)
def test_nothing_else_in_the_folder_is_served(client: Client, folder: Path, name: str):
    lay_down(folder, date(2026, 10, 1), 5)
    for secret in (folder / "secret", folder.parent / "secret", folder / ".every-other-2026-10.parquet.new"):
        secret.write_text("secret")
    assert client.get(f"/data/{name}").status_code == 404


def test_feed_lists_every_month(client: Client, folder: Path):
    lay_down(folder, date(2026, 9, 1), 1)
    lay_down(folder, date(2026, 10, 1), 20312)
    feed = client.get("/data/feed.xml")
    assert feed["Content-Type"].startswith("application/rss+xml")
    text = feed.content.decode()
    assert text.index("Games of October 2026") < text.index("Games of September 2026")
    assert "http://testserver/data#2026-10" in text
    assert "20312 rated games" in text
