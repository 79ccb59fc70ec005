"""The tools, called by a client of the SDK over standard input and output and over HTTP."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from mcp.client import advertise

from railhead.agents.prompts import MOST_TOKENS
from railhead.agents.server import APP, ILLEGAL, PICTURE
from railhead.words.token_count import count_tokens
from tests.agents.conftest import RAILHEAD, Tools, over_http, over_stdio
from tests.http.api import Api

APPS = advertise("io.modelcontextprotocol/ui", {"mimeTypes": ["text/html;profile=mcp-app"]})


@pytest.mark.full
def test_a_client_of_an_earlier_protocol_is_answered_too(api: Api, two_servers: list[str]) -> None:
    async def playing(tools: Tools) -> None:
        first = await tools("new_match", game="veil", seats=2)
        again = await tools("table", seat=first.seat)
        assert again.version == first.version

    over_http(two_servers, playing, mode="legacy")


def test_where_no_action_is_listed_a_seat_acts_by_notation_and_gets_no_advice(api: Api) -> None:
    async def playing(tools: Tools) -> None:
        [client] = tools.clients
        assert "advise" not in {tool.name for tool in (await client.list_tools()).tools}
        first = await tools("new_match", game="montana", seed=1)
        seat, version = first.seat, first.version
        shown = [first, await tools("table", seat=seat)]
        shown.append(await tools("table", seat=seat, filter="hire"))
        assert not any("Legal actions" in one.text or "\n1. " in one.text for one in shown)
        for said in (1, "1", "hire the first"):
            refused = await tools("act", seat=seat, action=said, version=version)
            assert refused.refused
            assert "type:value" in refused.text
            assert refused.meta[ILLEGAL] is True
        joker = {"type": "joker", "parameters": {"workers": "grain+stone"}}
        done = await tools("act", seat=seat, action=joker, version=version)
        assert not done.refused, done.text
        assert "What happened:" in done.text
        assert "Legal actions" not in done.text

    over_stdio(api, playing, RAILHEAD_MCP_HIDE_LEGAL_ACTIONS="1")


def test_long_lists_open_by_filter_and_act_takes_words(api: Api, two_servers: list[str]) -> None:
    async def playing(tools: Tools) -> None:
        told = await tools("new_match", game="santa_fe", seed=2, seats=3)
        seat = told.seat
        filtered = await tools("table", seat=seat, filter="1-2")
        assert filtered.text.splitlines()[0].endswith("legal actions:")
        label = filtered.text.splitlines()[1].partition(". ")[2]
        taken = await tools("act", seat=seat, action=label, version=told.version)
        assert not taken.refused, taken.text
        none = await tools("table", seat=seat, filter="xyzzy")
        assert "without filter" in none.text or "Waiting for" in none.text

    over_http(two_servers, playing)


@pytest.mark.full
def test_advice_names_actions_by_their_numbers(
    api: Api, bots: None, two_servers: list[str]
) -> None:
    async def playing(tools: Tools) -> None:
        first = await tools("new_match", game="montana", seed=1)
        advice = await tools("advise", seat=first.seat, seconds=1)
        assert "the most promising first:\n" in advice.text
        assert advice.text.splitlines()[1].partition(".")[0].isdecimal()
        assert "visits, first in" in advice.text

    over_http(two_servers, playing)


def test_rules_are_found_by_section_and_by_words(api: Api, two_servers: list[str]) -> None:
    async def playing(tools: Tools) -> None:
        titles = (await tools("rules", game="steam")).text.splitlines()[1:-1]
        section = await tools("rules", game="steam", about=titles[1].strip())
        assert f"[{titles[1].strip()}" in section.text
        found = await tools("rules", game="steam", about="bankrupt")
        assert "bankrupt" in found.text.casefold()
        missing = await tools("rules", game="steam", about="xyzzy")
        assert missing.refused
        assert "without about" in missing.text
        assert max(count_tokens(one.text) for one in (section, found)) <= MOST_TOKENS

    over_http(two_servers, playing)


def test_the_table_is_an_app_for_who_shows_apps(api: Api, two_servers: list[str]) -> None:
    async def playing(tools: Tools) -> None:
        [client] = tools.clients
        offered = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(offered) == {"games", "new_match", "table", "act", "rules", "advise"}
        for name in ("new_match", "table", "act"):
            assert (offered[name].meta or {})["ui"]["resourceUri"] == APP
        [page] = (await client.read_resource(APP)).contents
        assert page.mime_type == "text/html;profile=mcp-app"
        first = await tools("new_match", game="montana", seed=1)
        assert first.meta[PICTURE].startswith("<svg")
        assert "<svg" not in first.text

    over_http(two_servers[:1], playing, extensions=[APPS])


def test_who_shows_no_apps_is_sent_no_picture(api: Api, two_servers: list[str]) -> None:
    async def playing(tools: Tools) -> None:
        assert PICTURE not in (await tools("new_match", game="montana", seed=1)).meta

    over_http(two_servers, playing)


@pytest.mark.full
def test_without_a_service_the_tools_say_so() -> None:
    nowhere = Api("http://127.0.0.1:9")

    async def playing(tools: Tools) -> None:
        refused = await tools("games")
        assert refused.refused
        assert "The service of the games does not answer." in refused.text
        assert "railhead serve" in refused.text

    over_stdio(nowhere, playing)


def test_without_the_extra_the_command_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['mcp'] = None;from railhead.service.cli import main; main(['mcp'])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert "make lint" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.sampled
@pytest.mark.parametrize("where", ["8001", ":8001", "localhost:x", "localhost:99999"])
def test_an_address_that_is_none_is_refused(where: str) -> None:
    ran = subprocess.run(
        [*RAILHEAD, "mcp", "--http", where], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "HOST:PORT" in ran.stderr
    assert json.dumps(where)[1:-1] in ran.stderr
