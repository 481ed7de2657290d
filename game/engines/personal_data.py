"""The personal data that remote engines store about their owner."""

from common.lazy_import import lazy_import
from common.personal_data import Section, Stays, register
from game.engines.models import EngineDecision, RemoteEngine


def register_sections() -> None:
    register(
        "engine_registered",
        export=Section(lambda me: RemoteEngine.objects.filter(owner=me), "name version state registered_at"),
        erase=lazy_import("game.engines.remote.registering.withdraw"),
    )
    register(
        "decisions_on_engines_made",
        export=Section(lambda me: EngineDecision.objects.filter(by=me), "kind version reason at"),
        erase=Stays("A host’s decision and its reason belong to the engine it is about."),
    )
