"""Whole matches, played at the table in each of the ways in which one can play."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page

from railhead.games.registry import shipped_rulesets
from tests.web.conftest import NewPage
from tests.web.player import ACTION, Player
from tests.web.service import Service

NAMES = sorted(ruleset.name for ruleset in shipped_rulesets().values())
IN_THE_PICTURE = 0.6
PHONE = {"width": 360, "height": 740}


def easy_bots(page: Page) -> None:
    """Choose the weakest bots, who are the quickest too."""
    for kind in page.locator("dialog[open] .seat-rows select").all()[1:]:
        kind.select_option("bot:easy")


def finished(page: Page) -> None:
    """Hold a page against what it should show of a match that is over."""
    assert (page.locator("#standing").text_content() or "").startswith("The match is over")
    assert page.locator("#sheet tbody tr").count() >= 3
    page.wait_for_selector("#plot svg[role=img]", state="attached")
    assert page.locator(ACTION).count() == 0
    assert page.locator("#log li").count() > 10


@pytest.mark.parametrize("game", NAMES)
def test_a_match_by_mouse(service: Service, player: Player, game: str) -> None:
    player.create(service.address, game, easy_bots)

    def move() -> None:
        if player.random.random() < IN_THE_PICTURE:
            player.by_picture()
        else:
            player.by_list()

    assert player.play_out(move) > 10
    assert player.clicks_in_picture > 5
    finished(player.page)


def test_a_match_by_keyboard_alone(service: Service, new_page: NewPage) -> None:
    page = new_page()
    player = Player(page, Random(8))
    press = page.keyboard.press

    def tab_to(text: str) -> None:
        for _ in range(60):
            press("Tab")
            if text in (page.evaluate("document.activeElement.ariaLabel") or focused(page)):
                return
        raise AssertionError(f"the Tab key does not reach {text!r}")

    page.goto(f"{service.address}/")
    page.wait_for_selector(".card")
    tab_to(f"Play {NAMES[1]}")
    press("Enter")
    tab_to("Start")
    press("Enter")
    page.wait_for_selector(".sheet svg")

    def move() -> None:
        press("a")
        for _ in range(player.random.randrange(6)):
            press("ArrowDown")
        for _ in range(3):
            if page.evaluate("document.activeElement.matches('details:not([open]) > summary')"):
                press("Enter")
            if page.evaluate("document.activeElement.matches('button.action')"):
                press("Enter")
                return
            press("ArrowDown")

    assert player.play_out(move) > 10
    finished(page)


def focused(page: Page) -> str:
    """What the element says that has the focus."""
    text: str = page.evaluate("document.activeElement.textContent")
    return text


def test_a_match_by_touch_on_a_phone(service: Service, new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    player = Player(page, Random(9))
    player.create(service.address, NAMES[1], easy_bots)

    def open_tab(name: str) -> None:
        page.locator(f'.tabs button[data-tab="{name}"]').tap()

    def by_picture() -> None:
        open_tab("picture")
        bring_a_lit_place_into_view(page, player.random)
        player.by_picture(page.touchscreen.tap)

    def by_list() -> None:
        open_tab("picture")
        player.by_list()

    def move() -> None:
        (by_picture if player.random.random() < IN_THE_PICTURE else by_list)()

    assert player.play_out(move) > 10
    assert player.clicks_in_picture > 5
    finished(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def bring_a_lit_place_into_view(page: Page, random: Random) -> None:
    shapes = page.locator(".outlines .lit.over")
    count = shapes.count()
    if count > 0:
        shapes.nth(random.randrange(count)).evaluate(
            "(shape) => shape.scrollIntoView({ block: 'center', inline: 'center' })"
        )
