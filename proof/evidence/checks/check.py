"""The site's own check of a transcript.

It makes the same checks as standalone/verify.py with the site's code.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.engine.cards import RANKS, card, text, texts
from game.engine.scoring import score_hand
from game.engine.state import Ended, Rules, Seat
from game.engine.transcript import header
from proof.evidence.checks import decks
from proof.evidence.checks.decks import source_of
from proof.evidence.checks.first_dealer import unchecked
from proof.evidence.checks.line import line_faults
from proof.evidence.checks.log_proof import log_faults, logged_by
from proof.evidence.checks.params import params_faults
from proof.evidence.checks.receipts import has_all_receipts, receipt_faults, signer_of
from proof.evidence.checks.seat_signatures import count_moves, signature_faults
from proof.evidence.checks.verdict import Status, Verdict
from proof.evidence.document import (
    DIGEST,
    MARK,
    AnyTranscript,
    Cut,
    Deal,
    Hands,
    Play,
    SharedTranscript,
    SignedTranscript,
    Transcript,
    find_digest_fault,
    from_file,
)
from rng import commitment
from rng.deal import deal_six

# The beginning of a .crib (docs/reference/crib.md), which has no proof.
CRIB = b'[Format "every-other/crib/'
NO_PROOF = (
    "This is a .crib: it has the cards and moves of a game, and nothing that was committed to or signed. "
    "Check the transcript of that game."
)


def verify(file: bytes) -> Verdict:
    """Verify a downloaded transcript."""
    if file.startswith(CRIB):
        return Verdict(Status.UNREADABLE, (NO_PROOF,))
    if MARK not in file and not DIGEST.search(file):
        return Verdict(Status.UNREADABLE, ("This is no transcript of Every Other.",))
    if fault := find_digest_fault(file):
        return Verdict(Status.FALSE, (fault,))
    try:
        document = from_file(file)
    except ValueError as fault:
        return Verdict(Status.UNREADABLE, (str(fault),))
    problems = tuple(faults(document)) or tuple(line_faults(document))
    numbers = tuple(deal.number for deal in document.deals)
    status = Status.FALSE if problems else Status.TRUE
    found = Verdict(status, problems, document.game, document.table_code, numbers)
    if isinstance(document, SignedTranscript):
        signed_by, log = _signed_by(document), logged_by(document)
        found = replace(found, signed_by=signed_by, logged_by=log, moves=count_moves(document))
        return found if problems else replace(found, unchecked=unchecked(document))
    return found


def _signed_by(transcript: SignedTranscript) -> str | None:
    """Return the key that signed the receipts of every person at the table, or None."""
    verifier = signer_of(transcript) if has_all_receipts(transcript) else None
    return verifier.verifier_key if verifier else None


def faults(transcript: AnyTranscript) -> Iterator[str]:
    """Yield every fault of a transcript, in the order in which a game is set up, dealt and played."""
    yield from _setup_faults(transcript)
    yield from _deck_faults(transcript)
    yield from _table_faults(transcript)
    yield from _end_faults(transcript)
    if isinstance(transcript, SignedTranscript):
        yield from receipt_faults(transcript)
        yield from signature_faults(transcript)
        yield from log_faults(transcript)


def _setup_faults(transcript: AnyTranscript) -> Iterator[str]:
    fair = transcript.fair
    if fair.game != transcript.game:
        yield "The deal's protocol is that of another game."
    yield from params_faults(transcript)
    yield from commitment.secret_faults(fair.game, _from_hex(fair.commitments), _from_hex(fair.secrets))
    yield from _link_faults(transcript)
    ctx = _context(transcript)
    if transcript.table_code != commitment.table_code(fair.version, ctx, _from_hex(fair.secrets)):
        yield "The table code is not that of this game."


def _link_faults(transcript: AnyTranscript) -> Iterator[str]:
    tip, links = bytes.fromhex(transcript.fair.tip), _links(transcript)
    if not isinstance(transcript, SharedTranscript):
        yield from commitment.link_faults(transcript.fair.game, tip, links)
    elif source := source_of(transcript):
        yield from decks.source_link_faults(source, tip, links)


def _key(transcript: AnyTranscript, number: int, link: bytes) -> bytes | None:
    """Return the key that a deal is shuffled with, or None if the game does not name its decks."""
    if isinstance(transcript, SharedTranscript):
        source = source_of(transcript)
        return decks.deal_key_by(source, number, link) if source else None
    ctx = _context(transcript)
    assert ctx is not None
    secrets = [secret for secret in _from_hex(transcript.fair.secrets) if secret is not None]
    return commitment.deal_key(ctx, number, link, *secrets)


def _deck_faults(transcript: AnyTranscript) -> Iterator[str]:
    links, ctx = _links(transcript), _context(transcript)
    secrets = [secret for secret in _from_hex(transcript.fair.secrets) if secret is not None]
    listed = [deal.number for deal in transcript.deals]
    for deal in transcript.deals:
        number = deal.number
        if number not in links:
            yield f"Deal {number} has a deck but no link."
        elif ctx is None or len(secrets) < 2:
            yield f"Deal {number} has a deck, but not both seats had shown their secrets."
        else:
            key = _key(transcript, number, links[number])
            if key is None:
                continue
            if deal.key != key.hex():
                yield f"The key of deal {number} is another."
            yield from commitment.deck_faults(number, key, [card(each) for each in deal.deck])
    for number in sorted(links):
        if number and number not in listed:
            yield f"The link of deal {number} is shown, but the deal is missing."
    if listed != sorted(set(listed)):
        yield "The deals are not in their order."


def _table_faults(transcript: Transcript) -> Iterator[str]:
    """Check that the cards on the table came from the decks, and from the hands that held them."""
    cuts = [(deal, deal.cut) for deal in transcript.deals if deal.cut is not None]
    first: int | None = transcript.rules.first_dealer
    if first is not None and cuts:
        yield "There was a cut for deal, though the first dealer was named."
    if first is None and cuts:
        first = cuts[0][1].dealer
    for deal, cut in cuts:
        yield from _cut_faults(deal, cut)
    played = _moves_by_deal(transcript)
    if [number for number, *_ in played] != [deal.number for deal in transcript.deals]:
        yield "The moves on record tell of other deals."
    on_record = {number: (throws, plays) for number, throws, plays in played}
    for deal in transcript.deals:
        if deal.hands is None:
            continue
        if first is None:
            yield f"Deal {deal.number}: nobody cut to deal first, and nobody was named."
        elif deal.hands.dealer != (first + deal.number - 1) % 2:
            yield f"Deal {deal.number}: it was the other seat's turn to deal."
        for fault in _hands_faults(deal, deal.hands):
            yield f"Deal {deal.number}: {fault}"
        if on_record.get(deal.number) != ([*deal.hands.throws], [*deal.hands.plays]):
            yield f"Deal {deal.number}: the moves on record tell of other throws or cards."


def _cut_faults(deal: Deal, cut: Cut) -> Iterator[str]:
    pairs = list(zip(deal.deck[::2], deal.deck[1::2], strict=True))
    decided = next((n for n, (one, other) in enumerate(pairs) if one[0] != other[0]), len(pairs) - 1)
    one, other = (RANKS.index(each[0]) for each in pairs[decided])
    if list(cut.cards) != pairs[: decided + 1]:
        yield "The cut for deal does not show the first cards of its deck."
    if cut.dealer != int(one > other):
        yield "The lower card should have dealt first, and did not."


def _hands_faults(deal: Deal, hands: Hands) -> Iterator[str]:
    dealer, pone = Seat(hands.dealer), Seat(hands.dealer).other
    six = deal_six([card(each) for each in deal.deck])
    for seat in Seat:
        if hands.dealt[seat] != texts(six.dealer if seat is dealer else six.pone):
            yield f"seat {seat} was not given every other card of the deck."
    for seat in Seat:
        throw = hands.throws[seat]
        if throw is not None and (throw[0] == throw[1] or not {*throw} <= {*hands.dealt[seat]}):
            yield f"seat {seat} threw cards it did not hold."
    to_pone, to_dealer = hands.throws[pone], hands.throws[dealer]
    crib = None if to_pone is None or to_dealer is None else to_pone + to_dealer
    if hands.starter != (None if crib is None else text(six.starter)):
        yield "the starter is not the thirteenth card of the deck, turned once both have thrown."
    kept = [
        tuple(each for each in dealt if crib and each not in (hands.throws[seat] or ()))
        for seat, dealt in enumerate(hands.dealt)
    ]
    held = [list(four) for four in kept]
    for play in hands.plays:
        if play.card in held[play.seat]:
            held[play.seat].remove(play.card)
        elif play.card is not None:
            yield f"seat {play.seat} played {play.card}, which it did not hold."
    if hands.counts and (any(held) or crib is None):
        yield "hands were counted before all cards were played."
    order = ((pone, "hand", kept[pone]), (dealer, "hand", kept[dealer]), (dealer, "crib", crib or ()))
    for count, (seat, what, had) in zip(hands.counts, order, strict=False):
        if (count.seat, count.what, count.cards) != (seat, what, had):
            yield f"the {count.what} seat {count.seat} counted is not the one that was to be counted."
        elif hands.starter is not None and len({*had, hands.starter}) == 5:
            worth = score_hand([card(each) for each in had], card(hands.starter), what == "crib").total
            if count.points != worth:
                yield f"the {what} of seat {seat} is worth {worth}, not {count.points}."


Throws = list[tuple[str, str] | None]


def _moves_by_deal(transcript: Transcript) -> list[tuple[int, Throws, list[Play]]]:
    """Return the discards and the played cards of every deal, from the recorded moves."""
    dealt = {deal.number: deal.hands.dealt for deal in transcript.deals if deal.hands is not None}
    deals: list[tuple[int, Throws, list[Play]]] = []
    for move in transcript.moves:
        prefix, body = move.move[0], move.move[1:]
        if prefix == "#":
            deals.append((int(body), [None, None], []))
        elif prefix in "ab" and deals:
            number, throws, plays = deals[-1]
            seat = Seat("ab".index(prefix))
            if body.isdigit():
                if number in dealt:
                    one, other = (dealt[number][seat][int(place) - 1] for place in body)
                    throws[seat] = (one, other)
            elif body == "-go" or body[0] not in "-=+":
                plays.append(Play(seat.value, None if body == "-go" else body))
    return deals


def _end_faults(transcript: Transcript) -> Iterator[str]:
    """Check that the game ended as the file says."""
    words, result = [move.move for move in transcript.moves], transcript.result
    rules = transcript.rules.of_engine
    if transcript.line != " ".join((header(rules), *words)):
        yield "The line does not tell the same rules and moves."
    scores = rules.start
    for deal in transcript.deals:
        if deal.hands is not None:
            after = deal.hands.scores
            if any(after[seat] < scores[seat] or after[seat] > rules.target for seat in Seat):
                yield f"Deal {deal.number}: a score went back, or past {rules.target}."
            scores = after
    if (result is None) != (transcript.finished_at is None):
        yield "The game has a result and no end, or an end and no result."
    if result is None:
        if transcript.bot_stream is not None:
            yield "A bot's secret is shown of a game that goes on."
        return
    if result.scores != scores:
        yield "The final scores are not those after the last deal."
    if (result.winner, result.value, result.ended) != _outcome(words, scores, rules):
        yield "The result does not follow from the last move and the scores."


GIVEN_UP = {"-resign": Ended.RESIGNED, "-flag": Ended.FLAG, "-left": Ended.LEFT}


def _outcome(
    tokens: Sequence[str], scores: tuple[int, int], rules: Rules
) -> tuple[int | None, int, str] | None:
    """Return the winner, the value, and how the game ended, or None if it has not ended."""
    last = tokens[-1] if tokens else ""
    if last in ("-void", "-unshown"):
        return None, 0, Ended.VOID.value
    if how := GIVEN_UP.get(last[1:]):
        return Seat("ab".index(last[0])).other, 1, how.value
    if scores.count(rules.target) != 1:
        return None
    winner = Seat(scores.index(rules.target))
    return winner, rules.value(scores[winner.other]), Ended.PLAYED.value


def _context(transcript: Transcript) -> bytes | None:
    c0, c1 = _from_hex(transcript.fair.commitments)
    if c0 is None or c1 is None:
        return None
    return commitment.context(transcript.fair.params, bytes.fromhex(transcript.fair.tip), c0, c1)


def _links(transcript: Transcript) -> dict[int, bytes]:
    return {int(number): bytes.fromhex(link) for number, link in transcript.fair.links.items()}


def _from_hex(halves: Sequence[str | None]) -> list[bytes | None]:
    return [None if part is None else bytes.fromhex(part) for part in halves]
