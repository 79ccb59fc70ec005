"""What ends the turn, takes back and hints is always in view, and asks first where wished."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, ViewportSize, expect

from tests.http.api import Api, SeatedMatch
from tests.web.player import Player
from tests.web.service import Service
from tests.web.test_accessibility import SHOW_TAB
from tests.web.test_table import SEATS, sit

WINDOWS: list[ViewportSize] = [
    {"width": 1440, "height": 900}, {"width": 1280, "height": 720}, {"width": 360, "height": 740},
]  # fmt: skip
ENDING = "#endings button.action"
IN_VIEW = """(button) => {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && hit === button;
}"""


def come_to_an_ending(match: SeatedMatch, random: Random) -> None:
    """Play until the first seat can end a part of its turn, and do something else as well."""
    for _ in range(100):
        [seat] = match.shown(0)["to_act"]
        actions = match.legal(seat)["actions"]
        if seat == 0 and len(actions) > 1 and any(not one["targets"] for one in actions):
            return
        assert match.act(seat, random.randrange(len(actions))).status_code == 200
    raise AssertionError("nothing can be ended")


def test_what_goes_on_is_always_in_view(service: Service, page: Page) -> None:
    seats = [SEATS[0], {"kind": "human", "name": "Ben"}]
    made = Api(service.address).created(
        game="montana", seats=seats, seed=5, undo="any", analyses="everybody"
    )
    come_to_an_ending(made, Random(3))
    sit(page, service, made.created)
    page.wait_for_selector(ENDING)
    for window in WINDOWS:
        page.set_viewport_size(window)
        for tab in ("picture", "actions", "log", "more"):
            page.evaluate(SHOW_TAB, tab)
            buttons = page.locator("#bar button:visible")
            assert buttons.count() >= 3
            for one in buttons.all():
                assert one.evaluate(IN_VIEW), (window, tab, one.text_content())


def test_a_group_of_one_is_a_button(service: Service, player: Player) -> None:
    player.create(service.address, "Montana")
    assert player.wait_for_turn()
    groups = player.page.locator("#actions details")
    assert groups.count() > 0
    for group in groups.all():
        assert group.locator("button.action").count() > 1


def wish(page: Page, answer: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Ask before an action").select_option(answer)
    page.get_by_role("button", name="Close").click()


DRAWN = "document.body.dataset.version === document.getElementById('slider').max"
"""The page says the version of what it offers once that is drawn too."""


def test_an_action_is_confirmed_where_that_is_wished(service: Service, player: Player) -> None:
    player.create(service.address, "Montana")
    assert player.wait_for_turn()
    player.page.wait_for_function(DRAWN)
    page, before = player.page, player.version()
    wish(page, "always")
    player.by_list()
    question = page.locator("#chooser[open]")
    expect(question).to_contain_text("Really?")
    question.get_by_role("button", name="Cancel").click()
    assert player.version() == before
    player.by_list()
    player.act(question.locator("button.action").click)
    assert player.wait_for_turn()
    wish(page, "never")
    player.act(player.by_list)


def test_where_nothing_can_be_taken_back_it_is_asked_at_first(service: Service, page: Page) -> None:
    made = Api(service.address).created(game="montana", seats=SEATS, undo="off")
    sit(page, service, made.created)
    player = Player(page, Random(3))
    assert player.wait_for_turn()
    player.by_list()
    player.act(page.locator("#chooser[open] button.action").click)
