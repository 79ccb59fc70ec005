"""The log goes by turns, and says what others have done since one's own last action."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, expect

from tests.http.api import Api
from tests.web.player import Player
from tests.web.service import Service
from tests.web.test_table import SEATS, sit

NUMBERED = "#log [data-number]"


def others_have_acted(service: Service, page: Page) -> Player:
    """A player whose turn it is again, after an action of the own seat and some of a bot."""
    made = Api(service.address).created(game="montana", seats=SEATS, seed=5)
    sit(page, service, made.created)
    player = Player(page, Random(3))
    for _ in range(40):
        assert player.wait_for_turn()
        if page.locator(NUMBERED).count() > 0 and page.locator('#log [data-seat="0"]').count() > 0:
            return player
        player.act(player.by_list)
    raise AssertionError("nobody else has acted")


def test_what_others_did_since_the_last_turn_is_numbered_in_order(
    service: Service, page: Page
) -> None:
    player = others_have_acted(service, page)
    lines = page.locator(NUMBERED)
    assert [line.get_attribute("data-number") for line in lines.all()] == [
        str(number + 1) for number in range(lines.count())
    ]
    expect(page.locator("#log .since")).to_have_text("Since your last turn")
    for line in lines.all():
        assert line.get_attribute("data-seat") != "0" or "chance" in str(
            line.get_attribute("class")
        )
    turns = page.locator("#log li.event").evaluate_all(
        "(lines) => lines.filter((line) => !line.matches('.begins'))"
        ".every((line) => line.dataset.seat === line.previousElementSibling?.dataset.seat"
        " || line.previousElementSibling?.matches('.since') || !line.previousElementSibling)"
    )
    assert turns
    player.act(player.by_list)


def test_numbers_stand_where_it_was_done(service: Service, page: Page) -> None:
    """The targets of events are put in as the service tells them."""
    others_have_acted(service, page)
    marked = page.evaluate("""async () => {
      const { Picture } = await import("/web/picture.js");
      const box = document.createElement("div");
      Object.assign(box.style, { width: "600px", height: "300px" });
      document.body.append(box);
      const picture = new Picture(box, () => {});
      picture.draw([`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 300">
        <g id="a"><rect x="100" y="50" width="40" height="40"/></g></svg>`]);
      picture.number([
        { number: 1, targets: ["a"] }, { number: 2, targets: ["none", "a"] },
        { number: 3, targets: ["none"] }, { number: 4 },
      ]);
      while (!box.querySelector(".numbers text")) await new Promise(requestAnimationFrame);
      return [...box.querySelectorAll(".numbers text")].map((text) => (
        [text.textContent, Math.round(text.getAttribute("x")), Math.round(text.getAttribute("y"))]
      ));
    }""")
    assert marked == [["1", 100, 50], ["2", 122, 50]]
