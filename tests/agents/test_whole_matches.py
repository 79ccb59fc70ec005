"""Whole matches of each game, played in sessions of the SDK's own client over each transport."""

from __future__ import annotations

import random
import re

import pytest

from railhead.agents.prompts import MOST_TOKENS
from railhead.games.registry import shipped_rulesets
from railhead.words.token_count import count_tokens
from tests.agents.conftest import Answer, Tools, in_sessions, stdio_server
from tests.http.api import Api

LISTED = re.compile(r"^(?:\d+[-…])?(\d+)\. ", re.MULTILINE)


async def play_out(tools: Tools, first: Answer, chance: random.Random) -> int:
    """Play to the end by the numbers of listed actions; how many were taken."""
    seat, told, taken = first.seat, first, 0
    while not told.over:
        if told.to_decide:
            listed = LISTED.findall(told.text.partition("Legal actions:")[2])
            action = int(chance.choice(listed))
            told = await tools("act", seat=seat, action=action, version=told.version)
            taken += 1
        else:
            told = await tools("table", seat=seat)
        assert not told.refused, told.text
        assert count_tokens(told.text) <= MOST_TOKENS
    assert "Ranking: 1. seat" in told.text
    again = await tools("act", seat=seat, action=1, version=told.version)
    assert again.over
    return taken


@pytest.mark.full
@pytest.mark.parametrize("game", shipped_rulesets())
def test_a_whole_match_is_played_over_http_by_two_servers_in_turns(
    api: Api, bots: None, two_servers: list[str], game: str
) -> None:
    async def playing(tools: Tools) -> None:
        first = await tools("new_match", game=game, seed=5)
        assert await play_out(tools, first, random.Random(5)) > 2, "each server has its share"

    in_sessions(two_servers, playing)


@pytest.mark.full
@pytest.mark.parametrize("game", shipped_rulesets())
def test_a_whole_match_is_played_over_stdio(api: Api, bots: None, game: str) -> None:
    async def playing(tools: Tools) -> None:
        listed = await tools("games")
        assert f"{game}: " in listed.text
        first = await tools("new_match", game=game, seat=1, seed=6)
        assert "you are seat 1" in first.text
        assert await play_out(tools, first, random.Random(6)) > 2

    in_sessions([stdio_server(api.address)], playing)
