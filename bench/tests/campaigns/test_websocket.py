"""The measuring client's frames, compared with the examples of RFC 6455, section 5.7."""

import pytest

from bench.live.websocket import PING, TEXT, ConnectionLost, encode_frame, parse_frames

HELLO = bytes.fromhex("810548656c6c6f")
MASKED_HELLO = bytes.fromhex("818537fa213d7f9f4d5158")


def test_a_client_masks_its_frames():
    assert encode_frame(b"Hello") == MASKED_HELLO


def test_a_longer_frame_has_a_length_of_two_bytes():
    frame = encode_frame(b"x" * 200)
    assert frame[:4] == bytes.fromhex("81fe00c8")
    assert len(frame) == 4 + 4 + 200


@pytest.mark.parametrize(
    ("head", "size"),
    [("8105", 5), ("817e0100", 256), ("817f0000000000010000", 65536)],
)
def test_a_frame_of_any_length_is_read(head, size):
    payload = b"x" * size
    assert parse_frames(bytes.fromhex(head) + payload) == ([(TEXT, payload)], b"")


def test_consecutive_frames_are_separated():
    ping = bytes.fromhex("890548656c6c6f")
    assert parse_frames(HELLO + ping + HELLO) == ([(TEXT, b"Hello"), (PING, b"Hello"), (TEXT, b"Hello")], b"")


@pytest.mark.parametrize("whole", [HELLO, bytes.fromhex("817e0100") + b"x" * 256])
def test_an_incomplete_frame_is_kept_until_the_rest_arrives(whole):
    for cut in range(len(whole)):
        assert parse_frames(whole[:cut]) == ([], whole[:cut])


def test_a_fragmented_message_is_an_error():
    with pytest.raises(ConnectionLost):
        parse_frames(bytes.fromhex("010348656c"))
