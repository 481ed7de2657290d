"""The rules of cribbage as a Django app."""

from django.apps import AppConfig

from common.lazy_import import lazy_import


class RulesConfig(AppConfig):
    """The page of the rules, and the terms that tables explain."""

    name = "study.rules"
    label = "rules"

    def ready(self) -> None:
        from common.page_parts import part_loaders

        part_loaders["any_table"].append(lazy_import("study.rules.glossary.describe_glossary"))
