"""Commitments hold: every change of a committed value is detected."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rng import commitment
from rng.commitment import Record, parse_record, verify
from rng.deal import deck

SECRETS = st.binary(min_size=32, max_size=32)
IDS = st.text("abcdefgh23456789", min_size=1, max_size=12)
OTHER = bytes(31) + b"\xff"


def record_of(
    game: str, x0: bytes, secrets: tuple[bytes, bytes], deals: int = 4, version: str = "cribfair/1"
) -> Record:
    """Return a complete valid record."""
    params = commitment.canonical_json({"version": version, "game": game, "target": 121})
    tip = commitment.chain_tip(game, x0)
    c0, c1 = (commitment.seat_commitment(game, seat, secrets[seat]) for seat in (0, 1))
    ctx = commitment.context(params, tip, c0, c1)
    links = {d: commitment.link(game, x0, d) for d in range(deals)}
    decks = {d: deck(commitment.deal_key(ctx, d, link, *secrets)) for d, link in links.items()}
    return Record(version, game, params, tip, (c0, c1), secrets, links, decks)


RECORDS = st.builds(
    record_of,
    IDS,
    SECRETS,
    st.tuples(SECRETS, SECRETS),
    st.integers(1, 5),
    st.sampled_from(commitment.VERSIONS),
)
TRUE = record_of("g1", bytes(32), (b"\x01" * 32, b"\x02" * 32))


@given(RECORDS)
@settings(deadline=None)
def test_a_valid_record_verifies(record: Record) -> None:
    assert verify(record) is None


@given(IDS, SECRETS, st.integers(1, 255))
@settings(deadline=None)
def test_every_link_follows_from_the_one_before(game: str, x0: bytes, d: int) -> None:
    link, before = commitment.link(game, x0, d), commitment.link(game, x0, d - 1)
    assert commitment.follows(game, link, before)
    assert not commitment.follows(game, before, link)
    assert not commitment.follows(game + "x", link, before)


@given(IDS, SECRETS)
@settings(deadline=None)
def test_the_first_link_follows_from_the_tip_and_the_last_is_the_secret(game: str, x0: bytes) -> None:
    assert commitment.follows(game, commitment.link(game, x0, 0), commitment.chain_tip(game, x0))
    assert commitment.link(game, x0, 255) == x0


def test_a_chain_walked_once_has_the_links_of_a_chain_walked_again_and_again() -> None:
    chain = commitment.Chain("g1", OTHER)
    assert [chain.link(d) for d in (255, 0, 100, 0)] == [
        commitment.link("g1", OTHER, d) for d in (255, 0, 100, 0)
    ]
    for d in range(1, 256):
        assert commitment.follows("g1", chain.link(d), chain.link(d - 1))


def test_a_chain_answers_a_link_it_knows_without_hashing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = commitment.Chain("g1", OTHER)
    known = chain.link(7)
    monkeypatch.delattr(commitment, "hash_along")
    assert chain.link(7) == known


def test_a_chain_is_hashed_less_than_once_in_all_and_an_early_link_takes_a_few_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps: list[int] = []

    def counted(what: str, game: bytes, x: bytes, number: int) -> bytes:
        steps.append(number)
        return x

    monkeypatch.setattr(commitment, "hash_along", counted)
    chain = commitment.Chain("g1", OTHER)
    assert sum(steps) < commitment.LINKS
    for d in range(commitment.Chain.NEAR):
        steps.clear()
        chain.link(d)
        assert sum(steps) < commitment.Chain.NEAR


def flipped(part: bytes, bit: int) -> bytes:
    """Return the part with one bit changed."""
    return (int.from_bytes(part, "big") ^ 1 << bit).to_bytes(len(part), "big")


@given(RECORDS, st.data())
@settings(deadline=None)
def test_one_changed_bit_anywhere_is_detected(record: Record, data: st.DataObject) -> None:
    bit = data.draw(st.integers(0, 255), "bit")
    d = data.draw(st.sampled_from(sorted(record.links)), "deal")
    (s0, s1), (c0, c1) = record.secrets, record.commitments
    for forged in (
        replace(record, tip=flipped(record.tip, bit)),
        replace(record, secrets=(flipped(s0, bit), s1)),
        replace(record, secrets=(s0, flipped(s1, bit))),
        replace(record, commitments=(flipped(c0, bit), c1)),
        replace(record, commitments=(c0, flipped(c1, bit))),
        replace(record, links={**record.links, d: flipped(record.links[d], bit)}),
        replace(record, game=record.game + "x"),
        replace(record, params=record.params.replace("121", "61")),
    ):
        assert verify(forged) is not None


@given(RECORDS, st.data())
@settings(deadline=None)
def test_two_cards_exchanged_in_a_deck_are_found(record: Record, data: st.DataObject) -> None:
    d = data.draw(st.sampled_from(sorted(record.decks)), "deal")
    i, j = data.draw(st.lists(st.integers(0, 51), min_size=2, max_size=2, unique=True), "places")
    cards = list(record.decks[d])
    cards[i], cards[j] = cards[j], cards[i]
    fault = verify(replace(record, decks={**record.decks, d: cards}))
    assert fault is not None
    assert fault.startswith(f"Deal {d}: card {min(i, j) + 1} ")


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        (replace(TRUE, secrets=(TRUE.secrets[0], OTHER)), "Seat 1's secret is not the one it committed to."),
        (replace(TRUE, tip=OTHER), "The link of deal 0 does not follow from the one before."),
        (
            replace(TRUE, links={**TRUE.links, 2: OTHER}),
            "The link of deal 2 does not follow from the one before.",
        ),
        (replace(TRUE, links={d: TRUE.links[d] for d in (0, 1, 3)}), "The link of deal 2 is missing."),
        (replace(TRUE, links={}), "Deal 0 has a deck but no link."),
        (replace(TRUE, decks={1: range(51)}), "The deck of deal 1 has 51 cards."),
        (replace(TRUE, params='{"game":"g2","version":"cribfair/1"}'), "The params belong to another game."),
        (replace(TRUE, params='{"game":"g1","version":"2"}'), "The params do not name cribfair/1."),
        (replace(TRUE, params="[]"), "The params cannot be read."),
    ],
)
def test_the_first_fault_is_a_sentence(forged: Record, says: str) -> None:
    assert verify(forged) == says


def test_a_secret_that_is_not_shown_is_no_fault() -> None:
    c0, c1 = TRUE.commitments
    s0, s1 = TRUE.secrets
    for shown in ((None, None), (s0, None), (None, s1)):
        assert list(commitment.secret_faults(TRUE.game, (c0, c1), shown)) == []
    assert list(commitment.secret_faults(TRUE.game, (c0, c1), (None, OTHER))) == [
        "Seat 1's secret is not the one it committed to."
    ]


def fair_table(**changes: Any) -> dict[str, Any]:
    """Return TRUE as the `fair` table of docs/reference/protocol.md."""
    table = {
        "version": "cribfair/1",
        "game": TRUE.game,
        "params": TRUE.params,
        "tip": TRUE.tip.hex(),
        "commitments": [c.hex() for c in TRUE.commitments],
        "secrets": [secret.hex() for secret in TRUE.secrets],
        "links": {str(d): link.hex() for d, link in TRUE.links.items()},
    }
    return table | changes


def test_a_record_is_parsed_from_the_tables_data() -> None:
    assert parse_record(fair_table(), TRUE.decks) == TRUE


@pytest.mark.parametrize(
    "changes",
    [
        {"version": "cribfair/3"},
        {"tip": "tip"},
        {"tip": None},
        {"params": {}},
        {"secrets": [None, None]},
        {"secrets": ["00" * 32]},
        {"commitments": 1},
        {"links": {"256": "00" * 32}},
        {"links": {"one": "00" * 32}},
        {"links": []},
        {"game": "g♥"},
    ],
)
def test_an_invalid_record_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be|is not|is 0"):
        parse_record(fair_table(**changes))


def test_a_records_repr_contains_no_secrets() -> None:
    assert TRUE.secrets[0].hex() not in repr(TRUE)
    assert repr(TRUE.secrets[0]) not in repr(TRUE)
    assert "links" not in repr(TRUE)
    assert "decks" not in repr(TRUE)


def test_a_record_has_no_decks_unless_they_are_given() -> None:
    assert parse_record(fair_table()).decks == {}
    fields = (TRUE.version, TRUE.game, TRUE.params, TRUE.tip, TRUE.commitments, TRUE.secrets, TRUE.links)
    assert Record(*fields).decks == {}


SHORT = bytes(31)
FULL = bytes(32)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: commitment.chain_tip("g", SHORT),
        lambda: commitment.Chain("g", SHORT),
        lambda: commitment.Chain("g", FULL).link(256),
        lambda: commitment.Chain("g", FULL).link(-1),
        lambda: commitment.link("g", FULL, 256),
        lambda: commitment.link("g", FULL, -1),
        lambda: commitment.link("g♥", FULL, 0),
        lambda: commitment.follows("g", SHORT, FULL),
        lambda: commitment.seat_commitment("g", 2, FULL),
        lambda: commitment.seat_commitment("g", 0, SHORT),
        lambda: commitment.context("{}", FULL, SHORT, FULL),
        lambda: commitment.context('"♥"', FULL, FULL, FULL),
        lambda: commitment.table_code("cribfair/1", SHORT),
        lambda: commitment.table_code("cribfair/2", FULL, (FULL, SHORT)),
        lambda: commitment.deal_key(SHORT, 1, FULL, FULL, FULL),
        lambda: commitment.deal_key(FULL, 256, FULL, FULL, FULL),
        lambda: commitment.deal_key(FULL, 1, FULL, FULL, SHORT),
    ],
)
def test_wrong_lengths_and_numbers_are_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"must be|is 0"):
        wrong()


@given(st.dictionaries(st.text(), st.integers() | st.text() | st.lists(st.text())))
def test_params_are_ascii_and_do_not_depend_on_their_order(params: dict[str, Any]) -> None:
    text = commitment.canonical_json(params)
    assert text.isascii()
    assert text == commitment.canonical_json(dict(reversed(params.items())))


def test_canonical_json_is_sorted_ascii_without_spaces() -> None:
    assert commitment.canonical_json({"b": [1, {"d": 2, "c": 3}], "a": "♥"}) == (
        '{"a":"\\u2665","b":[1,{"c":3,"d":2}]}'
    )


def test_canonical_json_has_no_number_that_json_lacks() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        commitment.canonical_json({"a": float("nan")})


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ('{"a":[1,true,null],"b":"\\u2665"}', True),
        ("[9007199254740991,-9007199254740991]", True),
        ("[9007199254740992]", False),
        ("[-9007199254740992]", False),
        ("[1.5]", False),
        ("[1e3]", False),
        ("[NaN]", False),
        ('{"a": 1}', False),
        ('{"b":1,"a":2}', False),
        ('{"a":"♥"}', False),
        ("{", False),
        ("[" * 100_000, False),
    ],
)
def test_only_one_spelling_with_whole_numbers_is_canonical(text: str, canonical: bool) -> None:
    assert commitment.is_canonical(text) is canonical


def test_params_with_a_constant_that_json_lacks_cannot_be_read() -> None:
    assert commitment.parse_params('{"a":1.5}') == {"a": 1.5}
    for text in ('{"a":NaN}', '{"a":Infinity}', '"a"', "[" * 100_000):
        assert commitment.parse_params(text) is None
