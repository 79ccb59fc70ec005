"""The form for a new match: every option of a game, with its text, before the match is made."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from playwright.sync_api import Locator, Page

from railhead.games.registry import shipped_rulesets
from tests.web.conftest import NewPage
from tests.web.player import Player
from tests.web.service import Service


def control_of(page: Page, option: dict[str, Any]) -> Locator:
    """The control of an option, found by what the form calls it."""
    words = option["name"].replace("_", " ")
    label = words[0].upper() + words[1:]
    return page.locator("dialog[open]").get_by_label(label, exact=True)


@pytest.mark.parametrize("game", shipped_rulesets())
def test_every_option_is_explained_before_the_match_is_made(
    service: Service, new_page: NewPage, game: str
) -> None:
    described = requests.get(f"{service.address}/v1/games/{game}", timeout=10).json()
    page = new_page()
    page.goto(f"{service.address}/")
    page.get_by_role("button", name=f"Play {described['name']}", exact=True).click()
    page.locator("dialog[open] summary", has_text="All options").click()
    assert described["options"]
    for option in described["options"]:
        control = control_of(page, option)
        assert control.is_visible(), option["name"]
        help_id = control.get_attribute("aria-describedby")
        text = page.locator(f"#{help_id}")
        assert text.is_visible(), option["name"]
        in_names = re.sub(r"[Ss]eat (\d+)", lambda one: f"Player {int(one[1]) + 1}", option["help"])
        assert text.text_content() == in_names
        if option["type"] == "choice":
            offered = [one.get_attribute("value") for one in control.locator("option").all()]
            assert offered == option["choices"]
            assert control.input_value() == option["default"]


@pytest.mark.parametrize(
    ("game", "name", "value", "said"),
    [
        ("montana", "build_coins", "more_fields", "worked example"),
        ("steam", "loops", "own", "one owner's links"),
    ],
)
def test_an_option_chosen_in_the_form_is_that_of_the_match(
    service: Service, player: Player, game: str, name: str, value: str, said: str
) -> None:
    ruleset = shipped_rulesets()[game]
    [option] = [one for one in ruleset.options if one.name == name]
    assert said in option.help

    def choose(page: Page) -> None:
        page.locator("dialog[open] summary", has_text="All options").click()
        control_of(page, {"name": name}).select_option(value)
        control_of(page, {"name": "who_may_watch"}).select_option("public")

    with player.page.expect_request(
        lambda request: request.method == "POST" and request.url.endswith("/v1/matches")
    ) as sent:
        player.create(service.address, ruleset.name, choose)
    body = sent.value.post_data_json
    assert body is not None
    assert body["options"] == {name: value}
    made = parse_qs(urlsplit(player.page.url).fragment)["match"][0]
    match = requests.get(f"{service.address}/v1/matches/{made}", timeout=10).json()
    assert match["options"][name] == value
