"""Build the .crib of a finished game of this site."""

from game.engine.moves import Deal
from game.models import Game
from game.runtime.signing_keys import site_name
from game.table.record import ledger
from game.table.record.ledger import GameRow, SeatedPlayer
from game.table.shuffle.fairness import replay_row
from game.web.event_of_game import load_event_of
from programs.crib.document import CribGame, Result, Side, shown_cards
from ranking.models import Change


def load_crib(game_id: str) -> CribGame:
    """Load the .crib of a finished game. Raise SealError if its secrets cannot be unsealed."""
    return build_crib(ledger.load_row(game_id))


def build_crib(row: GameRow) -> CribGame:
    """Build the .crib of a row. The game must be finished."""
    steps = replay_row(row)
    end = steps[-1].state
    event, finished_at = (
        load_event_of(row.id, row.clock),
        Game.objects.only("finished_at").get(pk=row.id).finished_at,
    )
    points = dict(Change.objects.filter(game=row.id, undoes=None).values_list("player", "own"))
    a, b = (Side(_label(one), one.brain, points.get(one.id)) for one in row.players)
    return CribGame(
        sides=(a, b),
        rules=end.rules,
        result=Result.of(end),
        words=end.record,
        cards={
            step.move.number: shown_cards(step.move.number, step.move.deck, end)
            for step in steps
            if isinstance(step.move, Deal)
        },
        site=site_name(),
        game=row.id,
        event=_as_header(str(event["title"])) if event else "",
        date=f"{finished_at:%Y-%m-%d}" if finished_at else "",
        rated=row.rated,
        clock=row.clock,
    )


def _label(player: SeatedPlayer) -> str:
    """Return a player's name in a file, the same in every language. A player's bot is marked as one."""
    return f"{player.name} (bot)" if player.is_api_bot else player.name


def _as_header(title: str) -> str:
    """Return a title without characters that a header cannot hold."""
    plain = "".join(letter if letter.isprintable() else " " for letter in title)
    return " ".join(plain.split())[:100].strip()
