"""Build a game's transcript from its row: complete after the end, before that only what is revealed."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise

import msgspec
from msgspec.structs import asdict

from common.formats.json import Json
from game.engine.cards import Card, texts
from game.engine.events import Counted
from game.engine.moves import Deal as Dealing
from game.engine.moves import Go
from game.engine.moves import Play as Playing
from game.engine.play import start
from game.engine.state import Seat, State
from game.engine.transcript import header, parse_transcript
from game.models import Game
from game.table.record import ledger
from game.table.record.ledger import GameRow
from game.table.record.revealed_deals import revealed_numbers
from game.table.record.steps import Step
from game.table.shuffle.fairness import Fairness, build_fairness
from game.table.shuffle.receipts import Receipts
from game.wire.frames import Fair
from proof.evidence.document import FORMAT, ZEROS, AnyTranscript
from proof.public_log.proofs import load_proof
from rng.commitment import PROTOCOL


def load_transcript(game_id: str) -> AnyTranscript:
    """Load the current transcript of a game. Raise Game.DoesNotExist if there is none."""
    row = ledger.load_row(game_id)
    return build_transcript(row, Game.objects.only("created_at", "finished_at").get(pk=game_id))


def build_transcript(row: GameRow, game: Game) -> AnyTranscript:
    """Build the transcript of a row.

    That of a live game has nothing from the deal in play, for any reader.
    """
    fairness = build_fairness(row)
    replayed = fairness.replay_steps()
    end = replayed[-1].state if replayed else start(parse_transcript(row.transcript)[0])
    shown = replayed if end.is_over else list(_steps_before_open_deal(replayed, revealed_numbers(end)))
    words = [step.state.record[-1] for step in shown]
    document = {
        "format": f"{FORMAT}/{fairness.version.rpartition('/')[2]}",
        "digest": ZEROS,
        "game": row.id,
        "players": [
            {"id": player, "name": row.players[seat].name, "bot": row.bot_name(seat) or None}
            for seat, player in zip(Seat, fairness.params["players"], strict=True)
        ],
        "rules": {
            "target": end.rules.target,
            "counting": end.rules.counting.value,
            "first_dealer": end.rules.first_dealer,
            **end.rules.named_start,
        },
        "rated": row.rated,
        "clock": row.clock,
        "begun_at": _moment(game.created_at),
        # A row loaded before the end of its game has no end, even if the game has ended since.
        "finished_at": _moment(game.finished_at) if end.is_over and game.finished_at else None,
        "result": _result_json(end) if end.is_over else None,
        "table_code": fairness.table_code,
        "fair": _fair_json(fairness.to_json(None, end)),
        "deals": [_deal_json(steps, fairness) for steps in _steps_by_deal(shown)],
        "moves": [{"move": word, "ms": step.charged} for word, step in zip(words, shown, strict=True)],
        "line": " ".join((header(end.rules), *words)),
        "bot_stream": row.server_secrets.bot_stream.hex() if end.is_over and _has_bot(row) else None,
    }
    if fairness.version != PROTOCOL:
        document |= {
            "receipts": _receipts_json(fairness, shown),
            "signatures": [_signatures_json(row, seat) for seat in Seat],
            "log": load_proof(row.id, row.params, is_over=end.is_over),
        }
    return msgspec.convert(document, AnyTranscript)  # type: ignore[no-any-return]


def _fair_json(fair: Fair) -> Json:
    """Return the protocol's data without what a table is owed."""
    return {name: part for name, part in asdict(fair).items() if name not in ("must", "begin_in_ms")}


def _receipts_json(fairness: Fairness, shown: Sequence[Step]) -> list[list[str]]:
    """Return the receipts of both seats, up to the deal in play."""
    receipts = Receipts(fairness)
    receipts.update(fairness, shown)
    return [receipts.notes(seat) for seat in Seat]


def _signatures_json(row: GameRow, seat: Seat) -> Json | None:
    """Return the signatures of a seat, or None if it had no key."""
    if not row.keys[seat]:
        return None
    moves, _, signature = row.moves_signatures[seat].partition(" ")
    return {
        "key": row.keys[seat],
        "commit": row.commitment_signatures[seat],
        "moves": int(moves or 0),
        "signature": signature or None,
    }


def _steps_before_open_deal(steps: Sequence[Step], due: range) -> Iterator[Step]:
    for step in steps:
        if isinstance(step.move, Dealing) and step.move.number not in due:
            return
        yield step


def _steps_by_deal(shown: Sequence[Step]) -> Iterator[Sequence[Step]]:
    """Yield the steps of every deal from its shuffle on. Steps before the first deal belong to none."""
    begins = [n for n, step in enumerate(shown) if isinstance(step.move, Dealing)]
    for at, then in pairwise([*begins, len(shown)]):
        yield shown[at:then]


def _deal_json(steps: Sequence[Step], fairness: Fairness) -> Json:
    dealing, end = steps[0].move, steps[-1].state
    assert isinstance(dealing, Dealing)
    number = dealing.number
    cut = {"cards": [texts(pair) for pair in end.cut], "dealer": end.dealer}
    return {
        "number": number,
        "key": fairness.key(number).hex(),
        "deck": texts(dealing.deck),
        "cut": None if number else cut,
        "hands": _hands_json(steps, end) if number else None,
    }


def _hands_json(steps: Sequence[Step], end: State) -> Json:
    """Return what happened to a deck, up to the end of its deal or of the game."""
    counted = [event for step in steps for event in step.events if isinstance(event, Counted)]
    played = [step for step in steps if isinstance(step.move, Playing | Go)]
    return {
        "dealer": end.dealer,
        "dealt": [texts(six) for six in end.dealt],
        "throws": [texts(throw) or None for throw in end.throws],
        "starter": _text(end.starter),
        "plays": [{"seat": step.seat, "card": _text(getattr(step.move, "card", None))} for step in played],
        "counts": [
            {
                "seat": count.seat,
                "what": count.what,
                "cards": texts(count.score.cards[:4]),
                "points": count.score.total,
            }
            for count in counted
        ],
        "scores": end.scores,
    }


def _result_json(end: State) -> Json:
    assert end.ended is not None
    return {
        "winner": end.winner,
        "value": end.value or 0,
        "ended": end.ended.value,
        "scores": end.scores,
    }


def _has_bot(row: GameRow) -> bool:
    return any(sitter.brain for sitter in row.players)


def _text(card: Card | None) -> str | None:
    return None if card is None else texts([card])[0]


def _moment(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
