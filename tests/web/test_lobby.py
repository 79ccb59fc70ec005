"""What the first page says of the games, and where it leads."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.http.api import Api
from tests.web.service import Service
from tests.web.test_table import SEATS


def test_a_card_says_what_the_game_is(service: Service, page: Page) -> None:
    games = Api(service.address).get("/v1/games").json()["games"]
    page.goto(f"{service.address}/web/")
    page.wait_for_selector(".card")
    for at, game in enumerate(games):
        card = page.locator("#games > .card").nth(at)
        expect(card.locator("h3")).to_have_text(game["name"])
        expect(card).to_contain_text(game["summary"])
        expect(card.locator(".frame")).to_contain_text(f"{game['minutes']['min']} to ")
        expect(card.locator(".frame")).to_contain_text(f"weight {game['weight']} of 5")
        for notice in game["notices"]:
            line = card.locator(".reservation summary").first
            assert line.text_content() == notice
            box = line.bounding_box()
            assert box is not None
            assert box["height"] < 40
        expect(card.get_by_role("link", name="Puzzles")).to_be_visible()
        card.locator("summary", has_text="How strong").click()
        ladders = Api(service.address).get(f"/v1/games/{game['id']}").json()["ladders"]
        assert card.locator("table caption").count() == len(ladders)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_tables_with_a_free_seat_come_first(service: Service, page: Page) -> None:
    made = Api(service.address).created(
        game="montana", seats=[SEATS[0], {"kind": "open"}], visibility="public"
    )
    page.goto(f"{service.address}/web/")
    table = page.locator(f'#open-list li[data-match="{made.created["id"]}"]')
    expect(table.locator("a")).to_contain_text("Join")
    headings = page.locator("main h2:visible").all_text_contents()
    assert headings.index("Open tables") < headings.index("Play")
    expect(table).to_contain_text("Ann, Free seat 2")
