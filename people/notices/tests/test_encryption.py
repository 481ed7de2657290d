"""Push messages are encrypted as in RFC 8291, byte for byte, and signed as in RFC 8292."""

import json

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from common.formats.base64url import from_base64url, to_base64url
from people.notices.push import vapid
from people.notices.push.encryption import MAX_PLAINTEXT, derive_keys, encrypt, encrypt_with, load_public_key
from tests.worlds.push_server import decrypt

# RFC 8291, section 5 and appendix A.
PLAINTEXT = "V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24"
SENDER_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SENDER_PUBLIC = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
RECEIVER_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
RECEIVER_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SHARED = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"
KEY = "oIhVW04MRdy2XN9CiKLxTg"
NONCE = "4h_95klXJ5E_qnoN"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)

# RFC 8292, section 2.4.
TOKEN = (
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsI"
    "nN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtm"
    "ysazNjjvW2L9OkSSHzvoD1oA"
)
# Made by this site before it used py-vapid.
KEY_PAIR = vapid.KeyPair(
    "iC6ZyILwPmhDIXtpmCInLWKVuPaOHqI4xrPgCRH2sHs",
    "BEFKQeEXI_xyZOYeideUQAtXG-gdF5JQq_JLtl5Ww1cKtegDwJwKa3G3XNlbcaNBAUmcF4EFK7RlHf1Z7SI3L94",
)
TOKEN_OF_EARLIER = (
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZSIsImV4cCI6MjAwMDAwMDAwMCwic3ViIjoi"
    "bWFpbHRvOmhvc3RAY2FyZHMuZXhhbXBsZSJ9.OURhdarxIonS4fkSbGO88rsvEiSs1e1jQ2prMyzPL-644uOwxtXPl4M5H9GOyVDtpWZVUQyN"
    "-CVN4Z6Ghyfdcg"
)
TOKEN_KEY = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"


def test_example_of_the_standard_is_reproduced_byte_for_byte():
    sender = vapid.load_private_key(SENDER_PRIVATE)
    assert to_base64url(vapid.public_bytes(sender)) == SENDER_PUBLIC
    body = encrypt_with(
        from_base64url(PLAINTEXT),
        from_base64url(RECEIVER_PUBLIC),
        from_base64url(AUTH),
        sender,
        from_base64url(SALT),
    )
    assert to_base64url(body) == BODY


def test_intermediate_values_match_the_standard():
    receiver = load_public_key(from_base64url(RECEIVER_PUBLIC))
    shared = vapid.load_private_key(SENDER_PRIVATE).exchange(ECDH(), receiver)
    assert to_base64url(shared) == SHARED
    key, nonce = derive_keys(
        shared,
        from_base64url(AUTH),
        from_base64url(SALT),
        receiver=from_base64url(RECEIVER_PUBLIC),
        sender=from_base64url(SENDER_PUBLIC),
    )
    assert (to_base64url(key), to_base64url(nonce)) == (KEY, NONCE)


def test_decryption_of_the_standards_example():
    receiver = vapid.load_private_key(RECEIVER_PRIVATE)
    assert decrypt(from_base64url(BODY), receiver, from_base64url(AUTH)) == from_base64url(PLAINTEXT)


@pytest.mark.parametrize("length", [0, 1, 100, MAX_PLAINTEXT])
def test_only_the_addressed_browser_can_decrypt_a_message(length: int):
    browser, other = generate_private_key(SECP256R1()), generate_private_key(SECP256R1())
    auth = bytes(range(16))
    message = b"x" * length
    body = encrypt(message, vapid.public_bytes(browser), auth)
    assert len(body) <= 4096
    assert decrypt(body, browser, auth) == message
    for key, secret in ((other, auth), (browser, bytes(16))):
        with pytest.raises(InvalidTag):
            decrypt(body, key, secret)


def test_all_messages_differ():
    browser = vapid.public_bytes(generate_private_key(SECP256R1()))
    assert encrypt(b"the same", browser, bytes(16)) != encrypt(b"the same", browser, bytes(16))


def test_message_that_is_too_long_is_refused():
    browser = vapid.public_bytes(generate_private_key(SECP256R1()))
    with pytest.raises(ValueError, match="at most"):
        encrypt(b"x" * (MAX_PLAINTEXT + 1), browser, bytes(16))


@pytest.mark.parametrize(
    "point", [b"", b"\x04" + bytes(64), b"\x04" + b"\xff" * 64, from_base64url(RECEIVER_PUBLIC)[:-1]]
)
def test_point_off_the_curve_is_no_key(point: bytes):
    with pytest.raises(ValueError):  # noqa: PT011 - whatever the library says
        load_public_key(point)


def test_a_compressed_point_is_no_key_of_a_browser():
    numbers = load_public_key(from_base64url(RECEIVER_PUBLIC)).public_numbers()
    with pytest.raises(ValueError, match="uncompressed"):
        load_public_key(bytes([2 + numbers.y % 2]) + numbers.x.to_bytes(32))


def signed_parts(token: str) -> tuple[bytes, bytes]:
    """Return the signed parts of a token, and its signature in the library's form."""
    signed, _, signature = token.rpartition(".")
    raw = from_base64url(signature)
    return signed.encode(), encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))


def verify(token: str, public_key: str) -> None:
    point = from_base64url(public_key)
    key = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    signed, signature = signed_parts(token)
    key.verify(signature, signed, ECDSA(SHA256()))


def test_token_of_the_standard_has_our_form_and_verifies_like_ours(settings, monkeypatch):
    settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT = KEY_PAIR.private, "mailto:push@example.com"
    monkeypatch.setattr(vapid.clock, "seconds", lambda: 1453523768 - vapid.TOKEN_SECONDS)
    token, _ = vapid.authorization("https://push.example.net/send").removeprefix("vapid t=").split(", k=")
    assert token.rpartition(".")[0] == TOKEN.rpartition(".")[0]
    verify(TOKEN, TOKEN_KEY)
    verify(token, KEY_PAIR.public)
    with pytest.raises(InvalidSignature):
        verify(token, TOKEN_KEY)


def test_key_pair_of_earlier_releases_keeps_its_subscriptions(settings):
    """Browsers subscribe with the public key: a different key would invalidate all subscriptions."""
    settings.VAPID_PRIVATE_KEY = KEY_PAIR.private
    assert vapid.public_key() == KEY_PAIR.public
    verify(TOKEN_OF_EARLIER, KEY_PAIR.public)


def test_a_token_is_for_one_push_service_and_for_less_than_a_day(settings, later):
    pair = vapid.make_key_pair()
    settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT = pair.private, "mailto:host@cards.example"
    header = vapid.authorization("https://push.example:8443/send/abc?x=1")
    token, key = header.removeprefix("vapid t=").split(", k=")
    assert key == pair.public == vapid.public_key()
    verify(token, key)
    claims = json.loads(from_base64url(token.split(".")[1]))
    assert (claims["aud"], claims["sub"]) == ("https://push.example:8443", "mailto:host@cards.example")
    assert 0 < claims["exp"] - vapid.clock.seconds() < 24 * 3600


def test_without_a_key_there_is_none(settings):
    settings.VAPID_PRIVATE_KEY = ""
    assert vapid.public_key() == ""


@pytest.mark.parametrize("text", ["", "abc", "+" * 43, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRwAAA"])
def test_invalid_private_key_is_refused(text: str):
    with pytest.raises(ValueError):  # noqa: PT011 - by the library, or by us
        vapid.load_private_key(text)
