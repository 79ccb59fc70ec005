"""Puzzles in a browser: found, answered, and explained."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from railhead.games.registry import shipped_rulesets
from tests.http.api import Api
from tests.web.conftest import NewPage
from tests.web.service import Service
from tests.web.test_accessibility import clean

SIZES = [(360, 740), (1440, 900)]


def solution(service: Service, game: str) -> dict[str, Any]:
    """The puzzle of the day, with its solution."""
    api = Api(service.address)
    daily = api.get(f"/v1/games/{game}/puzzles/daily").json()
    body = {"action": daily["actions"][0]["action"], "reveal": True}
    judged = api.post(f"/v1/games/{game}/puzzles/{daily['id']}/answers", json=body).json()
    return {**daily, "best": judged["solution"]["candidates"][0]["action"]}


def open_daily(page: Page, service: Service, game: str) -> None:
    page.goto(f"{service.address}/web/puzzles.html#game={game}&puzzle=daily")
    page.wait_for_selector(".sheet svg")


def choose(page: Page, action: str) -> None:
    page.evaluate(
        "document.querySelectorAll('#actions details').forEach((one) => { one.open = true; })"
    )
    page.locator(f'.puzzle button[data-action="{action}"]').click()


def test_all_games_have_a_puzzle_of_the_day_and_the_list(service: Service, page: Page) -> None:
    page.goto(f"{service.address}/web/puzzles.html")
    expect(page.locator("#lists section")).to_have_count(len(shipped_rulesets()))
    page.locator("#lists summary").first.click()
    page.locator("#lists li a").first.click()
    expect(page.locator("#task")).to_contain_text("What is best?")


@pytest.mark.parametrize("game", shipped_rulesets())
def test_the_best_action_is_right_and_explained(service: Service, page: Page, game: str) -> None:
    open_daily(page, service, game)
    choose(page, solution(service, game)["best"])
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Right:")
    expect(verdict).to_contain_text("more than what comes next")
    assert verdict.locator(".hints li").count() >= 2


def test_another_action_may_be_followed_by_a_try_or_the_solution(
    service: Service, page: Page
) -> None:
    asked = solution(service, "montana")
    other = next(one for one in asked["actions"] if one["action"] != asked["best"])
    open_daily(page, service, "montana")
    choose(page, other["action"])
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Not the best:")
    page.get_by_role("button", name="Show the solution").click()
    expect(verdict.locator(".hints button").first).to_have_attribute("data-action", asked["best"])


def test_a_solved_puzzle_is_marked(service: Service, page: Page) -> None:
    open_daily(page, service, "montana")
    choose(page, solution(service, "montana")["best"])
    expect(page.locator("#verdict")).to_contain_text("Right:")
    page.goto(f"{service.address}/web/puzzles.html")
    expect(page.locator("#lists section").first).to_contain_text("1 solved here")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_it_fits_and_axe_finds_nothing(
    service: Service, new_page: NewPage, width: int, height: int
) -> None:
    page = new_page(viewport={"width": width, "height": height}, color_scheme="dark")
    open_daily(page, service, "steam")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    clean(page, "a puzzle")
    page.goto(f"{service.address}/web/puzzles.html")
    page.wait_for_selector("#lists section")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    clean(page, "the list")
