"""`{% drawn "game/table/seat.html" side="you" %}`: render a template once per language and values.

The template gets only these values, neither the visitor nor the request, so no visitor sees another's data. A
value whose name begins with `own_` becomes a gap that is filled for each request. It is never cached, and the
template can only print it.
"""

import re
from collections.abc import Hashable
from typing import Any
from urllib.parse import quote

from django import template
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from common.rendered import rendered_once
from cribbage_site.sections import section
from game.sharing.page import Sharing

register = template.Library()

OWN = "own_"
GAP = re.compile(f"\ue000({OWN}\\w+)\ue001")  # between characters that no text contains


@register.simple_tag
def drawn(name: str, **values: Any) -> SafeString:
    """Return a template, rendered once for these values, with the visitor's own values filled in."""
    own = {value: values.pop(value) for value in tuple(values) if value.startswith(OWN)}
    first, *others = render_once(name, tuple(values.items()), tuple(own))
    if not others:
        return first
    gaps, texts = others[::2], others[1::2]
    filled = (conditional_escape(own[gap]) + text for gap, text in zip(gaps, texts, strict=True))
    return mark_safe(first + "".join(filled))  # noqa: S308 - templates made them


@register.simple_tag
def drawn_sharing(sharing: Sharing, request: HttpRequest) -> SafeString:
    """Return the metadata of a page."""
    return drawn(
        "game/sharing.html",
        is_listed=sharing.is_listed,
        own_title=sharing.title,
        own_description=sharing.description,
        own_picture=sharing.picture,
        own_scheme=request.scheme,
        own_host=request.get_host(),
        own_path=request.path,
        own_query=sharing.query,
    )


@register.simple_tag
def drawn_menu(user: Any, path: str, token: str) -> SafeString:
    """Return the menu of the site for a visitor."""
    is_player = user.is_authenticated
    name = user.shown_name if is_player else ""
    return drawn(
        "site_menu.html",
        section=section(path),
        has_account=is_player and user.has_account,
        is_guest=is_player and user.is_guest,
        is_staff=user.is_staff,
        own_name=name,
        own_initial=name[:1],
        own_profile=quote(user.username),
        own_path=quote(path),
        own_token=token,
    )


@rendered_once(1000)
def render_once(
    name: str, values: tuple[tuple[str, Hashable], ...], own: tuple[str, ...]
) -> tuple[SafeString, ...]:
    """Return the text of a template around its gaps, alternating with the names of the values to fill in."""
    text = render_to_string(name, dict(values) | {gap: Gap(gap) for gap in own})
    pieces = GAP.split(text)
    if any(gap in piece for piece in pieces[::2] for gap in own):
        raise ValueError(f"{name} can only print a visitor’s own values, not change them.")
    return tuple(mark_safe(piece) for piece in pieces)  # noqa: S308 - the template made it


class Gap(SafeString):
    """The place in a template for a value that is not cached."""

    def __new__(cls, name: str) -> "Gap":
        return super().__new__(cls, f"\ue000{name}\ue001")

    def __bool__(self) -> bool:
        raise ValueError("A visitor’s own values are unknown while a template is rendered for all.")
