"""The house's own check of a transcript: what standalone/verify.py asks, asked with the house's own code."""

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.engine.cards import RANKS, card, text, texts
from game.engine.scoring import score_hand
from game.engine.state import Counting, Ended, Rules, Seat
from game.engine.transcript import header
from game.evidence.document import DIGEST, MARK, ZEROS, Cut, Deal, Hands, Play, Transcript, from_file
from game.evidence.verdict import Status, Verdict
from rng import commitment
from rng.deal import deal_six


def verify(file: bytes) -> Verdict:
    """Whether a transcript, as it was downloaded, is true."""
    digests = list(DIGEST.finditer(file))
    if MARK not in file and not digests:
        return Verdict(Status.UNREADABLE, ("This is no transcript of Every Other.",))
    if len(digests) != 1:
        return Verdict(Status.FALSE, ("The file was changed: its digest is not well-formed.",))
    (digest,) = digests
    blank = b"%b%b%b" % (file[: digest.start(1)], ZEROS.encode(), file[digest.end(1) :])
    if not hmac.compare_digest(hashlib.sha256(blank).hexdigest().encode(), digest[1]):
        says = "The file was changed since it was written: its digest does not fit."
        return Verdict(Status.FALSE, (says,))
    try:
        told = from_file(file)
    except ValueError as fault:
        return Verdict(Status.UNREADABLE, (str(fault),))
    found = tuple(faults(told))
    numbers = tuple(deal.number for deal in told.deals)
    status = Status.FALSE if found else Status.TRUE
    return Verdict(status, found, told.game, told.table_code, numbers)


def faults(told: Transcript) -> Iterator[str]:
    """Every fault of a transcript, in the order the game was made, dealt and played."""
    yield from _setup_faults(told)
    yield from _deck_faults(told)
    yield from _table_faults(told)
    yield from _end_faults(told)


def _setup_faults(told: Transcript) -> Iterator[str]:
    fair = told.fair
    if fair.game != told.game:
        yield "The deal's protocol is that of another game."
    yield from commitment.params_faults(fair.game, fair.params)
    yield from _agreed_faults(told)
    yield from commitment.secret_faults(fair.game, _bytes(fair.commitments), _bytes(fair.secrets))
    yield from commitment.link_faults(fair.game, bytes.fromhex(fair.tip), _links(told))
    ctx = _context(told)
    if told.table_code != (None if ctx is None else commitment.table_code(ctx)):
        yield "The table code is not that of this game."


def _agreed_faults(told: Transcript) -> Iterator[str]:
    """Whether players and rules are those that the server committed to."""
    try:
        params = json.loads(told.fair.params)
    except (ValueError, RecursionError):
        return
    if not isinstance(params, dict):
        return
    bots = [seat for seat, player in enumerate(told.players) if player.bot]
    if not _alike(params, {"players": [player.id for player in told.players], "bots": bots}):
        yield "The params name other players."
    rules, first = {"target": told.rules.target, "counting": told.rules.counting}, told.rules.first_dealer
    # A game that was made before there were clocks names none.
    ways = [rules | {"clock": told.clock}] + [rules] * (told.clock == "none")
    if not any(_alike(params, {"rules": way, "first_dealer": first}) for way in ways):
        yield "The params name other rules."


def _alike(params: Mapping[str, Any], said: Mapping[str, Any]) -> bool:
    # Compared as they are written: to Python 1 and True are the same.
    return all(
        name in params and json.dumps(params[name], sort_keys=True) == json.dumps(value, sort_keys=True)
        for name, value in said.items()
    )


def _deck_faults(told: Transcript) -> Iterator[str]:
    links, ctx = _links(told), _context(told)
    secrets = [secret for secret in _bytes(told.fair.secrets) if secret is not None]
    listed = [deal.number for deal in told.deals]
    for deal in told.deals:
        number = deal.number
        if number not in links:
            yield f"Deal {number} has a deck but no link."
        elif ctx is None or len(secrets) < 2:
            yield f"Deal {number} has a deck, but not both seats had shown their secrets."
        else:
            key = commitment.deal_key(ctx, number, links[number], *secrets)
            if deal.key != key.hex():
                yield f"The key of deal {number} is another."
            yield from commitment.deck_faults(number, key, [card(each) for each in deal.deck])
    for number in sorted(links):
        if number and number not in listed:
            yield f"The link of deal {number} is shown, but the deal is missing."
    if listed != sorted(set(listed)):
        yield "The deals are not in their order."


