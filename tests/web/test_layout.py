"""What a decision needs is on the screen, and can be read, early, in the middle and late."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from railhead.games.registry import shipped_rulesets
from tests.http.api import Api, SeatedMatch
from tests.web.conftest import NewPage
from tests.web.late_tables import play_bots
from tests.web.player import ACTION, DRAWN
from tests.web.service import Service
from tests.web.test_accessibility import SHOW_TAB
from tests.web.test_table import sit

WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
STAGES = (0, 40, 110)
"""Decisions after which it is looked at."""
SMALLEST = {1440: 11, 360: 10}
ON_SCREEN = """() => {
  const inside = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  };
  const parts = "#standing, #regions, #picture, #bar, #actions-title, .players, #tray dt";
  return parts.split(", ").filter((part) => !inside(document.querySelector(part)));
}"""
BESIDE_THE_PICTURE = """(least) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const left = parent.closest("svg, option, script, noscript, .unseen, .detail");
    if (left || !walker.currentNode.data.trim() || !parent.checkVisibility()) continue;
    if (parseFloat(getComputedStyle(parent).fontSize) < least) small.push(parent.outerHTML);
  }
  return small;
}"""
IN_THE_PICTURE = """(least) => [...document.querySelectorAll(".sheet svg text")].flatMap((text) => {
  const { a, b } = text.getScreenCTM();
  const size = Math.hypot(a, b) * parseFloat(getComputedStyle(text).fontSize);
  return text.textContent.trim() && size < least - 0.05 ? [`${text.textContent}: ${size}`] : [];
})"""
OUT_OF_VIEW = """() => {
  const panel = document.querySelector(".players");
  const { bottom } = panel.getBoundingClientRect();
  const pieces = [...panel.querySelectorAll(".piece.lit")];
  const lower = (piece) => piece.getBoundingClientRect().bottom > bottom;
  if (pieces.length > 0) return pieces.filter(lower).map((piece) => piece.textContent);
  return panel.scrollHeight > panel.clientHeight ? [panel.textContent] : [];
}"""
SEEN_ACTIONS = """() => {
  const { bottom } = document.getElementById("actions").getBoundingClientRect();
  const buttons = [...document.querySelectorAll("#actions button.action")];
  return buttons.filter((one) => one.getBoundingClientRect().bottom <= bottom + 1).length;
}"""
LISTED = "#actions button.action"
FEW = 3
PARTS_OF_THE_MATCH = (0, 0.5, 0.8)
BOARD = """() => {
  const box = document.getElementById("picture").getBoundingClientRect();
  const board = document.querySelector(".sheet svg").getBoundingClientRect();
  return { across: board.width / box.width, up: board.height / box.height };
}"""


def play_decisions(api: Api, game: str, decisions: int) -> SeatedMatch:
    """A match of people after so many decisions, the middle one of the legal actions each time."""
    fewest = shipped_rulesets()[game].min_seats
    match = api.created(game=game, seats=[{"kind": "human"}] * fewest, seed=11)
    for _ in range(decisions):
        shown = match.shown(0)
        if shown["status"] == "over":
            break
        [seat, *_rest] = shown["to_act"]
        count = len(match.legal(seat)["actions"])
        assert match.act(seat, count // 2).status_code == 200
    return match


def look(page: Page, service: Service, match: SeatedMatch) -> dict[str, Any]:
    """Sit at the seat that is to act."""
    seat = next(iter(match.shown(0)["to_act"]), 0)
    seats = [{**one, "token": one["token"] if one["seat"] == seat else None}
             for one in match.created["seats"]]  # fmt: skip
    created = {**match.created, "seats": seats}
    sit(page, service, created)
    page.wait_for_selector(f"{ACTION}, #result:not([hidden])", state="attached")
    return created


@pytest.mark.parametrize("game", shipped_rulesets())
def test_a_decision_is_on_one_screen_and_can_be_read(
    service: Service, page: Page, game: str
) -> None:
    for decisions in STAGES:
        match = play_decisions(Api(service.address), game, decisions)
        look(page, service, match)
        decides = match.shown(0)["status"] != "over"
        for window in (WIDE, PHONE):
            page.set_viewport_size(window)
            page.wait_for_timeout(300)
            assert page.evaluate(BESIDE_THE_PICTURE, SMALLEST[window["width"]]) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            if window is WIDE and decides:
                assert page.evaluate(ON_SCREEN) == []
                board = page.evaluate(BOARD)
                assert max(board.values()) > 0.9, "the board fills its place"
                assert board["across"] < 1.01
        page.set_viewport_size(WIDE)


def fork(match: SeatedMatch, version: int) -> SeatedMatch:
    """A match of people that goes on from a version of a match of bots."""
    body = {"version": version, "seats": [{"kind": "human"} for _ in match.created["seats"]]}
    answered = match.owner.post(f"{match.path}/forks", json=body)
    assert answered.status_code == 201, answered.text
    return SeatedMatch(match.anybody, answered.json())


def hold_letters(page: Page, least: int, what: str) -> None:
    """Hold every letter of the page, in pictures and beside them, to a size in pixels."""
    assert page.evaluate(IN_THE_PICTURE, least) == [], what
    assert page.evaluate(BESIDE_THE_PICTURE, least) == [], what


@pytest.mark.parametrize("game", shipped_rulesets())
def test_the_letters_of_every_region_can_be_read(service: Service, page: Page, game: str) -> None:
    """As bots left it: at the first move, in the middle and late; by itself and by each chip."""
    match, last = play_bots(Api(service.address), shipped_rulesets()[game])
    for part in PARTS_OF_THE_MATCH:
        look(page, service, fork(match, round(part * last)))
        for window in (WIDE, PHONE):
            page.set_viewport_size(window)
            page.wait_for_timeout(300)
            least = SMALLEST[window["width"]]
            hold_letters(page, least, f"{part} of the match, {window}")
            for tab in page.locator(".tabs button:visible").all():
                tab.click()
                hold_letters(page, least, f"{part} of the match, {tab.text_content()}")
            page.evaluate(SHOW_TAB, "picture")
            for chip in page.locator("#regions .chip").all():
                name = chip.text_content()
                chip.click()
                page.wait_for_timeout(300)
                hold_letters(page, least, f"{part} of the match, {window}, {name}")
        page.set_viewport_size(WIDE)


@pytest.mark.parametrize("game", shipped_rulesets())
def test_what_a_decision_needs_is_in_view_without_scrolling(
    service: Service, page: Page, game: str
) -> None:
    """The tray, but for what is folded, and at least a few of the actions."""
    match, last = play_bots(Api(service.address), shipped_rulesets()[game])
    for part in PARTS_OF_THE_MATCH:
        look(page, service, fork(match, round(part * last)))
        page.wait_for_timeout(300)
        assert page.evaluate(OUT_OF_VIEW) == []
        assert page.evaluate(SEEN_ACTIONS) >= min(FEW, page.locator(LISTED).count())


CUT = """() => [...document.querySelectorAll("h1, #standing, .tabs button, #bar > button")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)"""
ABOVE_THE_BAR = """() => {
  const { top } = document.getElementById("bar").getBoundingClientRect();
  const asked = ["#standing", "#regions", "#tray dt", "#actions-title"];
  const choices = [...document.querySelectorAll("#actions button.action")];
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= top + 1;
  };
  const board = document.getElementById("picture").getBoundingClientRect();
  return {
    missed: asked.filter((one) => !seen(document.querySelector(one))),
    choices: choices.filter((one) => one.checkVisibility() && seen(one)).length,
    all: choices.filter((one) => one.checkVisibility()).length,
    board: Math.min(board.bottom, top) - board.top,
  };
}"""
LEAST_BOARD = 200
"""Pixels of the board's height that stand beside the choices of a phone."""


@pytest.mark.parametrize("game", shipped_rulesets())
def test_a_phone_shows_the_board_and_the_first_choices_without_scrolling(
    service: Service, new_page: NewPage, game: str
) -> None:
    """As bots left it: the question, a part of the board, and a choice that can be touched."""
    match, last = play_bots(Api(service.address), shipped_rulesets()[game])
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    for part in PARTS_OF_THE_MATCH:
        look(page, service, fork(match, round(part * last)))
        page.wait_for_selector(DRAWN)
        page.wait_for_timeout(300)
        seen = page.evaluate(ABOVE_THE_BAR)
        assert page.evaluate("scrollY") == 0
        assert seen["missed"] == [], f"{part} of the match"
        assert seen["choices"] >= min(1, seen["all"]), f"{part} of the match: {seen}"
        assert seen["board"] >= LEAST_BOARD, f"{part} of the match: {seen}"
        assert page.evaluate(CUT) == []
