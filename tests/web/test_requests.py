"""How many requests an action takes, and how many bytes they bring."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Response

from railhead.games.registry import shipped_rulesets
from tests.http.api import Api
from tests.web.conftest import WIDE, NewPage
from tests.web.player import Player
from tests.web.service import Service
from tests.web.test_matches import PHONE
from tests.web.test_table import sit

ACTIONS = 6
QUIET_MS = 700
"""So long it is waited for the picture. Where a new element lies that is not shown comes later."""
MOST_REQUESTS = 2
MOST_BYTES = 25_000


def asked_for(page: Page, player: Player) -> list[tuple[str, str, int]]:
    """Method, path and transferred bytes of the requests of one action, without the stream.

    Pictures of the version before it do not count: pointing at an action shows where it happens.
    """
    answers: list[Response] = []
    before = player.version()

    def note(answer: Response) -> None:
        answers.append(answer)

    page.on("response", note)
    player.act(player.by_list)
    page.wait_for_timeout(QUIET_MS)
    page.remove_listener("response", note)
    found = [one for one in answers if "/v1/matches/" in one.url and "/events" not in one.url]
    requests = [(one.request.method, one.url.split("/v1/matches/")[1], size(one)) for one in found]
    return [one for one in requests if f"version={before}&" not in one[1]]


def size(answer: Response) -> int:
    sizes = answer.request.sizes()
    return int(sizes["responseBodySize"] + sizes["responseHeadersSize"])


@pytest.mark.parametrize("game", shipped_rulesets())
def test_an_action_takes_two_requests_where_one_region_is_shown(
    service: Service, new_page: NewPage, game: str
) -> None:
    page = new_page(viewport=PHONE)
    for requests in some_actions(service, page, game):
        assert len(requests) <= MOST_REQUESTS, requests
        assert sum(one[2] for one in requests) <= MOST_BYTES, requests


@pytest.mark.parametrize("game", shipped_rulesets())
def test_an_action_is_read_once_and_drawn_by_regions(
    service: Service, new_page: NewPage, game: str
) -> None:
    page = new_page(viewport=WIDE)
    for requests in some_actions(service, page, game):
        paths = [path for _, path, _ in requests if "picture.svg" not in path]
        assert len(paths) == 1, requests
        assert paths[0].endswith("include=match,legal-actions,trays")
        assert sum(one[2] for one in requests) <= MOST_BYTES, requests


def some_actions(service: Service, page: Page, game: str) -> list[list[tuple[str, str, int]]]:
    """The requests of some actions of somebody who plays all seats of a match."""
    count = shipped_rulesets()[game].min_seats
    seats: list[dict[str, Any]] = [{"kind": "human"}] * count
    made = Api(service.address).created(game=game, seats=seats, seed=11)
    while made.shown(0)["to_act"] != [0]:
        [seat, *_rest] = made.shown(0)["to_act"]
        assert made.act(seat).status_code == 200
    own = [{**one, "token": one["token"] if one["seat"] == 0 else None}
           for one in made.created["seats"]]  # fmt: skip
    sit(page, service, {**made.created, "seats": own})
    player = Player(page, Random(2))
    assert player.wait_for_turn()
    page.wait_for_timeout(QUIET_MS)
    taken = []
    for _ in range(ACTIONS):
        if made.shown(0)["to_act"] != [0]:
            break
        taken.append(asked_for(page, player))
    return taken
