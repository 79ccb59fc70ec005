"""What axe says of every page, and what a screen reader is told."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import WIDE, NewPage
from tests.web.player import OPEN_ALL, Player
from tests.web.service import Service
from tests.web.test_matches import PHONE, easy_bots

GAME = "Montana"
SHOW_TAB = "(name) => import('/web/tabs.js').then(({ showTab }) => showTab(name))"
WINDOWS: list[dict[str, Any]] = [
    {"viewport": WIDE, "color_scheme": "light"},
    {"viewport": WIDE, "color_scheme": "dark"},
    {"viewport": PHONE, "color_scheme": "light", "has_touch": True, "is_mobile": True},
    {"viewport": PHONE, "color_scheme": "dark", "reduced_motion": "reduce"},
]


def clean(page: Page, what: str) -> None:
    """Hold a page against all of axe's rules."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    told = [(rule["id"], [node["target"] for node in rule["nodes"]][:3]) for rule in found]
    assert told == [], f"{what}: {told}"


@pytest.mark.parametrize("window", WINDOWS, ids=["light", "dark", "phone", "dark phone"])
def test_axe_finds_nothing(service: Service, new_page: NewPage, window: dict[str, Any]) -> None:
    page = new_page(**window)
    page.goto(f"{service.address}/web/")
    page.wait_for_selector(".card img")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    clean(page, "the first page")
    page.get_by_role("button", name="Settings").click()
    clean(page, "the settings")
    page.get_by_role("button", name="Close").click()
    player = Player(page, Random(4))

    def choose(form: Page) -> None:
        easy_bots(form)
        clean(form, "a new match")

    player.create(service.address, GAME, choose)
    assert player.wait_for_turn()
    for tab in ("picture", "actions", "log", "more"):
        page.evaluate(SHOW_TAB, tab)
        page.evaluate(OPEN_ALL)
        clean(page, f"the table, {tab}")
    page.evaluate(SHOW_TAB, "picture")
    page.locator("#slider").fill("1")
    clean(page, "the past")
    page.evaluate("document.getElementById('to-now').click()")
    page.evaluate("document.getElementById('help').showModal()")
    clean(page, "the keys")
    page.evaluate("document.getElementById('help').close()")
    page.on("dialog", lambda dialog: dialog.accept())
    page.evaluate(SHOW_TAB, "more")
    page.get_by_text("Leave the seat").click()
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector("#plot svg")
    clean(page, "the result")


def test_what_happens_is_read_out(service: Service, player: Player) -> None:
    page = player.page
    player.create(service.address, GAME, easy_bots)
    expect(page.locator("#announcer[role=status]")).to_contain_text("Your turn")
    player.wait_for_turn()
    player.act(player.by_list)
    said = page.locator("#announcer")
    last = page.locator("#log li").last
    expect(said).to_contain_text(last.text_content() or "?")


def test_the_page_can_be_gone_through_by_headings_and_landmarks(
    service: Service, player: Player
) -> None:
    page = player.page
    player.create(service.address, GAME, easy_bots)
    player.wait_for_turn()
    for name in ("The table", "What you can do", "What has happened", "Players"):
        assert page.get_by_role("heading", level=2, name=name).count() == 1
        assert page.get_by_role("region", name=re.compile(rf"^{name}( \(|$)")).count() == 1
    assert page.get_by_role("main").count() == page.get_by_role("banner").count() == 1
    assert page.get_by_role("heading", level=1, name=GAME).count() == 1


def test_without_movement_nothing_moves(service: Service, new_page: NewPage) -> None:
    page = new_page(reduced_motion="reduce")
    player = Player(page, Random(4))
    player.create(service.address, GAME, easy_bots)
    player.wait_for_turn()
    page.wait_for_selector(".outlines .lit.over", state="attached")
    assert page.evaluate("document.getAnimations().length") == 0


def test_single_keys_can_be_switched_off(service: Service, player: Player) -> None:
    page = player.page
    player.create(service.address, GAME, easy_bots)
    player.wait_for_turn()
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Single keys are shortcuts").uncheck()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_hidden()
