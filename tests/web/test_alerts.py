"""That it is one's turn is told by sound and notification, to who has asked for that."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.http.api import Api
from tests.web.conftest import NewPage
from tests.web.service import Service
from tests.web.test_table import SEATS, sit

HEARD = """() => {
  window.told = [];
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title) { window.told.push(title); }
  };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function () { window.told.push("sound"); start.call(this); };
  Object.defineProperty(document, "hidden", { get: () => true });
}"""


def told_of_a_turn(service: Service, page: Page, *wishes: str) -> list[str]:
    """What is told when the other player has acted and it is one's turn."""
    people = [SEATS[0], {"kind": "human", "name": "Ben"}]
    made = Api(service.address).created(game="montana", seats=people, seed=5)
    own = [{**one, "token": None} if one["seat"] else one for one in made.created["seats"]]
    page.add_init_script(f"({HEARD})()")
    sit(page, service, {**made.created, "seats": own})
    page.get_by_role("button", name="Settings").click()
    for wish in wishes:
        page.get_by_label(wish).check()
    page.get_by_role("button", name="Close").click()
    for _ in range(30):
        [seat] = made.shown(0)["to_act"]
        assert made.act(seat).status_code == 200
        if seat == 1 and made.shown(0)["to_act"] == [0]:
            break
    page.wait_for_selector("#actions button.action, #endings button.action")
    page.wait_for_timeout(500)
    told: list[str] = page.evaluate("window.told")
    return told


def test_nobody_is_told_who_has_not_asked(service: Service, page: Page) -> None:
    assert told_of_a_turn(service, page) == []


@pytest.mark.parametrize(
    ("wish", "wanted"), [("A sound when it is", "sound"), ("A notification when it is", "Montana")]
)
def test_who_has_asked_is_told(service: Service, new_page: NewPage, wish: str, wanted: str) -> None:
    told = told_of_a_turn(service, new_page(), wish)
    assert told
    assert set(told) == {wanted}
