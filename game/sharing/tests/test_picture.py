"""Link pictures: drawn like the pages, with the right contents."""

import json
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageColor

from cribbage_site.tests.node import run_node
from game.sharing.picture import (
    HEIGHT,
    PEG_RADIUS,
    PEGS,
    SIGNED_PEGS,
    WIDTH,
    Picture,
    _place,
    draw,
    peg_place,
)
from game.sharing.shapes import SUIT_PATHS, hole_place, suit_outline


def test_suits_have_the_outlines_of_the_pages() -> None:
    script = 'import { PIPS } from "./ui/cards/card-shapes.js"; console.log(JSON.stringify(PIPS));'
    assert json.loads(run_node(".", "--input-type=module", "--eval", script)) == SUIT_PATHS


def test_an_outline_is_closed_around_the_origin() -> None:
    for suit in SUIT_PATHS:
        outline = suit_outline(suit)
        assert min(y for _, y in outline) < -9 < 9 < max(y for _, y in outline)
        assert min(x for x, _ in outline) == pytest.approx(-max(x for x, _ in outline), abs=0.1)


def test_holes_snake_through_the_streets() -> None:
    assert hole_place(1, 121) == (0, 0)
    assert hole_place(30, 121) == (1, 0)
    assert hole_place(31, 121) == (1, 1)
    assert hole_place(60, 121)[1] == hole_place(60, 61)[1] == 1
    assert hole_place(121, 121)[1] == 3


def colour_of_hole(png: bytes, hole: int, lane: int) -> Any:
    x, y = _place(hole, lane, 121)
    return Image.open(BytesIO(png)).convert("RGB").getpixel((round(x), round(y)))


def test_pegs_stand_where_the_players_are() -> None:
    png = draw(Picture("Ann 121 – 97 Bob", ("Ann won.",), ("5S", "TH"), (121, 97)))
    assert Image.open(BytesIO(png)).size == (WIDTH, HEIGHT)
    assert colour_of_hole(png, 121, 0) == pytest.approx(ImageColor.getrgb(PEGS[0]), abs=24)
    assert colour_of_hole(png, 97, 1) == pytest.approx(ImageColor.getrgb(PEGS[1]), abs=24)
    assert colour_of_hole(png, 60, 1) != pytest.approx(ImageColor.getrgb(PEGS[1]), abs=24)


def test_a_long_heading_stays_in_the_picture() -> None:
    wide = Image.open(BytesIO(draw(Picture("W" * 60)))).convert("RGB")
    assert len({wide.getpixel((WIDTH - 40, y)) for y in range(100, 200)}) == 1


@pytest.mark.parametrize("signs", [("+", "=", "−"), ("−",) * 9 + ("+",) * 9], ids=["few deals", "many deals"])
def test_signed_pegs_have_their_color_and_height(signs: tuple[str, ...]) -> None:
    image = Image.open(BytesIO(draw(Picture("Daily game", ("+12.5 against par",), pegs=signs)))).convert(
        "RGB"
    )
    for n, sign in enumerate(signs):
        x, y = peg_place(n, signs)
        beside = image.getpixel((round(x), round(y - PEG_RADIUS * 0.5)))
        assert beside == pytest.approx(ImageColor.getrgb(SIGNED_PEGS[sign][0]), abs=24)
    heights = [peg_place(n, signs)[1] for n in range(len(signs))]
    assert sorted(heights) == [
        peg_place(n, signs)[1] for n in sorted(range(len(signs)), key=lambda n: "+=−".index(signs[n]))
    ]
