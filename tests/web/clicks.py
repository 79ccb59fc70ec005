"""`python -m tests.web.clicks`: how many clicks a turn takes in each game, of who plays as bots do.

Each decision is what an analysis finds best. It is taken in the fewest clicks that the page allows:
on the board where the action lights something in view, else in the list. A turn is all that a seat
decides before another acts.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from railhead.games.registry import shipped_rulesets
from tests.http.api import Api, SeatedMatch
from tests.web.conftest import FLAGS
from tests.web.player import MOVED
from tests.web.service import Service
from tests.web.test_layout import WIDE
from tests.web.test_table import sit

DECISIONS = 40
SECONDS = 1
SEED = 11
PLACE = """(id) => {
  const shape = document.querySelector(`.outlines .lit.over[data-about="${CSS.escape(id)}"]`) ??
    document.querySelector(`.piece.lit[data-about="${CSS.escape(id)}"]`);
  if (!shape) return null;
  const { left, top, width, height } = shape.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return x > 0 && y > 0 && x < innerWidth && y < innerHeight ? [x, y] : null;
}"""
IN_VIEW = """(button) => {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""
ANSWERED = f"(before) => document.getElementById('chooser').open || ({MOVED})(before)"
DRAWN = "#picture[aria-busy=false]"


def find_best(match: SeatedMatch, version: int) -> str:
    """What an analysis finds best for the first seat."""
    client = match.seats[0]
    body = {"seconds": SECONDS, "version": version}
    made = client.post(f"{match.path}/analyses", json=body)
    assert made.status_code in (200, 201, 202), made.text
    where = f"{match.path}/analyses/{made.json()['analysis']}"
    while (found := client.get(f"{where}?wait=10").json())["status"] == "running":
        pass
    best: str = found["candidates"][0]["action"]
    return best


class Clicker:
    """Takes actions at a page, and counts what that takes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.counted: Counter[str] = Counter()

    def click(self, selector: str) -> None:
        button = self.page.locator(selector).first
        if not button.evaluate(IN_VIEW):
            self.counted["scrolls"] += 1
        button.click()
        self.counted["clicks"] += 1

    def take(self, action: dict[str, Any], version: int) -> None:
        """Take an action, on the board where that can be."""
        named = f'button.action[data-action="{action["action"]}"]'
        places = [self.page.evaluate(PLACE, target) for target in action["targets"]]
        place = next((one for one in places if one), None)
        if place is not None:
            self.page.mouse.click(*place)
            self.counted["clicks"] += 1
            self.page.wait_for_function(ANSWERED, arg=version)
            if self.page.locator("#chooser[open]").count() > 0:
                self.click(f"#chooser {named}")
        else:
            if not self.page.locator(f"{named}:visible").count():
                self.click(f"#actions details:not([open]):has({named}) > summary")
            self.click(f"#actions {named}, #endings {named}")
        self.page.wait_for_function(MOVED, arg=version)
        self.counted["decisions"] += 1


def count(page: Page, service: Service, game: str) -> Counter[str]:
    """Play a while against bots; what was counted."""
    ruleset = shipped_rulesets()[game]
    bots = [{"kind": "bot", "level": "easy"}] * ruleset.min_seats
    match = Api(service.address).created(game=game, seats=[{"kind": "human"}, *bots], seed=SEED)
    sit(page, service, match.created)
    clicker, last = Clicker(page), -1
    while clicker.counted["decisions"] < DECISIONS:
        page.wait_for_selector("button.action, #result:not([hidden])", state="attached")
        shown = match.shown(0)
        if shown["status"] == "over":
            break
        if 0 not in shown["to_act"]:
            continue
        version = shown["version"]
        page.wait_for_function("(now) => document.body.dataset.version === now", arg=str(version))
        page.wait_for_selector(DRAWN)
        actions = {one["action"]: one for one in match.legal(0)["actions"]}
        clicker.counted["turns"] += acted_between(match, last, version)
        clicker.take(actions[find_best(match, version)], version)
        last = version
    return clicker.counted


def acted_between(match: SeatedMatch, last: int, version: int) -> bool:
    """Whether another seat has acted since the last own decision, or there was none."""
    if last < 0:
        return True
    events = match.seats[0].get(f"{match.path}/events?after={last}").json()["events"]
    return any(one["seat"] not in (0, None) for one in events if one["version"] <= version)


def main() -> None:
    service = Service(Path(tempfile.mkdtemp()))
    service.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium", args=list(FLAGS)
            )
            for game in shipped_rulesets():
                page = browser.new_page(viewport={"width": WIDE["width"], "height": WIDE["height"]})
                page.set_default_timeout(120_000)
                found = count(page, service, game)
                turns, decisions = found["turns"], found["decisions"]
                print(
                    f"{game}: {found['clicks'] / turns:.1f} clicks and "
                    f"{found['scrolls'] / turns:.1f} scrolls a turn, "
                    f"{found['clicks'] / decisions:.2f} clicks a decision "
                    f"({decisions} decisions in {turns} turns)",
                    flush=True,
                )
            browser.close()
    finally:
        service.stop()


if __name__ == "__main__":
    main()
