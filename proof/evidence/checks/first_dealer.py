"""Check the reason for a first dealer who is named instead of cut for.

The loser of the game before deals first in a rematch, the first deal alternates in a match of an event, and
otherwise the event's rules decide. Games from before the reason was recorded name none.
"""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from proof.evidence.document import END, AnyTranscript, GameId, SharedTranscript, SignedTranscript, Transcript
from rng.commitment import parse_params

NAME = "first_dealer_because"
EventId = Annotated[str, Meta(pattern=f"^[0-9A-Za-z_-]{{1,16}}{END}")]


class RematchOf(Struct, frozen=True, forbid_unknown_fields=True):
    """The loser of this game deals first."""

    rematch_of: GameId


class AlternatesWith(Struct, frozen=True, forbid_unknown_fields=True):
    """The other player dealt first in this game of the same match."""

    alternates_with: GameId


class ByEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of this event decide."""

    event: EventId


Reason = RematchOf | AlternatesWith | ByEvent
KINDS: dict[str, type[Reason]] = {
    "rematch_of": RematchOf,
    "alternates_with": AlternatesWith,
    "event": ByEvent,
}


def reason_of(transcript: AnyTranscript) -> Reason | None:
    """Return the reason that the params name, or None without a valid one."""
    try:
        named = (parse_params(transcript.fair.params) or {})[NAME]
        (kind,) = named
        return msgspec.convert(named, KINDS[kind])
    except (KeyError, TypeError, ValueError):
        return None


def earlier_game(reason: Reason | None) -> str | None:
    """Return the game that a reason rests on, if it is one."""
    if isinstance(reason, RematchOf):
        return reason.rematch_of
    return reason.alternates_with if isinstance(reason, AlternatesWith) else None


def reason_faults(transcript: SignedTranscript) -> Iterator[str]:
    """Check that a reason is valid, and that there is a named first dealer for it to explain."""
    if NAME not in (parse_params(transcript.fair.params) or {}):
        return
    reason, is_shared = reason_of(transcript), isinstance(transcript, SharedTranscript)
    is_named = transcript.rules.first_dealer is not None and not is_shared
    if reason is None or not is_named or earlier_game(reason) == transcript.game:
        yield "The params give no valid reason for the first dealer."


def unchecked(transcript: AnyTranscript) -> tuple[str, ...]:
    """Return what a transcript alone can't show: a sentence, or none."""
    reason, first = reason_of(transcript), transcript.rules.first_dealer
    match reason:
        case RematchOf(game):
            return (f"Seat {first} deals first because it lost game {game}, whose transcript is not given.",)
        case AlternatesWith(game):
            who = f"Seat {first} deals first because the other player did in game {game}"
            return (f"{who}, whose transcript is not given.",)
        case ByEvent(event):
            return (f"Seat {first} deals first by the rules of event {event}.",)
    return ()


def faults_beside_earlier(transcript: AnyTranscript, earlier: AnyTranscript) -> Iterator[str]:
    """Check the first dealer of a true game against the true game that decided it."""
    reason = reason_of(transcript)
    game = earlier_game(reason)
    if game is None:
        yield "Who deals first does not follow from another game."
        return
    if game != earlier.game:
        yield "Who deals first follows from another game than this."
        return
    first = transcript.rules.first_dealer
    assert first is not None
    seats = _seats_in(transcript, earlier)
    if isinstance(reason, RematchOf):
        if seats not in ((0, 1), None):
            yield f"Game {game} was played by others, or from other seats."
        elif earlier.result is None or earlier.result.winner != 1 - first:
            yield f"Seat {first} did not lose game {game}."
    elif seats is not None and set(seats) != {0, 1}:
        yield f"Game {game} was played by others, or from other seats."
    elif seats is not None and _first_dealer(earlier) != seats[1 - first]:
        yield f"The other player of seat {first} did not deal first in game {game}."


def unchecked_beside(transcript: AnyTranscript, earlier: AnyTranscript) -> tuple[str, ...]:
    """Return what the earlier game can't show either: a sentence, or none."""
    if _seats_in(transcript, earlier) is not None:
        return ()
    return (f"The ids of the players in game {earlier.game} were made with another key.",)


def _seats_in(transcript: AnyTranscript, earlier: AnyTranscript) -> tuple[int | None, ...] | None:
    """Return each player's seat in the earlier game. None if ids of the two games can't be compared.

    The ids of 20 digits follow from the key that is named as signer. Older ones do not.
    """
    named = (*transcript.players, *earlier.players)
    if _signer(transcript) != _signer(earlier) or any(len(player.id) != 20 for player in named):
        return None
    ids = [player.id for player in earlier.players]
    return tuple([ids.index(player.id) if player.id in ids else None for player in transcript.players])


def _signer(transcript: AnyTranscript) -> object:
    return (parse_params(transcript.fair.params) or {}).get("signer")


def _first_dealer(transcript: Transcript) -> int | None:
    if transcript.rules.first_dealer is not None:
        return transcript.rules.first_dealer
    return next((deal.cut.dealer for deal in transcript.deals if deal.cut is not None), None)
