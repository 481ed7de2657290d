"""Evidence as a Django app."""

from django.apps import AppConfig


class EvidenceConfig(AppConfig):
    """Transcripts of games, and the programs that verify them."""

    name = "proof.evidence"
    label = "evidence"
