"""A tutorial in a browser: begun on its page, and followed beside the table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.http.api import Api
from tests.http.tutorials import fits
from tests.web.conftest import NewPage
from tests.web.player import Player
from tests.web.service import Service
from tests.web.test_accessibility import clean
from tests.web.test_table import SEATS, sit

GAME = "montana"


def begin_tutorial(page: Page, service: Service) -> str:
    """Begin the tutorial on its page, which leads to its table; the match's id."""
    page.goto(f"{service.address}/web/tutorial.html#game={GAME}")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".sheet svg")
    page.wait_for_selector(".tutorial .step")
    match: str = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('match')")
    return match


def token_of(page: Page, match: str) -> str:
    found: str = page.evaluate(
        "(match) => import('/web/tokens.js').then((kept) => kept.kept(match).seats[0])", match
    )
    return found


def legal(api: Api, match: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.get(f"/v1/matches/{match}/legal-actions").json()["actions"]
    return found


def test_steps_are_shown_done_and_remembered(service: Service, page: Page) -> None:
    steps = Api(service.address).get(f"/v1/games/{GAME}/tutorial").json()["steps"]
    match = begin_tutorial(page, service)
    api = Api(service.address, token_of(page, match))
    panel = page.locator(".tutorial")
    expect(panel).to_contain_text(steps[0]["text"])
    panel.get_by_role("button", name="Next").click()
    expect(panel).to_contain_text(steps[1]["text"])
    for target in steps[1]["look"]:
        expect(page.locator(f".outlines .meant.over[data-about='{target}']")).to_have_count(1)
    expect(panel).to_contain_text("Now take: Hire")
    clean(page, "a tutorial")
    chosen = next(one for one in legal(api, match) if fits(one, steps[1]["attempt"]))
    page.locator(f"#actions [data-action='{chosen['action']}']").click()
    expect(panel).to_contain_text(steps[2]["text"])
    page.reload()
    page.wait_for_selector(".sheet svg")
    expect(page.locator(".tutorial")).to_contain_text(steps[2]["text"])


def test_after_the_steps_it_goes_on_a_sentence_at_a_time_to_the_result(
    service: Service, page: Page
) -> None:
    reminders = Api(service.address).get(f"/v1/games/{GAME}/tutorial").json()["reminders"]
    begin_tutorial(page, service)
    panel = page.locator(".tutorial")
    while panel.get_by_role("button", name="Close").count() == 0:
        panel.locator("button:visible").last.click()
    player, said = Player(page, Random(4)), set()
    while player.wait_for_turn():
        said.add(panel.locator(".step").inner_text())
        player.act(player.by_list)
    assert len(said & {one["text"] for one in reminders}) > 3
    expect(panel).to_contain_text("That was your first match")
    expect(panel).to_contain_text("The match is over")
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)


def test_a_match_without_a_tutorial_has_no_panel(service: Service, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    sit(page, service, Api(service.address).created(game=GAME, seats=SEATS).created)
    assert page.locator(".tutorial").count() == 0
    assert not [url for url in asked if url.endswith("/tutorial.js")]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_its_first_page_fits(service: Service, new_page: NewPage, width: int, height: int) -> None:
    page = new_page(viewport={"width": width, "height": height}, color_scheme="dark")
    page.goto(f"{service.address}/web/tutorial.html#game={GAME}")
    page.wait_for_selector("article img")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    clean(page, "the first page of a tutorial")
