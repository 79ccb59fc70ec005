"""Who asks for a rematch is not alone: the others are told, and go along with their seats."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.http.api import Api, SeatedMatch
from tests.web.conftest import NewPage
from tests.web.service import Service
from tests.web.test_table import sit

PEOPLE = [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Ben"}]


def ended(service: Service, **members: object) -> SeatedMatch:
    """A match of two people that is over."""
    match = Api(service.address).created(
        game="montana", options={"round_limit": 1}, seats=PEOPLE, seed=3, **members
    )
    match.play_out()
    return match


def seated(page: Page, service: Service, match: SeatedMatch, seat: int) -> None:
    """Sit at a seat of the match, with the token of that seat alone."""
    theirs = [
        one if one["seat"] == seat else {**one, "token": None} for one in match.created["seats"]
    ]
    sit(page, service, {**match.created, "owner_token": None, "seats": theirs})
    page.wait_for_selector("#result:not([hidden])")


def test_the_other_player_is_told_and_goes_along(service: Service, new_page: NewPage) -> None:
    match = ended(service)
    ann, ben = new_page(), new_page()
    seated(ann, service, match, 0)
    seated(ben, service, match, 1)
    expect(ben.locator("#followed")).to_be_hidden()
    before = ann.url
    ann.locator("#rematch").click()
    ann.wait_for_url(lambda url: url != before)
    expect(ben.locator("#followed")).to_contain_text("There is a rematch.")
    expect(ben.locator("#rematch")).to_be_hidden()
    expect(ben.locator("#announcer")).to_contain_text("There is a rematch")
    ben.get_by_role("link", name="To its table").click()
    expect(ben).to_have_url(ann.url)
    expect(ben.locator("#seats")).to_contain_text("Ben – you")
    expect(ben.locator("#followed")).to_be_hidden()
    expect(ann.locator("#seats")).to_contain_text("Ann – you")


def test_who_comes_back_later_is_told_too(service: Service, new_page: NewPage) -> None:
    match = ended(service)
    following = match.seats[0].post(f"{match.path}/rematch").json()["id"]
    ben = new_page()
    seated(ben, service, match, 1)
    link = ben.get_by_role("link", name="To its table")
    expect(link).to_have_attribute("href", re.compile(following))
    link.click()
    expect(ben.locator("#seats")).to_contain_text("Ben – you")


def test_who_watches_a_public_match_may_go_along(service: Service, new_page: NewPage) -> None:
    match = ended(service, visibility="public")
    page = new_page()
    page.goto(f"{service.address}/web/table.html#match={match.created['id']}")
    page.wait_for_selector("#result:not([hidden])")
    expect(page.locator("#followed")).to_be_hidden()
    match.seats[0].post(f"{match.path}/rematch")
    page.get_by_role("link", name="To its table").click()
    expect(page.locator("#standing")).to_contain_text("is to act")
    expect(page.locator("#seats")).not_to_contain_text("you")
