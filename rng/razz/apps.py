"""Razz as an optional Django app: without this folder, the site runs unchanged."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from rng.lab.sections import LabSection


class RazzConfig(AppConfig):
    """The app config that adds razz to the fairness lab, with its own URLs."""

    name = "rng.razz"
    site_urls = "rng.razz.urls"

    def lab_sections(self) -> tuple[LabSection, ...]:
        from rng.razz.pages import section_context

        title = _("Razz, exact and sampled")
        return (LabSection("razz", title, "rng/razz.html", section_context),)
