"""Check a player's receipts: whether everything that the server signed can be true at once."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from common.formats.signed_note import NoteError, Verifier, open_note, parse_verifier_key
from proof.evidence.checks.check import verify
from proof.evidence.checks.contradictions import contradictions, version_of
from proof.evidence.checks.decks import faults_beside as faults_beside_decks
from proof.evidence.checks.decks import faults_beside_game, parse_decks, verify_decks
from proof.evidence.checks.first_dealer import faults_beside_earlier, unchecked_beside
from proof.evidence.checks.kept import Case, Receipt, parse_case
from proof.evidence.checks.params import has_unknown_names
from proof.evidence.checks.verdict import Status, Verdict
from proof.evidence.document import SignedTranscript, from_file
from rng.commitment import parse_params


def verify_case(file: bytes, transcript: SignedTranscript | None = None) -> Verdict:
    """Verify the receipts of a case, and compare them with those of a transcript.

    An unsigned note proves nothing: it neither convicts the key, nor invalidates signed notes.
    """
    try:
        case = parse_case(file)
    except ValueError as fault:
        return Verdict(Status.UNREADABLE, (str(fault),))
    verifier = _signer_of(case)
    if verifier is None:
        return Verdict(Status.UNREADABLE, ("The params of the case name no key that signs.",), case.game)
    if not case.receipts:
        return Verdict(Status.UNREADABLE, ("The case has no receipts.",), case.game)
    receipts, doubts = _open_all(case.receipts, verifier)
    problems = list(contradictions(case, receipts))
    if transcript is not None:
        problems += _faults_beside(transcript, receipts, verifier)
    version = version_of(case)
    if has_unknown_names(parse_params(case.params) or {}, version):
        doubts.append(f"The params have names that {version} does not know.")
    if doubts and not problems:
        return Verdict(Status.UNREADABLE, tuple(doubts), case.game)
    status = Status.FALSE if problems else Status.TRUE
    return Verdict(
        status, tuple(problems), case.game, signed_by=verifier.verifier_key, receipts=len(receipts)
    )


def verify_evidence(
    file: bytes | None,
    case: bytes | None,
    key: str | None = None,
    decks: bytes | None = None,
    first: bytes | None = None,
    segments: Sequence[int] | None = None,
    earlier: bytes | None = None,
) -> Verdict:
    """Verify a transcript, a case, a record of decks, or the given combination of them.

    `first` is the game whose cards the transcript's game was dealt, `earlier` the game that decided who deals
    first. Anything signed by another key than the given one is false. `segments` of the decks' delay are
    computed again, or some at random.
    """
    found = Verdict(Status.TRUE)
    if file is not None:
        found = verify(file)
    if decks is not None and found.status is Status.TRUE:
        found = _verify_decks_beside(found, file, decks, segments)
    if first is not None and file is not None and found.status is Status.TRUE:
        found = _verify_beside_game(found, file, first)
    if earlier is not None and file is not None and found.status is Status.TRUE:
        found = _verify_beside_earlier(found, file, earlier)
    if case is not None and found.status is Status.TRUE:
        transcript = from_file(file) if file is not None else None
        if transcript is not None and not isinstance(transcript, SignedTranscript):
            return replace(found, status=Status.FALSE, faults=("The transcript has no receipts.",))
        beside = verify_case(case, transcript)
        found = beside if transcript is None or beside.status is not Status.TRUE else found
    if key is not None and found.status is Status.TRUE and found.signed_by != key:
        return replace(found, status=Status.FALSE, faults=("It is not signed by the key that was named.",))
    return found


def _verify_decks_beside(
    found: Verdict, file: bytes | None, decks: bytes, segments: Sequence[int] | None
) -> Verdict:
    of_decks = verify_decks(decks, segments)
    if file is None or of_decks.status is not Status.TRUE:
        return of_decks
    problems = tuple(faults_beside_decks(from_file(file), parse_decks(decks)))
    return replace(found, status=Status.FALSE, faults=problems) if problems else found


def _verify_beside_game(found: Verdict, file: bytes, first: bytes) -> Verdict:
    of_first = verify(first)
    if of_first.status is not Status.TRUE:
        return of_first
    problems = tuple(faults_beside_game(from_file(file), from_file(first)))
    return replace(found, status=Status.FALSE, faults=problems) if problems else found


def _verify_beside_earlier(found: Verdict, file: bytes, earlier: bytes) -> Verdict:
    of_earlier = verify(earlier)
    if of_earlier.status is not Status.TRUE:
        return of_earlier
    game, before = from_file(file), from_file(earlier)
    problems = tuple(faults_beside_earlier(game, before))
    if problems:
        return replace(found, status=Status.FALSE, faults=problems)
    return replace(found, unchecked=unchecked_beside(game, before))


def _faults_beside(
    transcript: SignedTranscript, receipts: Sequence[Receipt], verifier: Verifier
) -> Iterator[str]:
    """Yield where the transcript's receipts differ from the player's, as far as its game had come."""
    public, _ = _open_all([note for notes in transcript.receipts for note in notes], verifier)
    known = {(receipt.seat, receipt.step): receipt.text for receipt in public}
    for receipt in receipts:
        text = known.get((receipt.seat, receipt.step))
        if text is None:
            if transcript.result is not None:
                yield f"The transcript has no receipt {receipt.name}, which the server signed."
        elif text != receipt.text:
            yield f"The transcript has another receipt {receipt.name} than the one that the player kept."


def _open_all(notes: Sequence[str], verifier: Verifier) -> tuple[list[Receipt], list[str]]:
    """Return the signed receipts, and a sentence for each note that is not signed."""
    receipts, faults = [], []
    for n, note in enumerate(notes, start=1):
        try:
            text = open_note(note, [verifier])
        except NoteError:
            faults.append(f"Receipt {n} is not signed by {verifier.name}.")
        else:
            lines = dict(line.partition(" ")[::2] for line in text.splitlines())
            receipts.append(Receipt(text, lines))
    return receipts, faults


def _signer_of(case: Case) -> Verifier | None:
    try:
        return parse_verifier_key(str((parse_params(case.params) or {}).get("signer")))
    except NoteError:
        return None
