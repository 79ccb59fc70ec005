"""Several actions in one go: pulled over the board with the pointer, and confirmed once."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.http.api import SeatedMatch
from tests.web.conftest import NewPage
from tests.web.service import Service
from tests.web.test_preview import CHOICES, GHOST, building, sit_at_turn

__all__ = ["building"]

PULLED = ("hex-C10", "hex-D09")
SLOW: dict[str, Any] = {"timeout": 30_000}
MARKED = ".outlines .meant.over"


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pull(page: Page, *places: str, let_go: bool = True) -> None:
    """Pull the pointer from place to place."""
    first, *others = [middle(page.locator(f"#{one}")) for one in places]
    page.mouse.move(*first)
    page.mouse.down()
    for x, y in others:
        page.mouse.move(x, y, steps=4)
    if let_go:
        page.mouse.up()


@pytest.fixture
def builder(building: SeatedMatch, service: Service, page: Page) -> Page:
    """Who is to build, with the pointer over the board."""
    with page.expect_response("**/chain.js"):
        sit_at_turn(building, service, page)
        page.locator("#picture").hover()
    return page


def test_track_is_laid_from_hex_to_hex_and_confirmed_once(
    building: SeatedMatch, builder: Page
) -> None:
    before = building.shown(0)["version"]
    pull(builder, *PULLED, let_go=False)
    expect(builder.locator(MARKED)).to_have_count(2, **SLOW)
    builder.mouse.up()
    expect(builder.locator("#chooser-title")).to_have_text("2 actions, one after the other", **SLOW)
    label = builder.locator(CHOICES).first.inner_text()
    assert label.index("C10") < label.index("D09")
    builder.locator(CHOICES).first.hover()
    expect(builder.locator(GHOST)).to_have_count(1)
    assert building.shown(0)["version"] == before, "nothing is done before it is confirmed"
    builder.locator(CHOICES).first.click()
    expect(builder.locator("body")).to_have_attribute("data-version", str(before + 2), **SLOW)
    done = [builder.locator("#log button").nth(at).inner_text() for at in (-2, -1)]
    assert ["C10" in done[0], "D09" in done[1]] == [True, True]


def test_what_leads_to_where_the_pointer_is_let_go_comes_first(builder: Page) -> None:
    pull(builder, *PULLED, "hex-E08")
    expect(builder.locator(CHOICES).first).to_contain_text("completing Syracuse", **SLOW)


def test_a_pull_that_is_not_confirmed_does_nothing(building: SeatedMatch, builder: Page) -> None:
    before = building.shown(0)
    pull(builder, *PULLED)
    expect(builder.locator(CHOICES).first).to_be_visible(**SLOW)
    builder.keyboard.press("Escape")
    expect(builder.locator(GHOST)).to_have_count(0)
    expect(builder.locator(MARKED)).to_have_count(0)
    assert building.shown(0) == before


def test_as_much_of_a_pull_is_offered_as_can_be_done(builder: Page) -> None:
    pull(builder, "hex-C10", "hex-N11")
    expect(builder.locator(CHOICES).first).to_contain_text("C10", **SLOW)
    pulled = builder.locator(CHOICES).first.inner_text()
    assert "N11" not in pulled


def test_a_chain_stops_where_an_action_is_not_taken(building: SeatedMatch, builder: Page) -> None:
    """The first action does not arrive: what is left of the chain is not tried."""
    before = building.shown(0)
    pull(builder, *PULLED)
    expect(builder.locator(CHOICES).first).to_be_visible(**SLOW)
    sent: list[str] = []

    def fail(route: Route) -> None:
        sent.append(route.request.url)
        route.abort()

    builder.route("**/actions?*", fail)
    builder.locator(CHOICES).first.click()
    expect(builder.locator("#message")).to_contain_text("was not done", **SLOW)
    builder.wait_for_timeout(500)
    assert len(sent) == 1
    assert building.shown(0) == before


def test_a_finger_that_is_pulled_scrolls(
    building: SeatedMatch, service: Service, new_page: NewPage
) -> None:
    page = new_page(has_touch=True, is_mobile=True)
    sit_at_turn(building, service, page)
    touched = {"pointerType": "touch", "button": 0, "bubbles": True}
    for (x, y), event in zip(
        [middle(page.locator(f"#{one}")) for one in (*PULLED, PULLED[1])],
        ("pointerdown", "pointermove", "pointerup"),
        strict=True,
    ):
        page.locator("#picture").dispatch_event(event, {**touched, "clientX": x, "clientY": y})
        page.wait_for_timeout(200)
    expect(page.locator(MARKED)).to_have_count(0)
    assert page.locator("#chooser[open]").count() == 0


def test_a_click_that_slips_over_a_border_is_a_click(builder: Page) -> None:
    one, other = (middle(builder.locator(f"#{place}")) for place in ("hex-D11", PULLED[0]))
    for part, press in ((0.46, builder.mouse.down), (0.54, builder.mouse.up)):
        x, y = (a + part * (b - a) for a, b in zip(one, other, strict=True))
        builder.mouse.move(x, y)
        press()
    expect(builder.locator("#chooser-title")).to_contain_text("C10", **SLOW)
    expect(builder.locator(CHOICES)).to_have_count(5)
