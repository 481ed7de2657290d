"""Export everything stored about a player, as one JSON object, row by row."""

import json
from collections.abc import AsyncIterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from common import clock
from common.personal_data import sections
from game.models import Player

BATCH_SIZE = 200


async def export_player(player: Player) -> AsyncIterator[str]:
    """Yield the file in pieces, to bound memory."""
    yield f'{{"written_at": {_to_json(clock.now())}'
    for name, section in sections.items():
        yield f',\n"{name}": ['
        comma = "\n"
        async for row in section.rows(player).aiterator(BATCH_SIZE):
            yield comma + _to_json(row)
            comma = ",\n"
        yield "]"
    yield "}\n"


def _to_json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
