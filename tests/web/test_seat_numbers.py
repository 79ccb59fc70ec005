"""Nobody reads of a seat 0: who has no name is a player, and people count from one."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page

from railhead.games.registry import shipped_rulesets
from tests.http.api import Api
from tests.web.player import ACTION, Player
from tests.web.service import Service
from tests.web.test_table import sit

DECISIONS = 60
ASKED_ABOUT = 6
"""Of so many elements it is asked at a decision why nothing can be done there."""
LISTEN = """() => {
  const found = (window.found = new Set());
  const look = () => {
    const shown = [...document.querySelectorAll("[title], [aria-label], title")];
    const texts = shown.flatMap((one) => [one.title, one.ariaLabel, one.textContent]);
    for (const text of [document.body.textContent, ...texts]) {
      for (const [said] of (text ?? "").matchAll(/.{0,40}\\bseats? 0\\b.{0,20}/gi)) found.add(said);
    }
  };
  const everything = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document.body, everything);
  look();
}"""
UNLIT = """(most) => [...document.querySelectorAll(".sheet g[id]")].map(({ id }) => id)
  .filter((id) => !document.querySelector(`.outlines [data-about="${id}"]`)).slice(-most)"""
ASK = """async (id) => {
  const { matchPath, read } = await import("/web/api.js");
  const { explain } = await import("/web/why_not.js");
  const { kept, tokenOf } = await import("/web/tokens.js");
  const match = new URLSearchParams(location.hash.slice(1)).get("match");
  const token = tokenOf(kept(match));
  const { game } = await read(matchPath(match), { token });
  const table = { id: match, token, game: await read(`/v1/games/${game}`) };
  await explain(table, id, id, { clientX: 300, clientY: 300 });
  document.getElementById("chooser").close("");
}"""


@pytest.mark.parametrize("game", shipped_rulesets())
def test_no_person_reads_of_a_seat_0(service: Service, page: Page, game: str) -> None:
    ruleset = shipped_rulesets()[game]
    seats = [{"kind": "human"}, *[{"kind": "bot", "level": "easy"}] * ruleset.min_seats]
    made = Api(service.address).created(game=game, seats=seats, seed=3)
    sit(page, service, made.created)
    page.evaluate(LISTEN)
    player = Player(page, Random(5))
    for decision in range(DECISIONS):
        if not player.wait_for_turn():
            break
        if decision % 10 == 5:
            for unlit in page.evaluate(UNLIT, ASKED_ABOUT):
                page.evaluate(ASK, unlit)
        player.act(player.by_list)
    page.wait_for_selector(f"{ACTION}, #result:not([hidden])", state="attached")
    assert page.locator("#log li").count() > DECISIONS
    assert page.evaluate("[...window.found]") == []
