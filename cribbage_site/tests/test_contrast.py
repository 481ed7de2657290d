"""The contrast of colors: in light, dark and high-contrast mode (WCAG 1.4.3, 1.4.6, 1.4.11)."""

import re
from itertools import product
from pathlib import Path

import pytest

SHEETS = Path(__file__).resolve().parents[2] / "static" / "css"
DAY, NIGHT = 0, 1

# Pairs of text or drawing and background, by name. A well or a mark is a translucent layer over its
# background.
TEXT = """
    ink page | ink page-2 | ink-2 page | ink-2 page-2 | accent page | accent page-2 | accent-ink accent
    accent-ink accent-hover | good page | good page-2 | bad page | bad page-2 | bad-ink bad
    felt-ink felt | felt-ink felt-well/felt | felt-ink-2 felt | felt-ink-2 felt-well/felt
    card-red paper | card-black paper | suit-c paper | suit-d paper
    board-mark board-face
"""
SHAPES = """
    focus page | focus page-2 | ink-2 page | accent page | glow felt | glow felt-well/felt
    hole wood | peg-you felt-ink | peg-them felt-ink | paper felt | back back-line
    board-hole board-you | board-hole board-them | board-hole brass
"""

Colour = tuple[float, float, float, float]


FELTS = ("green", "blue", "red", "grey")
COLOURS = ("base/tokens.css", "base/cards.css", "parts/ui/surfaces.css", "prizes.css")
BOARDS = ("walnut", "maple", "slate", "rosewood")

BETWEEN = re.compile(r",(?![^(]*\))")  # the commas outside of parentheses
CHOICE = re.compile(r"\[data-[^\]]*\]")


def named(sheets: tuple[str, ...], *chosen: str) -> dict[str, str]:
    """Return the colors that sheets define, as written there. A visitor's choices override them."""
    text = "".join((SHEETS / sheet).read_text() for sheet in sheets)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    rules = [
        (CHOICE.findall(one), body)
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text)
        for one in BETWEEN.split(selectors)
        if ":root" in one  # a sample in the settings looks like a page with that choice
    ]
    rules.sort(key=lambda rule: len(rule[0]))
    return {
        name: value
        for wanted, body in rules
        if set(wanted) <= set(chosen)
        for name, value in re.findall(r"--([\w-]+): ([^;]+);", body)
    }


def in_brackets(text: str) -> list[str]:
    """light-dark(rgb(0 0 0), #fff) -> its two parts"""
    return [part.strip() for part in BETWEEN.split(text[text.index("(") + 1 : text.rindex(")")])]


def colour(text: str, time: int) -> Colour:
    if text.startswith("light-dark"):
        return colour(in_brackets(text)[time], time)
    if text.startswith("rgb"):
        *parts, alpha = re.findall(r"[\d.]+", text) if "/" in text else [*re.findall(r"[\d.]+", text), "1"]
        red, green, blue = (int(part) / 255 for part in parts)
        return red, green, blue, float(alpha)
    digits = text.removeprefix("#")
    digits = "".join(digit * (2 if len(digits) == 3 else 1) for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue, 1


def over(film: Colour, under: Colour) -> Colour:
    """Return the color of a translucent layer over a background."""
    *_, alpha = film
    red, green, blue = (
        alpha * one + (1 - alpha) * other for one, other in zip(film[:3], under[:3], strict=True)
    )
    return red, green, blue, 1


def luminance(seen: Colour) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in seen[:3]]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: Colour, other: Colour) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def pairs(text: str) -> list[list[str]]:
    return [pair.split() for line in text.strip().splitlines() for pair in line.split("|")]


def faults(names: dict[str, str], wanted: str, least: float) -> list[str]:
    found = []
    for (mark, ground), time in product(pairs(wanted), (DAY, NIGHT)):
        seen = colour(names[ground.split("/")[-1]], time)
        for film in reversed(ground.split("/")[:-1]):
            seen = over(colour(names[film], time), seen)
        if (ratio := contrast(over(colour(names[mark], time), seen), seen)) < least:
            found.append(f"{mark} on {ground} by {('day', 'night')[time]}: {ratio:.2f}")
    return found


def test_contrast_is_computed_as_the_guidelines_define_it() -> None:
    black, white, grey = colour("#000", DAY), colour("#fff", DAY), colour("#767676", DAY)
    assert contrast(black, white) == 21
    assert contrast(grey, white) == pytest.approx(4.54, abs=0.005)
    assert over(colour("rgb(0 0 0 / 0.5)", DAY), white)[:3] == (0.5, 0.5, 0.5)


@pytest.mark.parametrize("asked", ["usual", "more"])
@pytest.mark.parametrize("felt", FELTS)
@pytest.mark.parametrize("board", BOARDS)
def test_colors_have_enough_contrast_with_their_background(board: str, felt: str, asked: str) -> None:
    # In four colors, two suits have the card's normal red and black.
    chosen = [
        f'[data-{what}="{value}"]' for what, value in (("board", board), ("felt", felt), ("suits", "four"))
    ]
    more = asked == "more"
    sheets = (*COLOURS, "contrast.css") if more else COLOURS
    names = named(sheets, *chosen, *(["[data-felt]"] if more else []))
    wrong = faults(names, TEXT, 7 if more else 4.5) + faults(names, SHAPES, 3)
    assert not wrong, "; ".join(wrong)


def test_each_felt_and_board_has_colors_of_its_own() -> None:
    felts = {named(COLOURS, f'[data-felt="{felt}"]')["felt"] for felt in FELTS}
    boards = {named(COLOURS, f'[data-board="{board}"]')["board-face"] for board in BOARDS}
    assert (len(felts), len(boards)) == (4, 4)
