"""The lesson, from its first peg to a table, by keyboard on a phone."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from cribbage_site.tests.browser.visitors import PHONE, assert_fits, visitor_page
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


class Pupil:
    """The current step as the learner sees it, and their answers by key."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.step = page.locator(".lesson-step.current")
        self.prompt, self.verdict = self.step.locator(".task-prompt"), self.step.locator(".task-verdict")
        self.cards = self.step.locator("button.slot")

    def press(self, target: Locator, key: str = "Enter") -> None:
        target.focus()
        self.page.keyboard.press(key)

    def answer(self, says: str) -> None:
        self.press(self.step.get_by_role("button", name=says, exact=True))

    def card(self, name: str) -> None:
        self.press(self.step.get_by_role("button", name=name), "Space")

    def claim(self, points: int, verdict: str) -> None:
        self.step.get_by_role("textbox", name="Points").focus()
        self.page.keyboard.type(str(points))
        self.page.keyboard.press("Enter")
        expect(self.verdict).to_contain_text(verdict)
        expect(self.step.locator(".show-parts li")).not_to_have_count(0)
        self.go_on()

    def go_on(self) -> None:
        """Continue. After a finished step the focus is on the next one."""
        self.page.keyboard.press("Enter")
        assert_fits(self.page)

    def open(self, title: str) -> None:
        contents = self.page.locator("#contents")
        if contents.get_attribute("open") is None:
            self.press(contents.locator("summary"))
        self.press(contents.get_by_role("link", name=title))
        expect(self.step.get_by_role("heading", name=title)).to_be_focused()


def test_the_lesson_by_keyboard_on_a_phone(server: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **PHONE) as page:
        page.goto(f"{server.url}/learn")
        pupil = Pupil(page)
        race(pupil)
        fifteens(pupil)
        whole_hands(pupil)
        page.goto(f"{server.url}/learn")
        expect(pupil.step.get_by_role("heading", name="Whole hands")).to_be_visible()
        the_throw(pupil)
        the_play(pupil)
        the_show(pupil)
        expect(page.locator("#how-far")).to_have_text("4 of 15 done")
        pupil.open("You can play cribbage")
        pupil.press(pupil.step.get_by_role("button", name="Play a real game"))
        page.wait_for_url("**/table/*")
        expect(page.get_by_role("button", name="Hint")).to_be_visible()


def race(pupil: Pupil) -> None:
    pupil.answer("Hole 8")
    expect(pupil.verdict).to_contain_text("five from the back peg")
    pupil.answer("Hole 12")
    expect(pupil.verdict).to_contain_text("Seven and five are twelve.")
    expect(pupil.step.locator(".board")).to_have_attribute("aria-label", re.compile(r"\b12\b.*\b5\b"))
    pupil.go_on()
    pupil.answer("You win at once")
    pupil.go_on()
    expect(pupil.step.get_by_role("heading", name="What a card counts")).to_be_focused()


def fifteens(pupil: Pupil) -> None:
    pupil.open("Fifteens")
    for name in ("six of clubs", "jack of spades"):
        pupil.card(name)
    pupil.answer("Count these")
    expect(pupil.verdict).to_have_text("6♣ J♠ come to 16: 1 too many.")
    pupil.card("jack of spades")
    pupil.card("nine of spades, the starter")
    pupil.answer("Count these")
    expect(pupil.verdict).to_have_text("That’s all: 2 points.")
    expect(pupil.step.locator(".show-parts li")).to_have_text(["fifteen two6♣ 9♠"])
    pupil.go_on()
    pupil.answer("Show me")
    expect(pupil.step.locator(".show-parts li")).to_have_count(2)
    pupil.go_on()
    pupil.answer("Show me")
    pupil.go_on()
    expect(pupil.step.get_by_role("heading", name="Pairs")).to_be_focused()


def whole_hands(pupil: Pupil) -> None:
    pupil.open("Whole hands")
    pupil.claim(9, "It’s four: that was 5 points too many.")
    pupil.claim(4, "Right: four.")
    expect(pupil.step.locator(".task-tally")).to_have_text("1 of 2 right so far")


def the_throw(pupil: Pupil) -> None:
    pupil.open("Two for the crib")
    deed = pupil.step.get_by_role("button", name="Discard these two")
    pupil.card("ace of spades")
    expect(deed).to_be_disabled()
    pupil.card("jack of clubs")
    pupil.press(deed)
    expect(pupil.verdict).to_contain_text("The best discard.")
    expect(pupil.step.locator(".averages .mine th")).to_contain_text("A♠ J♣")
    pupil.go_on()
    pupil.cards.nth(0).focus()
    for n in (0, 1):
        pupil.press(pupil.cards.nth(n), "Space")
    pupil.press(deed)
    expect(pupil.verdict).to_contain_text("points better.")
    expect(pupil.step.locator(".averages tbody tr")).to_have_count(4)


def the_play(pupil: Pupil) -> None:
    """The hand is fixed and the rival plays by a rule, so every card and point is known."""
    pupil.open("Play a hand out")
    log_lines = pupil.step.locator(".play-log p")
    for name in ("ten of clubs", "ten of diamonds"):
        pupil.card(name)
    expect(log_lines).to_have_text(
        [
            "You play the ten of clubs: ten.",
            "Rival plays the five of spades: fifteen.",
            "Fifteen for two to Rival.",
            "You play the ten of diamonds: twenty-five.",
            "Rival says go.",
        ]
    )
    expect(pupil.prompt).to_have_text("The count is 25. Play a card.")
    for name in ("five of hearts", "ace of hearts"):
        pupil.card(name)
    expect(log_lines.filter(has_text="to you.")).to_have_text(["Thirty-one for two to you."])
    expect(log_lines.last).to_have_text("One for the last card to Rival.")
    expect(pupil.prompt).to_have_text("All cards are played: you pegged 2, Rival 3.")


def the_show(pupil: Pupil) -> None:
    pupil.open("Count them all")
    pupil.claim(6, "Right: six.")
    pupil.claim(3, "It’s four: you missed 1 point.")
    pupil.claim(5, "Right: five.")
    expect(pupil.step.get_by_role("heading", name="How it ends")).to_be_focused()
