"""The public log as a Django app."""

from django.apps import AppConfig

from common.lazy_import import lazy_import


class PublicLogConfig(AppConfig):
    """The public log: publishing, audit and witnesses."""

    name = "proof.public_log"
    label = "public_log"

    def ready(self) -> None:
        from common.page_parts import part_loaders

        part_loaders["fairness"].append(lazy_import("proof.public_log.page_parts.describe_on_fairness"))
