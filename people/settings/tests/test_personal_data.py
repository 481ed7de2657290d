"""Every model that refers to a player has a section of personal data, or is listed here with the reason."""

from collections.abc import Iterator
from pathlib import Path
from re import MULTILINE, findall

import pytest
from django.apps import apps
from django.db import models
from django.db.models.lookups import Lookup
from django.db.models.sql.where import WhereNode

from common.personal_data import Section, Stays, erasures, register, sections
from game.models import Player

PAGE = Path(__file__).resolve().parents[3] / "docs" / "explanation" / "security.md"

# Keys to a player that no section uses to select rows.
NOT_ABOUT_THEM = {
    "game.Block.blocked": "It is a decision of the player who blocks, and nobody is told.",
    "following.Follow.followed": "It is a decision of the player who follows, and nobody is told.",
    "game.Seek.to": "It is a request of the player who challenges.",
    "game.Scoresheet.opponent": "It is the opponent's sheet: the player has one of the same game.",
    "ranking.Change.opponent": "It is the opponent's change: the player has one of the same game.",
    "notices.Notice.by": "It is a notice to another player, and goes with the account.",
    "game.Player_groups.player": "The group of moderators is the only one, and goes with the account.",
    "game.Player_user_permissions.player": "These are rights of hosts, and go with the account.",
}
# Models with text that refer to a row about a player.
NOT_BY_THEM = {
    "account.EmailConfirmation": "A key that was mailed, which goes with the address.",
    "game.Secrets": "The server's own part of a shuffle, which is sealed.",
    "game.Review": "Worked out of a finished game, which is in the export.",
    "shared_decks.Round": "The server's own part of a shuffle.",
    "events.Round": "A draw by the entries' numbers.",
    "desk.Sitter": "The names of other people. They go with the evening.",
    "desk.Board": "The scores of other people. They go with the evening.",
    "throws.DailyThrow": "A position without names, the same for everybody.",
    "same_cards.Verdict": "Whether a bot repeats its moves of a game, by the digest of its code.",
    "engines.Question": "What an engine is asked, which is sealed and deleted after a minute.",
}


def label(field: models.Field) -> str:
    return f"{field.model._meta.label}.{field.name}"


def all_models() -> list[type[models.Model]]:
    return apps.get_models(include_auto_created=True)


def keys_to(*wanted: type[models.Model]) -> set[str]:
    return {
        label(field)
        for model in all_models()
        for field in model._meta.concrete_fields
        if field.related_model in wanted
    }


def conditions(node: WhereNode) -> Iterator[Lookup]:
    for child in node.children:
        if isinstance(child, WhereNode):
            yield from conditions(child)
        elif isinstance(child, Lookup):
            yield child


def selected_by(section: Section) -> set[str]:
    """Return the columns by which a section selects the rows of a player."""
    where = section.query(Player(pk=1)).query.where
    return {label(one.lhs.target) for one in conditions(where) if hasattr(one.lhs, "target")}


COVERED = {key for section in sections.values() for key in selected_by(section)}
EXPORTED = {section.query(Player(pk=1)).model for section in sections.values()}


def test_every_key_to_a_player_has_a_section():
    assert keys_to(Player) - COVERED - {*NOT_ABOUT_THEM} == set()


def test_every_exception_is_still_needed():
    assert {*NOT_ABOUT_THEM} & COVERED == set()
    assert {*NOT_ABOUT_THEM} <= keys_to(Player)


def has_text(model: type[models.Model]) -> bool:
    kinds = (models.CharField, models.TextField, models.JSONField)
    return any(
        isinstance(field, kinds) and not field.choices and not field.primary_key
        for field in model._meta.concrete_fields
    )


def test_text_that_refers_to_a_row_about_a_player_has_a_section_too():
    by_label = {model._meta.label: model for model in all_models()}
    knowing = {by_label[key.rpartition(".")[0]] for key in keys_to(Player)}
    refer = {by_label[key.rpartition(".")[0]] for key in keys_to(*knowing)}
    with_text = {model._meta.label for model in refer - knowing - EXPORTED if has_text(model)}
    assert with_text == {*NOT_BY_THEM}


def test_documented_rows_that_stay_match_the_code():
    names = {name for name, erase in erasures.items() if isinstance(erase, Stays)}
    part = PAGE.read_text().partition("### What stays")[2]
    assert {*findall(r"^- `(\w+)`", part.partition("\n## ")[0], MULTILINE)} == names


@pytest.mark.parametrize("name", sections)
def test_every_section_names_fields_that_there_are(name: str):
    assert str(sections[name].rows(Player(pk=1)).query).startswith("SELECT")


def test_a_name_is_registered_once():
    with pytest.raises(ValueError, match="profile"):
        register("profile", export=sections["profile"])
