"""Somebody at the table, who plays as a person would, by what is on the page."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

from playwright.sync_api import Page, TimeoutError

CHOICE_MS = 10_000
MOVE_MS = 60_000
ACTION = "#actions button.action, #endings button.action"
CHOICE = "#chooser[open] button.action"
AGAIN = "#chooser[open] button.action .again"
"""What a finger has chosen is shown first, and taken when it is chosen again."""
SHOWN_OR_TAKEN = f"{AGAIN}, #chooser:not([open])"
LIT = ".outlines .lit.over"
DRAWN = "#picture[aria-busy=false]"
CAUGHT_UP = "() => document.body.dataset.version === document.getElementById('slider').max"
"""The page shows the last version that it has heard of."""
MOVED = f"(before) => Number(document.body.dataset.version) > before && ({CAUGHT_UP})()"
ANSWERED = f"(before) => document.getElementById('chooser').open || ({MOVED})(before)"
OPEN_ALL = "for (const group of document.querySelectorAll('#actions details')) group.open = true"
STILL = """() => new Promise((done) => {
  let before = "";
  const look = () => {
    const shapes = [...document.querySelectorAll("#picture, .outlines .lit.over")];
    const seen = JSON.stringify(shapes.map((shape) => shape.getBoundingClientRect()));
    if (seen === before) done();
    else { before = seen; requestAnimationFrame(look); }
  };
  look();
})"""
"""Nobody clicks what moves: the page may be laid out anew while an answer is shown."""
PLACES = """() => {
  const box = document.getElementById("picture").getBoundingClientRect();
  const narrow = getComputedStyle(document.querySelector(".tabs")).display !== "none";
  const [top, bottom] = narrow
    ? [
      Math.max(box.top, document.querySelector("header").getBoundingClientRect().bottom),
      Math.min(box.bottom, document.getElementById("bar").getBoundingClientRect().top),
    ]
    : [box.top, box.bottom];
  return [...document.querySelectorAll(".outlines .lit.over")].map((shape) => {
    const { left, top, width, height } = shape.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  }).filter(([x, y]) => x > box.left && x < box.right && y > top && y < bottom);
}"""


class Player:
    """Plays at `page`; chooses by `random`."""

    def __init__(self, page: Page, random: Random) -> None:
        self.page = page
        self.random = random
        self.clicks_in_picture = 0

    def create(self, address: str, game: str, choose: Callable[[Page], None] | None = None) -> None:
        """Begin a match in two clicks from the first page; `choose` changes the form in between."""
        self.page.goto(f"{address}/")
        self.page.get_by_role("button", name=f"Play {game}", exact=True).click()
        if choose is not None:
            choose(self.page)
        self.page.get_by_role("button", name="Start").click()
        self.page.wait_for_selector(".sheet svg")

    def version(self) -> int:
        """The version that the page has come to."""
        return int(self.page.locator("body").get_attribute("data-version") or 0)

    def over(self) -> bool:
        return self.page.locator("#result").get_attribute("hidden") is None

    def wait_for_turn(self) -> bool:
        """Wait until there is something to do; whether the match goes on."""
        self.page.wait_for_selector(f"{ACTION}, #result:not([hidden])", state="attached")
        self.page.wait_for_function(CAUGHT_UP)
        return not self.over()

    def act(self, take: Callable[[], None]) -> None:
        """Take an action, and wait until the table has changed."""
        before = self.version()
        take()
        try:
            self.page.wait_for_function(MOVED, arg=before, timeout=MOVE_MS)
        except TimeoutError as error:
            raise AssertionError(f"{self.told()!r} after version {before}") from error

    def past(self, version: int) -> bool:
        """Whether the page shows more than a version."""
        return self.version() > version or self.over()

    def told(self) -> str:
        return self.page.locator("#message").text_content() or ""

    def by_list(self) -> None:
        """Take one of the actions of the list, which may be renewed while one is chosen."""
        self.page.evaluate(OPEN_ALL)
        buttons = self.page.locator(ACTION)
        if (count := buttons.count()) > 0:
            chosen = buttons.nth(self.random.randrange(count))
            try:
                chosen.click(timeout=CHOICE_MS)
            except TimeoutError:
                assert buttons.count() != count, "what is listed cannot be clicked"
                self.by_list()

    def by_picture(self, press: Callable[[float, float], None] | None = None) -> None:
        """Click something that is lit, and one of the list that this leaves, if it does."""
        before = self.version()
        self.look_around()
        self.page.wait_for_selector(DRAWN)
        self.page.evaluate(STILL)
        places = self.page.evaluate(PLACES)
        if not places:
            self.by_list()
            return
        x, y = self.random.choice(places)
        (press or self.page.mouse.click)(x, y)
        self.clicks_in_picture += 1
        self.page.wait_for_function(ANSWERED, arg=before)
        choices = self.page.locator(CHOICE)
        if (count := choices.count()) > 0:
            choices.nth(self.random.randrange(count)).click()
            self.page.wait_for_selector(SHOWN_OR_TAKEN, state="attached")
            if (again := self.page.locator(AGAIN)).count() > 0:
                again.click()

    def look_around(self) -> None:
        """Look at one of the regions in which something can be clicked."""
        regions = self.page.locator(".lit-chip")
        if (count := regions.count()) > 0:
            chosen = regions.nth(self.random.randrange(count))
            with suppress(TimeoutError):  # another decision may have come
                chosen.click(timeout=CHOICE_MS)
                self.page.wait_for_selector(DRAWN, timeout=CHOICE_MS)
                self.page.wait_for_function(f"() => ({PLACES})().length > 0", timeout=CHOICE_MS)

    def play_out(self, move: Callable[[], None]) -> int:
        """Play to the end; how many decisions that took."""
        taken = 0
        while self.wait_for_turn():
            self.act(move)
            taken += 1
        return taken
