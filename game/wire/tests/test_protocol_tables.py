"""The lists of docs/reference/protocol.md are those of the types that are sent."""

from typing import get_args

from game.wire.frames import FromTable
from game.wire.tests.protocol_tables import PAGE, from_server, rewrite, tag_of


def test_the_page_has_what_the_types_say() -> None:
    """If this fails, run `python -m game.wire.tests.protocol_tables`."""
    assert rewrite(PAGE.read_text()) == PAGE.read_text()


def test_a_changed_list_is_found() -> None:
    page = PAGE.read_text()
    assert rewrite(page.replace("- `ack`: `ply`", "- `ack`: `level`")) == page


def test_every_frame_has_an_entry() -> None:
    for kind in get_args(FromTable):
        assert f"\n- `{tag_of(kind)}`: " in f"\n{from_server()}"
