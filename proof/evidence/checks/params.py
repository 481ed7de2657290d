"""Check that players, rules and bots are those that the server committed to."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

import msgspec

from game.engine.notation import UNREVEALABLE
from proof.evidence.checks import decks
from proof.evidence.checks.first_dealer import reason_faults
from proof.evidence.document import SharedTranscript, SignedTranscript, Transcript
from rng import commitment, shared_decks
from rng.commitment import PROTOCOL, SIGNED_PROTOCOL

# The names that params may have. A reader would skip an unknown name, and what it says about the game.
PLAIN_NAMES = frozenset(("version", "game", "players", "bots", "rules", "first_dealer"))
SIGNED_NAMES = PLAIN_NAMES | {
    "beacon", "bot_stream", "brains", "build", "first_dealer_because", "log", "rated", "signer", "unasked",
}  # fmt: skip
NAMES: Mapping[str, frozenset[str]] = {
    PROTOCOL: PLAIN_NAMES,
    SIGNED_PROTOCOL: SIGNED_NAMES,
    shared_decks.PROTOCOL: SIGNED_NAMES | {"shared", "same_as"},
}
BRAIN_NAMES = frozenset(("name", "code", "points"))


def params_faults(transcript: Transcript) -> Iterator[str]:
    """Yield where the params differ from the file, or are ambiguous."""
    fair, is_signed = transcript.fair, isinstance(transcript, SignedTranscript)
    params = commitment.parse_params(fair.params)
    if params is not None and is_signed and not commitment.is_canonical(fair.params):
        yield "The params are not written in the one way: sorted names, none twice, no spaces."
        return
    yield from commitment.params_faults(fair.game, fair.params, fair.version)
    if params is None:
        return
    if has_unknown_names(params, fair.version):
        yield f"The params have names that {fair.version} does not know."
    bots = [seat for seat, player in enumerate(transcript.players) if player.bot]
    if not _agrees_with(params, {"players": [player.id for player in transcript.players], "bots": bots}):
        yield "The params name other players."
    rules = msgspec.to_builtins(transcript.rules)
    first = rules.pop("first_dealer")
    # Games from before the introduction of clocks name none.
    variants = [rules | {"clock": transcript.clock}] + [rules] * (
        transcript.clock == "none" and not is_signed
    )
    if not any(_agrees_with(params, {"rules": variant, "first_dealer": first}) for variant in variants):
        yield "The params name other rules."
    if isinstance(transcript, SignedTranscript):
        yield from _signed_params_faults(transcript, params)
        yield from reason_faults(transcript)
    if isinstance(transcript, SharedTranscript):
        yield from decks.source_faults(transcript)


def has_unknown_names(params: Mapping[str, Any], version: str) -> bool:
    """Return whether params, or a bot in them, have a name that this version of the protocol lacks."""
    brains = params.get("brains")
    of_brains = [brain.keys() for brain in brains] if _is_list_of_objects(brains) else []
    return not (params.keys() <= NAMES[version] and all(names <= BRAIN_NAMES for names in of_brains))


def _signed_params_faults(transcript: SignedTranscript, params: Mapping[str, Any]) -> Iterator[str]:
    """Check the params that only signed games have against the file."""
    if params.get("rated") is not transcript.rated:
        yield "The params say otherwise whether the game is rated."
    if "beacon" not in params or params["beacon"] is not None:
        yield "The beacon in the params is not null."
    brains = params.get("brains")
    names = [brain.get("name") for brain in brains] if _is_list_of_objects(brains) else None
    bots = [player.bot for player in transcript.players if player.bot]
    if names != bots:
        yield "The params name another bot."
    stream = transcript.bot_stream
    promised = (
        None if stream is None else commitment.stream_commitment(transcript.game, bytes.fromhex(stream)).hex()
    )
    if promised is not None and params.get("bot_stream") != promised:
        yield "The bot's secret is not the one that the params promise."
    # A server that cannot reveal its part of the decks may not have this secret either.
    if bots and transcript.result and stream is None and not transcript.line.endswith(f" {UNREVEALABLE}"):
        yield "The game is over, and the bot's secret is not shown."


def _is_list_of_objects(value: object) -> TypeGuard[list[dict[str, Any]]]:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _agrees_with(params: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    # Compared as JSON, because 1 == True in Python.
    return all(
        name in params and json.dumps(params[name], sort_keys=True) == json.dumps(value, sort_keys=True)
        for name, value in expected.items()
    )
