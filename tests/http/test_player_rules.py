"""The rules for players over HTTP, and the ways to them from actions and components."""

from __future__ import annotations

import pytest

from railhead.games.registry import shipped_rulesets
from railhead.service.games.learning_responses import PlayerRulesShown
from tests.http.api import Api, problem
from tests.http.shapes import conforms


@pytest.mark.parametrize("game", shipped_rulesets())
def test_actions_and_components_lead_to_paragraphs_and_these_back(api: Api, game: str) -> None:
    shown = api.get(f"/v1/games/{game}").json()
    rules = api.get(shown["player_rules"]).json()
    conforms(rules, PlayerRulesShown)
    assert (rules["game"], rules["name"]) == (game, shown["name"])
    paragraphs = {
        f"#{one['anchor']}": one for section in rules["sections"] for one in section["paragraphs"]
    }
    for kind in shown["actions"]:
        assert kind["type"] in paragraphs[kind["rules"]]["actions"]
    tables = api.get(shown["components"]).json()["tables"]
    for table, items in tables.items():
        for one in items:
            led = paragraphs[one["rules"]]["components"]
            assert {table, f"{table}/{one['name']}"} & {*led}


def test_a_game_without_them_says_so_and_leads_nowhere(api: Api) -> None:
    shown = api.get("/v1/games/veil").json()
    assert shown["player_rules"] is None
    assert not any("rules" in kind for kind in shown["actions"])
    tables = api.get(shown["components"]).json()["tables"]
    assert not any("rules" in one for items in tables.values() for one in items)
    problem(api.get("/v1/games/veil/rules.json"), 404, "not-found")
    problem(api.get("/v1/games/chess/rules.json"), 404, "no-such-game")
