"""Strength and titles in profiles."""

from typing import Any

from common import clock
from game.models import Game, Player
from study.strength.chart import build_strength_chart
from study.strength.luck.cards_shown import has_luck
from study.strength.titles import highest_title


def describe_luck(game: Game) -> dict[str, Any]:
    return {"luck": has_luck(game)}


def describe_title(player: Player) -> dict[str, Any]:
    return {"title": highest_title(player.pk) if player.has_account else None}


def describe_strength(player: Player) -> dict[str, Any]:
    return {"strength": build_strength_chart(player.pk, clock.now())}
