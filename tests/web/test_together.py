"""Two people, each at a browser of their own, and what may come between them and the service."""

from __future__ import annotations

import re
import time
from random import Random

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.web.conftest import NewPage
from tests.web.player import ACTION, OPEN_ALL, Player
from tests.web.service import Service

GAME = "Montana"
SILENT_READS = 2
SLOW_SECONDS = 8
SLOW_ANSWERS = """() => {
  const ask = window.fetch;
  window.fetch = async (address, request) => {
    const answered = await ask(address, request);
    if (request.method === "POST") await new Promise((done) => setTimeout(done, SLOW));
    return answered;
  };
}""".replace("SLOW", str(1000 * SLOW_SECONDS))


def by_invitation(page: Page) -> None:
    page.locator("dialog[open] .seat-rows select").nth(1).select_option("open")
    page.locator("dialog[open] .seat-rows input").first.fill("Ann")


def seated(service: Service, new_page: NewPage) -> tuple[Player, Player]:
    """Two players of one match, the second by the link that the first was given."""
    host, guest = Player(new_page(), Random(1)), Player(new_page(), Random(2))
    host.create(service.address, GAME, by_invitation)
    expect(host.page.locator("#standing")).to_have_text("Waits for players.")
    link = host.page.locator("#seats input.link").input_value()
    address, fragment = link.split("#")
    assert "invitation" not in address
    assert "invitation=" in fragment
    guest.page.goto(link)
    guest.page.wait_for_selector(".sheet svg")
    expect(guest.page.locator("#title")).to_have_text(GAME)
    expect(guest.page.locator("#seats")).to_contain_text("Ann")
    guest.page.get_by_label("Your name").fill("Ben")
    guest.page.get_by_role("button", name="Take seat 2").click()
    expect(guest.page).not_to_have_url(re.compile("invitation"))
    expect(guest.page.locator("#seats")).to_contain_text("Ben – you")
    expect(host.page.locator("#seats")).to_contain_text("Ben")
    return host, guest


def play_some(players: tuple[Player, Player], decisions: int) -> None:
    """Let whoever is to act do so, and both see it."""
    for _ in range(decisions):
        acting = next_to_act(players)
        acting.act(acting.by_list)
        version = acting.version()
        for player in players:
            player.page.wait_for_function(
                "(version) => Number(document.body.dataset.version) >= version", arg=version
            )


def next_to_act(players: tuple[Player, Player]) -> Player:
    for _ in range(200):
        for player in players:
            if player.page.locator(ACTION).count() > 0:
                return player
        players[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is to act")


def test_two_browsers_by_a_link_through_reloads_and_a_lost_connection(
    service: Service, new_page: NewPage
) -> None:
    players = seated(service, new_page)
    host, guest = players
    play_some(players, 6)
    guest.page.reload()
    guest.page.wait_for_selector(".sheet svg")
    expect(guest.page.locator("#seats")).to_contain_text("Ben – you")
    play_some(players, 4)

    line: BrowserContext = guest.page.context
    lines = guest.page.locator("#log li").count()
    line.set_offline(True)
    guest.page.evaluate("() => 1")
    acting = next_to_act(players)
    if acting is guest:
        guest.page.evaluate(OPEN_ALL)
        guest.page.locator(ACTION).first.click()
        expect(guest.page.locator("#message")).to_contain_text("does not answer")
    else:
        host.act(host.by_list)
    line.set_offline(False)
    play_some(players, 4)
    expect(guest.page.locator("#connection")).to_be_hidden()
    assert guest.page.locator("#log li").count() > lines
    for versions in (log_versions(player.page) for player in players):
        assert versions == list(range(1, len(versions) + 1))


def log_versions(page: Page) -> list[int]:
    found: list[int] = page.evaluate(
        "[...document.querySelectorAll('#log button')].map((line) => Number(line.dataset.version))"
    )
    return found


def test_what_is_shown_is_never_left_behind(service: Service, new_page: NewPage) -> None:
    """An event comes through, but what is read because of it does not."""
    host, guest = players = seated(service, new_page)
    play_some(players, 2)
    failed: list[str] = []

    def fail(route: Route) -> None:
        failed.append(route.request.url)
        if len(failed) > SILENT_READS:
            route.continue_()
        else:
            route.abort()

    guest.page.route("**/v1/matches/*?include=legal-actions*", fail)
    while next_to_act(players) is guest:
        guest.act(guest.by_list)
    failed.clear()
    host.act(host.by_list)
    version = host.version()
    guest.page.wait_for_function(
        "(version) => Number(document.body.dataset.version) >= version", arg=version
    )
    assert len(failed) > SILENT_READS
    play_some(players, 4)


def test_a_click_before_the_last_one_is_answered_counts(
    service: Service, new_page: NewPage
) -> None:
    """The table moves on with the event, which may be there before the answer."""
    players = seated(service, new_page)
    for player in players:
        player.page.evaluate(SLOW_ANSWERS)
    at_once = 0
    for _ in range(30):
        before = time.monotonic()
        acting = next_to_act(players)
        acting.act(acting.by_list)
        if acting.page.locator(ACTION).count() > 0:
            acting.act(acting.by_list)
            at_once += time.monotonic() - before < SLOW_SECONDS
    assert at_once > 0


def test_the_service_is_restarted_while_the_page_is_open(
    service: Service, new_page: NewPage
) -> None:
    players = seated(service, new_page)
    play_some(players, 3)
    service.stop()
    for player in players:
        expect(player.page.locator("#connection")).to_be_visible(timeout=60_000)
    service.start()
    for player in players:
        expect(player.page.locator("#connection")).to_be_hidden(timeout=60_000)
    play_some(players, 4)
    for player in players:
        versions = log_versions(player.page)
        assert versions == list(range(1, len(versions) + 1))


def test_a_public_match_is_watched_and_joined_from_the_list(
    service: Service, new_page: NewPage
) -> None:
    host, guest = Player(new_page(), Random(1)), Player(new_page(), Random(2))

    def public(page: Page) -> None:
        by_invitation(page)
        page.locator("dialog[open] summary").click()
        page.locator("dialog[open]").get_by_label("Who may watch").select_option("public")

    host.create(service.address, GAME, public)
    match = host.page.url.split("match=")[1]
    guest.page.goto(f"{service.address}/web/")
    guest.page.get_by_label("Show").select_option("open")
    guest.page.locator(f'#public-list li[data-match="{match}"] a').click()
    guest.page.get_by_role("button", name="Take seat 2").click()
    expect(guest.page.locator("#seats")).to_contain_text("Player 2 – you")
    play_some((host, guest), 3)
    guest.page.goto(f"{service.address}/web/")
    expect(guest.page.locator(f'#own-list li[data-match="{match}"]')).to_be_visible()


def test_a_private_match_is_watched_by_its_link_alone(service: Service, new_page: NewPage) -> None:
    host = Player(new_page(permissions=["clipboard-read", "clipboard-write"]), Random(1))
    host.create(service.address, GAME)
    assert host.wait_for_turn()
    host.page.locator("#copy-watch").click()
    expect(host.page.locator("#announcer")).to_contain_text("copied")
    link = host.page.evaluate("navigator.clipboard.readText()")
    watching = new_page()
    watching.goto(link.split("&watch")[0])
    expect(watching.locator("#message")).to_contain_text("this browser has no key to it")
    watching.goto("about:blank")
    watching.goto(link)
    watching.wait_for_selector(".sheet svg")
    assert watching.locator(ACTION).count() == 0
    assert "watch" not in watching.url
