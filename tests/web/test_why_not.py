"""A click on what is not lit says why nothing can be done there now, and does nothing."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.http.api import Api
from tests.web.service import Service
from tests.web.test_table import SEATS, sit

UNLIT = """() => {
  const outlines = [...document.querySelectorAll(".outlines .lit")];
  const lit = new Set(outlines.map((one) => one.dataset.about));
  for (const element of document.querySelectorAll("#picture svg g[id^='hex']")) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y)?.closest("g[id]");
    if (hit === element && !lit.has(element.id)) return [x, y];
  }
  return null;
}"""


def test_a_click_on_what_is_not_lit_says_why(service: Service, page: Page) -> None:
    seats = [SEATS[0], {"kind": "human", "name": "Ben"}]
    made = Api(service.address).created(game="montana", seats=seats, seed=5)
    sit(page, service, made.created)
    version = made.shown(0)["version"]
    x, y = page.evaluate(UNLIT)
    page.mouse.click(x, y)
    dialog = page.locator("#chooser[open]")
    expect(dialog.get_by_role("heading")).to_contain_text("Not now:")
    assert len(dialog.locator("li.reason").first.inner_text()) > len("The rule")
    assert dialog.locator("button.action").count() == 0
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert made.shown(0)["version"] == version


def test_who_is_not_to_act_is_told_whose_turn_it_is(service: Service, page: Page) -> None:
    seats = [SEATS[0], {"kind": "human", "name": "Ben"}]
    made = Api(service.address).created(game="montana", seats=seats, seed=5)
    [acting] = made.shown(0)["to_act"]
    others = [seat for seat in made.created["seats"] if seat["seat"] != acting]
    sit(page, service, {**made.created, "seats": others})
    page.mouse.click(*page.evaluate(UNLIT))
    expect(page.locator("#chooser[open] li.reason")).to_have_count(1)
