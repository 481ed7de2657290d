"""`{% drawn "game/table/seat.html" side="you" %}`: a template rendered once per language and these values.

It gets these values alone, neither the visitor nor the request: nobody is shown what is another visitor's.
Of a value whose name begins with `own_` it gets a gap, which is filled each time anew: it is never kept, and
the template can do nothing with it but write it.
"""

import re
from collections.abc import Hashable
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

OWN = "own_"
GAP = re.compile(f"\ue000({OWN}\\w+)\ue001")  # between characters that no text has


@register.simple_tag
def drawn(name: str, **values: Any) -> SafeString:
    """A template as it was rendered when these values were first given to it, with the visitor's own."""
    own = {value: values.pop(value) for value in tuple(values) if value.startswith(OWN)}
    first, *others = render_once(name, get_language(), tuple(values.items()), tuple(own))
    if not others:
        return first
    gaps, texts = others[::2], others[1::2]
    filled = (conditional_escape(own[gap]) + text for gap, text in zip(gaps, texts, strict=True))
    return mark_safe(first + "".join(filled))  # noqa: S308 - templates made them


@lru_cache(1000)
def render_once(
    name: str, language: str | None, values: tuple[tuple[str, Hashable], ...], own: tuple[str, ...]
) -> tuple[SafeString, ...]:
    """The text of a template around its gaps, and between each two the name of what is written there."""
    text = render_to_string(name, dict(values) | {gap: Gap(gap) for gap in own})
    pieces = GAP.split(text)
    if any(gap in piece for piece in pieces[::2] for gap in own):
        raise ValueError(f"{name} can only write what is a visitor’s own, not change it.")
    return tuple(mark_safe(piece) for piece in pieces)  # noqa: S308 - the template made it


class Gap(SafeString):
    """The place in a template where something is written that is not kept."""

    def __new__(cls, name: str) -> "Gap":
        return super().__new__(cls, f"\ue000{name}\ue001")

    def __bool__(self) -> bool:
        raise ValueError("What is a visitor’s own is not known where a template is rendered for all.")
