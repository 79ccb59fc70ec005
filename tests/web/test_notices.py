"""What a table says of the data that it is played with."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.http import boards
from tests.http.api import Api
from tests.web.service import Service
from tests.web.test_table import sit

NOTICE = "Drawn by a friend, and by nobody else."


@pytest.mark.parametrize("game", ["montana", "steam"])
def test_a_match_on_somebodys_data_shows_their_notices(
    service: Service, page: Page, game: str
) -> None:
    anybody = Api(service.address)
    owner = boards.client(anybody)
    document = {**boards.changed(owner, game), "notices": [NOTICE]}
    sent = owner("PUT", boards.home(game, "my-board"), json=document)
    assert sent.status_code in (200, 201), sent.text
    option, _, seats, _ = boards.CHANGES[game]
    made = owner.created(
        game=game, options={option: "mine/my-board"}, seats=[{"kind": "human"}] * seats
    )
    sit(page, service, made.created)
    (usual,) = anybody.get(f"/v1/games/{game}").json()["notices"]
    expect(page.locator("#notices")).to_contain_text(NOTICE)
    expect(page.locator("#notices")).not_to_contain_text(usual)


def test_a_match_on_the_data_of_the_game_shows_its_notices(service: Service, page: Page) -> None:
    made = Api(service.address).created(game="montana", seats=[{"kind": "human"}] * 2)
    sit(page, service, made.created)
    (usual,) = Api(service.address).get("/v1/games/montana").json()["notices"]
    expect(page.locator("#notices")).to_contain_text(usual)
