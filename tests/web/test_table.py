"""The table besides the moves: the past, hints, seats, clocks, and what may never happen."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.http.api import Api, SeatedMatch
from tests.web.conftest import NewPage
from tests.web.player import ACTION, Player
from tests.web.service import Service
from tests.web.test_matches import easy_bots

GAME = "Montana"
SEATS = [{"kind": "human", "name": "Ann"}, {"kind": "bot", "level": "easy"}]
REDRAWN_WITHIN = 100


@pytest.fixture
def api(service: Service) -> Api:
    return Api(service.address)


@pytest.fixture
def begun(service: Service, player: Player) -> Player:
    """A player some moves into a match."""
    player.create(service.address, GAME, easy_bots)
    for _ in range(3):
        assert player.wait_for_turn()
        player.act(player.by_list)
    assert player.wait_for_turn()
    return player


def sit(page: Page, service: Service, created: dict[str, object]) -> None:
    """Open a match that was created elsewhere with all of its tokens."""
    match = str(created["id"])
    page.goto(f"{service.address}/web/")
    page.evaluate(
        """async (created) => {
          const { keepCreated } = await import("/web/new_tokens.js");
          keepCreated(created);
        }""",
        created,
    )
    page.goto(f"{service.address}/web/table.html#match={match}")
    page.wait_for_selector(".sheet svg")


def test_an_own_move_is_taken_back(service: Service, player: Player) -> None:
    player.create(service.address, GAME, easy_bots)
    undo = player.page.locator("#undo")
    for _ in range(20):
        assert player.wait_for_turn()
        player.act(player.by_list)
        if undo.is_visible():
            break
    version = player.version()
    player.act(undo.click)
    assert player.page.locator("#log li.undone").count() >= 1
    assert player.page.locator("#log li.undo").count() == 1
    assert player.version() > version
    assert player.wait_for_turn()


def test_a_match_for_learning_goes_back_to_what_is_looked_at(
    service: Service, page: Page, api: Api
) -> None:
    made = api.created(game="montana", seats=SEATS, undo="any")
    sit(page, service, made.created)
    player = Player(page, Random(6))
    for _ in range(3):
        assert player.wait_for_turn()
        player.act(player.by_list)
    assert player.wait_for_turn()
    page.locator("#log button").nth(1).click()
    player.act(page.locator("#go-back").click)
    expect(page.locator("#looking")).to_be_hidden()
    expect(page.locator("#log li.undo")).to_have_count(1)
    assert page.locator("#log li.undone").count() > 1


def test_a_hint_can_be_asked_for_and_played(begun: Player) -> None:
    page = begun.page
    page.locator("#hint").click()
    page.wait_for_selector("#hints h3:text-is('Worth a thought')")
    first = page.locator("#hints button.action").first
    assert "%" in (page.locator("#hints small").first.text_content() or "")
    first.hover()
    begun.act(first.click)
    expect(page.locator("#hints")).to_be_hidden()


def test_looking_back_by_slider_by_step_and_by_line(begun: Player) -> None:
    page = begun.page
    now = page.locator(".sheet svg > desc").first.text_content()
    page.locator("#slider").fill("2")
    expect(page.locator("#looking-text")).to_contain_text(f"2 of {begun.version()}: ")
    page.locator("#step-on").click()
    expect(page.locator("#looking-text")).to_contain_text("3 of ")
    expect(page.locator("#log [aria-current=step]")).to_have_attribute("data-version", "3")
    expect(page.locator(".outlines .lit")).to_have_count(0)
    page.locator("#log button").nth(4).click()
    expect(page.locator("#looking-text")).to_contain_text("5 of ")
    page.locator("#to-now").click()
    expect(page.locator("#looking")).to_be_hidden()
    expect(page.locator(".sheet svg > desc").first).to_have_text(now or "")


def test_playing_on_from_an_earlier_move(begun: Player) -> None:
    page = begun.page
    first = page.url
    page.locator("#slider").fill("4")
    page.locator("#fork").click()
    page.wait_for_url(lambda url: url != first and "match=" in url)
    begun.wait_for_turn()
    assert page.locator("#title").text_content() == GAME


def test_a_seat_is_handed_to_a_bot_and_taken_back(service: Service, page: Page, api: Api) -> None:
    """Across from somebody who does not move: two bots might end the match meanwhile."""
    made = api.created(game="montana", seats=[SEATS[0], {"kind": "human", "name": "Bob"}])
    sit(page, service, made.created)
    own = page.locator('[data-seat="0"]')
    own.get_by_text("Leave the seat").click()
    own.get_by_label("Level of the bot").select_option("easy")
    own.get_by_role("button", name="Let a bot play").click()
    own.get_by_role("button", name="Take the seat back").click()
    own.get_by_text("Leave the seat").click()
    expect(own.get_by_role("button", name="Resign")).to_be_visible()


def test_what_only_breaks_ties_stands_below_the_total(
    service: Service, page: Page, api: Api
) -> None:
    made = api.created(
        game="montana", options={"round_limit": 1}, seats=[SEATS[0], SEATS[0]], seed=3
    )
    made.play_out()
    sit(page, service, made.created)
    page.wait_for_selector("#result:not([hidden])")
    rows = page.locator("#sheet tbody th").all_text_contents()
    total = rows.index("Total")
    assert not [row for row in rows[:total] if row.startswith("Ties: ")]
    assert "Ties: Coins workers and goods" in rows
    assert all(row.startswith("Ties: ") for row in rows[total + 1 : -1])
    assert rows[-1] == "Place"


def test_who_gives_a_seat_up_sees_the_end_and_plays_again(begun: Player) -> None:
    page = begun.page
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Leave the seat").click()
    page.get_by_label("Level of the bot").select_option("easy")
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector("#result:not([hidden])")
    assert "given up" in (page.locator("#sheet").text_content() or "")
    expect(page.locator("#plot figure > svg")).to_have_attribute(
        "aria-label", re.compile("ends with")
    )
    first = page.url
    page.locator("#rematch").click()
    page.wait_for_url(lambda url: url != first)
    assert begun.wait_for_turn()


def test_after_the_end_one_sees_through_others_eyes(begun: Player) -> None:
    page = begun.page
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Leave the seat").click()
    page.get_by_label("Level of the bot").select_option("easy")
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector("#result:not([hidden])")
    page.locator("#slider").fill("3")
    with page.expect_response(lambda answered: "as=1" in answered.url) as drawn:
        page.locator("#eyes").select_option("1")
    assert drawn.value.status == 200


def test_the_clock_is_shown_and_runs(service: Service, page: Page, api: Api) -> None:
    made = api.created(game="montana", seats=SEATS, clock={"kind": "turn", "seconds": 3600})
    sit(page, service, made.created)
    clock = page.locator('[data-clock="0"]')
    expect(clock).to_have_text(re.compile(r"59:\d\d|1:00:00"))
    before = clock.text_content()
    expect(clock).not_to_have_text(before or "", timeout=5000)


def test_a_redraw_keeps_zoom_and_place_and_comes_at_once(
    service: Service, page: Page, api: Api
) -> None:
    made = api.created(game="montana", seats=[SEATS[0], {"kind": "human", "name": "Ben"}])
    sit(page, service, made.created)
    for _ in range(4):
        page.locator("#zoom-in").click()
    page.evaluate("document.getElementById('picture').scrollTo(150, 120)")
    place = "[...['scrollLeft', 'scrollTop']].map((one) => document.getElementById('picture')[one])"
    assert page.evaluate(place) == [150, 120]
    page.evaluate("""() => {
      const sheet = document.querySelector(".sheet");
      const shown = () => document.querySelectorAll("#regions [aria-pressed=true]").length;
      window.wrong = 0;
      new MutationObserver(() => {
        window.drawn = performance.now();
        if (sheet.querySelectorAll("svg").length !== shown()) window.wrong += 1;
      }).observe(sheet, { childList: true });
    }""")
    waits = []
    for _ in range(6):
        acting = made.shown(0)["to_act"][0]
        before = page.evaluate("performance.now()")
        page.evaluate("delete window.drawn")
        assert made.act(acting).status_code == 200
        page.wait_for_function("() => window.drawn !== undefined")
        waits.append(page.evaluate("window.drawn") - before)
    assert page.evaluate(place) == [150, 120]
    assert page.evaluate("window.wrong") == 0, "as many pictures as regions are shown"
    assert min(waits) < 5 * REDRAWN_WITHIN, waits


def test_names_are_never_markup(service: Service, page: Page, api: Api) -> None:
    evil = '<img src=x onerror="window.hit=1">'
    named = [{"kind": "human", "name": evil}, SEATS[1]]
    made = api.created(game="montana", seats=named, visibility="public")
    sit(page, service, made.created)
    player = Player(page, Random(1))
    assert player.wait_for_turn()
    player.act(player.by_list)
    assert evil in (page.locator("#seats").text_content() or "")
    assert evil in (page.locator("#log").text_content() or "")
    page.goto(f"{service.address}/web/")
    expect(page.locator("#public-list li").first).to_contain_text(evil)
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("window.hit") is None


def test_a_picture_brings_nothing_that_acts(service: Service, new_page: NewPage) -> None:
    page = new_page("Executing inline event handler violates")
    page.goto(f"{service.address}/web/")
    left = page.evaluate("""async () => {
      const { safeSvg } = await import("/web/safe_svg.js");
      const svg = safeSvg(`<svg xmlns="http://www.w3.org/2000/svg" onload="window.hit=1">
        <script>window.hit = 1</script><a href="javascript:1"><rect/></a>
        <foreignObject>
          <img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="window.hit=1"/>
        </foreignObject>
        <g id="hex-1" onclick="window.hit=1"><title>One</title><rect width="1"/></g>
        <image href="https://example.com/x.png"/><use href="#a"/><animate/></svg>`);
      document.body.append(svg);
      return svg.outerHTML.replace(/\\s+/g, " ");
    }""")
    wanted = '<g id="hex-1"><title>One</title><rect width="1"/></g>'
    assert re.sub(r"></rect>", "/>", left).count(wanted) == 1, left
    assert not re.search(r"script|href|on\w+=|foreign|image|use|animate", left), left
    assert page.evaluate("window.hit") is None


def test_the_tokens_of_one_service_are_not_sent_to_another(
    service: Service, begun: Player, new_page: NewPage
) -> None:
    page = begun.page
    asked: list[str | None] = []
    elsewhere = "http://127.0.0.1:1"
    page.on(
        "request",
        lambda request: (
            asked.append(request.headers.get("authorization"))
            if request.url.startswith(elsewhere)
            else None
        ),
    )
    fragment = page.url.split("#")[1]
    page.goto(f"{service.address}/web/table.html?api={elsewhere}#{fragment}")
    expect(page.locator("#message")).to_contain_text("does not answer")
    assert asked
    assert set(asked) == {None}


def test_a_page_of_another_origin_plays_by_leave(
    tmp_path_factory: pytest.TempPathFactory, service: Service, new_page: NewPage
) -> None:
    other = Service(tmp_path_factory.mktemp("other"), RAILHEAD_CORS_ORIGINS=service.address)
    other.start()
    try:
        page = new_page()
        page.goto(f"{service.address}/web/?api={other.address}")
        page.get_by_role("button", name=f"Play {GAME}", exact=True).click()
        easy_bots(page)
        page.get_by_role("button", name="Start").click()
        player = Player(page, Random(3))
        assert player.wait_for_turn()
        player.act(player.by_list)
        assert f"api={other.address}".replace(":", "%3A").replace("/", "%2F") in page.url or (
            f"api={other.address}" in page.url
        )
        match = page.url.split("match=")[1]
        assert Api(service.address).get(f"/v1/matches/{match}").status_code == 401
    finally:
        page.close()
        other.stop()


def test_several_people_at_one_screen(service: Service, page: Page, api: Api) -> None:
    made: SeatedMatch = api.created(
        game="montana", seats=[SEATS[0], {"kind": "human", "name": "Ben"}]
    )
    sit(page, service, made.created)
    player = Player(page, Random(2))
    for _ in range(4):
        acting = made.shown(0)["to_act"][0]
        shown = page.locator("#seats li.acts")
        expect(shown).to_have_attribute("data-seat", str(acting))
        if page.locator(ACTION).count() == 0:
            page.locator("#play-as button").click()
        assert player.wait_for_turn()
        player.act(player.by_list)
