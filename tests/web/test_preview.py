"""What an action would lead to, as the board shows it before it is taken."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.http.api import Api, SeatedMatch
from tests.web.conftest import NewPage
from tests.web.player import AGAIN, LIT
from tests.web.service import Service
from tests.web.test_matches import PHONE
from tests.web.test_table import sit

STEAM = {"game": "steam", "seats": [{"kind": "human", "name": one} for one in "ABC"], "seed": 5}
HEX = "hex-C10"
CHOICES = "#chooser[open] button.action"
GHOST = ".sheet > svg > .ghost"
FINGERS = "matchMedia('(hover: none)').matches"
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
LONG_ENOUGH = 600
"""Milliseconds after which a preview would have been begun."""


@pytest.fixture
def building(service: Service) -> SeatedMatch:
    """A match of Steam whose first builder is to build."""
    match = Api(service.address).created(**STEAM)
    for _ in range(3):
        (seat,) = match.shown(0)["to_act"]
        assert match.act(seat).status_code == 200
    return match


def sit_at_turn(match: SeatedMatch, service: Service, page: Page) -> Page:
    """Sit at the match as who is to build."""
    (seat,) = match.shown(0)["to_act"]
    own = [one if one["seat"] == seat else {**one, "token": None} for one in match.created["seats"]]
    sit(page, service, {**match.created, "seats": own})
    page.wait_for_selector(LIT, state="attached")
    return page


def builder(match: SeatedMatch, service: Service, page: Page) -> Page:
    """The same, with the choices at a hex laid open."""
    sit_at_turn(match, service, page)
    page.locator(f"#{HEX}").scroll_into_view_if_needed()
    place = page.locator(f"#{HEX}").bounding_box()
    assert place is not None
    press = page.touchscreen.tap if page.evaluate(FINGERS) else page.mouse.click
    press(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(page.locator(CHOICES)).to_have_count(5)
    return page


def test_each_choice_shows_the_tile_that_it_would_lay(
    building: SeatedMatch, service: Service, page: Page
) -> None:
    before = building.shown(0)
    builder(building, service, page)
    seen = set()
    for choice in page.locator(CHOICES).all():
        choice.hover()
        expect(page.locator(GHOST)).to_have_count(1)
        seen.add(page.locator(GHOST).inner_html())
    assert len(seen) == 5
    assert page.locator(f"#{HEX}").count() == 1, "each id is that of one element"
    assert building.shown(0) == before, "nothing was submitted"
    page.locator("#chooser-title").hover()
    expect(page.locator(GHOST)).to_have_count(0)


def test_names_lie_over_what_is_lit_in_a_preview_too(
    building: SeatedMatch, service: Service, page: Page
) -> None:
    sit_at_turn(building, service, page)
    layers = ".sheet > svg:has(.outlines .lit) > .outlines ~ .legible"
    expect(page.locator(f"{layers} > text", has_text="Philadelphia")).to_have_count(1)
    page.locator("#picture").hover()
    page.locator("#actions button.action:visible").first.hover()
    expect(page.locator(f"{layers}.of-ghost > text", has_text="Philadelphia")).to_have_count(1)
    page.mouse.move(0, 0)
    expect(page.locator(layers)).to_have_count(1)


def test_choices_at_a_place_are_pictures_that_are_called_by_their_words(
    building: SeatedMatch, service: Service, page: Page
) -> None:
    builder(building, service, page)
    choices = page.locator(CHOICES)
    for choice in choices.all():
        expect(choice.locator("svg path").first).to_be_attached()
        label = choice.get_attribute("title")
        expect(choice).to_have_accessible_name(str(label))
        expect(choice.locator(".outcome")).to_have_text(str(label).rsplit(": ", maxsplit=1)[1])
    drawn = {choice.locator("svg").inner_html() for choice in choices.all()}
    assert len(drawn) == 5
    hexagon, chooser = (page.locator(one).bounding_box() for one in (f"#{HEX}", "#chooser"))
    assert hexagon is not None
    assert chooser is not None
    ends = [box["x"] + box["width"] for box in (hexagon, chooser)]
    assert chooser["x"] > ends[0] or hexagon["x"] > ends[1], "the list hides what it is about"
    page.keyboard.press("ArrowRight")
    expect(choices.nth(1)).to_be_focused()
    expect(page.locator(".whole-label")).to_have_text(choices.nth(1).get_attribute("title") or "")


def test_keys_and_the_wheel_turn_the_tile(
    building: SeatedMatch, service: Service, page: Page
) -> None:
    builder(building, service, page)
    done = page.locator(f"{GHOST} > desc")
    expect(done).to_contain_text("track N to SW")  # of the first choice, which has the focus
    page.keyboard.press("ArrowDown")
    expect(done).to_contain_text("track NE to SW")
    page.mouse.wheel(0, 120)
    expect(done).to_contain_text("track SE to SW")
    page.mouse.wheel(0, -120)
    expect(done).to_contain_text("track NE to SW")
    page.locator(CHOICES).last.hover()
    expect(done).to_contain_text("track SW to NW")
    page.keyboard.press("ArrowUp")
    expect(done).to_contain_text("track S to SW")
    page.keyboard.press("Escape")
    expect(page.locator(GHOST)).to_have_count(0)


def test_an_action_of_the_list_is_shown_where_it_would_be_done(
    building: SeatedMatch, service: Service, page: Page
) -> None:
    builder(building, service, page)
    page.keyboard.press("Escape")
    picture = page.locator("#picture")
    before = picture.inner_html()
    page.locator("#actions button.action:visible").first.hover()
    expect(page.locator(GHOST)).to_have_count(1)
    page.mouse.move(0, 0)
    expect(page.locator(GHOST)).to_have_count(0)
    assert picture.inner_html() == before


def previews(page: Page) -> list[str]:
    """The pictures of what would be that a page has asked for."""
    asked = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert any("/picture.svg?" in url for url in asked)
    return [url for url in asked if "/picture.svg?" in url and "after=" in url]


def test_who_saves_data_brings_no_previews(
    building: SeatedMatch, service: Service, new_page: NewPage
) -> None:
    for fingers in ({}, TOUCH):
        page = new_page(**fingers)
        page.add_init_script(
            "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
        )
        builder(building, service, page)
        page.locator(CHOICES).nth(1).focus()
        page.wait_for_timeout(LONG_ENOUGH)
        assert previews(page) == []


def test_a_finger_sees_a_choice_first_and_takes_it_with_a_second_tap(
    building: SeatedMatch, service: Service, new_page: NewPage
) -> None:
    page = new_page(**TOUCH)
    builder(building, service, page)
    before = building.shown(0)["version"]
    for number in (2, 1):
        choice = page.locator(CHOICES).nth(number)
        choice.tap()
        expect(choice).to_contain_text("choose it again")
        expect(page.locator(GHOST)).to_have_count(1)
    expect(page.locator(AGAIN)).to_have_count(1)
    assert building.shown(0)["version"] == before
    assert len(previews(page)) == 5, "one for each choice, and none again for what is tapped"
    place, chooser = (page.locator(one).bounding_box() for one in (f"#{HEX}", "#chooser"))
    assert place is not None
    assert chooser is not None
    assert place["y"] + place["height"] <= chooser["y"] or place["y"] >= sum(
        chooser[side] for side in ("y", "height")
    ), "the list hides what it is about"
    page.locator(CHOICES).nth(1).tap()
    expect(page.locator("body")).to_have_attribute("data-version", str(before + 1))
    expect(page.locator(GHOST)).to_have_count(0)
