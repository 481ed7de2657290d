"""The offline page is rendered once for each language."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from proof.evidence import pages


@pytest.mark.django_db
def test_the_page_is_made_once_for_each_language(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    path = reverse("verify_offline")

    def read(language: str) -> Any:
        return client.get(path, headers={"accept-language": language}).content

    made = [read(language) for language in ("en", "fr")]
    monkeypatch.setattr(pages, "offline_page", None)
    assert [read(language) for language in ("en", "fr")] == made
