"""Razz as a Django app, which can be left out: without this folder the site runs on unchanged."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from rng.lab.sections import LabSection


class RazzConfig(AppConfig):
    """Adds razz to the fairness lab, with addresses of its own."""

    name = "rng.razz"
    site_urls = "rng.razz.urls"

    def lab_sections(self) -> tuple[LabSection, ...]:
        from rng.razz.pages import section_context

        title = _("Razz, exact and sampled")
        return (LabSection("razz", title, "rng/razz.html", section_context),)
