"""The page of a game's rules in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from railhead.games.registry import shipped_rulesets
from tests.http.api import Api
from tests.web.conftest import NewPage
from tests.web.service import Service
from tests.web.test_accessibility import clean

SIZES = [(360, 740), (768, 900), (1440, 900)]


def open_rules(page: Page, service: Service, game: str, at: str = "") -> None:
    page.goto(f"{service.address}/web/rules.html#game={game}" + (f"&at={at}" if at else ""))
    page.wait_for_selector("article section")


@pytest.mark.parametrize("game", shipped_rulesets())
def test_all_of_the_rules_are_on_the_page(service: Service, page: Page, game: str) -> None:
    rules = Api(service.address).get(f"/v1/games/{game}/rules.json").json()
    open_rules(page, service, game)
    shown = page.locator("article").inner_text()
    for section in rules["sections"]:
        assert section["title"] in shown
        for one in section["paragraphs"]:
            assert one["text"] in shown
    assert page.locator("#contents a").count() == len(rules["sections"])


def test_an_address_leads_to_a_paragraph_and_a_link_to_another(
    service: Service, page: Page
) -> None:
    open_rules(page, service, "montana", "canteen")
    expect(page.locator(".sought")).to_contain_text("canteen")
    expect(page.locator("#at-canteen")).to_be_focused()
    page.locator("#contents a").first.click()
    expect(page.locator(".sought")).to_have_id("title-goal")


def test_a_paragraph_shows_what_it_is_about(service: Service, page: Page) -> None:
    open_rules(page, service, "montana", "hire")
    rule = page.locator("#at-hire")
    rule.get_by_text("What you do").click()
    expect(rule).to_contain_text("Spin the wheel")
    rule.get_by_text("On the table: Wheel").click()
    expect(rule).to_contain_text("Wheel space 7")


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_scrolls_sideways_and_axe_finds_nothing(
    service: Service, new_page: NewPage, width: int, height: int, scheme: str
) -> None:
    page = new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    open_rules(page, service, "great_western_trail")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(23, 19, 15)") == (scheme == "dark")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    clean(page, "the rules")


def test_an_address_of_no_game_says_so(service: Service, page: Page) -> None:
    page.goto(f"{service.address}/web/rules.html")
    expect(page.locator("#message")).to_contain_text("names no game")
    page.goto(f"{service.address}/web/rules.html#game=chess")
    page.reload()
    expect(page.locator("#message")).to_contain_text("there is no game")