def _table_faults(told: Transcript) -> Iterator[str]:
    """Whether what lay on the table came from the decks, and from the hands that held it."""
    cuts = [(deal, deal.cut) for deal in told.deals if deal.cut is not None]
    first: int | None = told.rules.first_dealer
    if first is not None and cuts:
        yield "There was a cut for deal, though the first dealer was named."
    if first is None and cuts:
        first = cuts[0][1].dealer
    for deal, cut in cuts:
        yield from _cut_faults(deal, cut)
    played = _by_deal(told)
    if [number for number, *_ in played] != [deal.number for deal in told.deals]:
        yield "The moves on record tell of other deals."
    on_record = {number: (throws, plays) for number, throws, plays in played}
    for deal in told.deals:
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


def _by_deal(told: Transcript) -> list[tuple[int, Throws, list[Play]]]:
    """The throws and the cards played of every deal, as the moves on record have them."""
    dealt = {deal.number: deal.hands.dealt for deal in told.deals if deal.hands is not None}
    found: list[tuple[int, Throws, list[Play]]] = []
    for move in told.moves:
        who, what = move.move[0], move.move[1:]
        if who == "#":
            found.append((int(what), [None, None], []))
        elif who in "ab" and found:
            number, throws, plays = found[-1]
            seat = Seat("ab".index(who))
            if what.isdigit():
                if number in dealt:
                    one, other = (dealt[number][seat][int(place) - 1] for place in what)
                    throws[seat] = (one, other)
            elif what == "-go" or what[0] not in "-=+":
                plays.append(Play(seat.value, None if what == "-go" else what))
    return found


def _end_faults(told: Transcript) -> Iterator[str]:
    """Whether the game came out as it is said to."""
    words, result, rules = [move.move for move in told.moves], told.result, _rules(told)
    if told.line != " ".join((header(rules), *words)):
        yield "The line does not tell the same rules and moves."
    scores = (0, 0)
    for deal in told.deals:
        if deal.hands is not None:
            after = deal.hands.scores
            if any(after[seat] < scores[seat] or after[seat] > rules.target for seat in Seat):
                yield f"Deal {deal.number}: a score went back, or past {rules.target}."
            scores = after
    if (result is None) != (told.finished_at is None):
        yield "The game has a result and no end, or an end and no result."
    if result is None:
        if told.bot_stream is not None:
            yield "A bot's secret is shown of a game that goes on."
        return
    if result.scores != scores:
        yield "The final scores are not those after the last deal."
    if (result.winner, result.value, result.ended) != _outcome(words, scores, rules):
        yield "The result does not follow from the last move and the scores."


GIVEN_UP = {"-resign": Ended.RESIGNED, "-flag": Ended.FLAG, "-left": Ended.LEFT}


def _outcome(
    words: Sequence[str], scores: tuple[int, int], rules: Rules
) -> tuple[int | None, int, str] | None:
    """Who has won, how much it is worth, and how it ended; none if it has not."""
    last = words[-1] if words else ""
    if last in ("-void", "-unshown"):
        return None, 0, Ended.VOID.value
    if how := GIVEN_UP.get(last[1:]):
        return Seat("ab".index(last[0])).other, 1, how.value
    if scores.count(rules.target) != 1:
        return None
    winner = Seat(scores.index(rules.target))
    return winner, rules.value(scores[winner.other]), Ended.PLAYED.value


def _rules(told: Transcript) -> Rules:
    first = told.rules.first_dealer
    return Rules(told.rules.target, Counting(told.rules.counting), None if first is None else Seat(first))


def _context(told: Transcript) -> bytes | None:
    c0, c1 = _bytes(told.fair.commitments)
    if c0 is None or c1 is None:
        return None
    return commitment.context(told.fair.params, bytes.fromhex(told.fair.tip), c0, c1)


def _links(told: Transcript) -> dict[int, bytes]:
    return {int(number): bytes.fromhex(link) for number, link in told.fair.links.items()}


def _bytes(halves: Sequence[str | None]) -> list[bytes | None]:
    return [None if half is None else bytes.fromhex(half) for half in halves]
