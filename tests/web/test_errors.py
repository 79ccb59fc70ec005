"""What went wrong is said to people, with a way on."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from tests.http.api import Api
from tests.web.conftest import NewPage
from tests.web.player import ACTION, Player
from tests.web.service import Service
from tests.web.test_table import SEATS, sit

REFUSED = ("Connecting to", "Fetch API cannot load")


def test_a_match_that_is_gone_leads_to_the_lobby(service: Service, page: Page) -> None:
    page.goto(f"{service.address}/web/table.html#match=gone")
    message = page.locator("#message")
    expect(message).to_contain_text("does not exist any more")
    expect(message).not_to_contain_text("Bearer")
    expect(page.locator("main")).to_be_hidden()
    message.get_by_role("link", name="To the lobby").click()
    expect(page).to_have_url(f"{service.address}/web/")


def test_an_address_without_a_match_says_so(service: Service, page: Page) -> None:
    page.goto(f"{service.address}/web/table.html")
    expect(page.locator("#message")).to_contain_text("names no match")


def test_who_comes_with_a_used_invitation_watches(service: Service, page: Page) -> None:
    made = Api(service.address).created(
        game="montana", seats=[SEATS[0], {"kind": "open"}], visibility="public"
    )
    code = made.created["seats"][1]["invitation"]
    link = f"{service.address}/web/table.html#match={made.created['id']}&seat=1&invitation={code}"
    body = {"invitation": code, "name": "Ben"}
    assert made.anybody.post(f"{made.path}/seats/1/claim", json=body).status_code == 200
    page.goto(link)
    expect(page.locator("#message")).to_contain_text("Ben has the seat. You may watch.")
    expect(page.locator("#join")).to_be_hidden()
    page.wait_for_selector(".sheet svg")
    assert page.locator(ACTION).count() == 0


def test_offline_is_said_and_forgotten(service: Service, page: Page) -> None:
    made = Api(service.address).created(game="montana", seats=SEATS)
    sit(page, service, made.created)
    player = Player(page, Random(1))
    assert player.wait_for_turn()
    expect(page.locator("#offline")).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_contain_text("You are offline")
    player.by_list()
    expect(page.locator("#message")).to_contain_text("does not answer")
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#message")).to_be_hidden()
    player.act(player.by_list)


def test_whose_table_it_is_stands_above_that_of_another_service(
    service: Service, page: Page
) -> None:
    elsewhere = "http://127.0.0.1:1"
    page.goto(f"{service.address}/web/?api={elsewhere}")
    expect(page.locator("#whose")).to_contain_text(f"a table of {elsewhere}")
    expect(page.locator("#message")).to_contain_text(f"{elsewhere} does not answer")
    page.get_by_role("link", name="To the tables of").click()
    expect(page.locator("#whose")).to_have_count(0)
    page.wait_for_selector(".card")


@pytest.mark.parametrize("named", ["javascript:x", "somewhere", "http://["])
def test_an_odd_address_of_a_service_is_none(service: Service, page: Page, named: str) -> None:
    page.goto(f"{service.address}/web/?api={named}")
    expect(page.locator("#whose")).to_contain_text("no address of a service")
    page.wait_for_selector(".card")


@pytest.mark.parametrize("answer", [{}, {"games": [{}]}, [], {"games": [{"id": "a"}]}])
def test_what_is_not_understood_is_said_without_words_of_programs(
    service: Service, page: Page, answer: object
) -> None:
    def odd(route: Route) -> None:
        route.fulfill(body=json.dumps(answer), content_type="application/json")

    page.route(re.compile(r"/v1/games"), odd)
    page.goto(f"{service.address}/web/")
    expect(page.locator("#message")).to_contain_text("not what this page understands")


def test_a_service_may_show_no_other(
    tmp_path_factory: pytest.TempPathFactory, new_page: NewPage
) -> None:
    alone = Service(tmp_path_factory.mktemp("alone"), RAILHEAD_WEB_OTHER_APIS="false")
    alone.start()
    try:
        page = new_page(expected=REFUSED)
        page.goto(f"{alone.address}/web/?api=http://127.0.0.1:1")
        expect(page.locator("#refused")).to_contain_text("shows no tables of other services")
    finally:
        alone.stop()
