"""The guides are programs that run as they stand; those in JavaScript are run by `make clients`,
and `tests.agents` runs that about agents."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from railhead.games import registry
from railhead.service.core.matches import Matches
from tests.http.api import Api, serving
from tests.http.test_readme import blocks, ran
from tests.http.test_webhooks import NEAR, PATIENT
from tests.ports import free_port
from tests.service.conftest import Processes

GUIDES = sorted(Path("docs/guides").glob("*.md"))
TABLE = Path("examples/table.html")
RUN = {"python", "js", "json"}


def run_guide(api: Api, page: str) -> list[str]:
    """What the one program of a guide prints, by lines."""
    (program,) = blocks(page, "python")
    environment = {**os.environ, "URL": api.address, "HOOK_PORT": str(free_port())}
    return ran([sys.executable, "-c", program], env=environment).splitlines()


@pytest.mark.full
def test_the_guide_for_python_plays_a_whole_match(api: Api, bots: None) -> None:
    *told, result = run_guide(api, "docs/guides/python.md")
    versions = [int(line.split()[0]) for line in told[:-1]]
    assert versions == list(range(1, len(versions) + 1))
    assert "The match is over: " in told[-1]
    assert re.fullmatch(r"\[\[[01].*\] \[\d+, \d+\]", result)


@pytest.mark.full
def test_the_guide_to_the_client_libraries_plays_two_matches(api: Api, bots: None) -> None:
    place, *told = run_guide(api, "docs/guides/clients.md")
    assert re.fullmatch(r"place [12] with \d+ points", place)
    assert "The match is over: " in told[-1]


@pytest.mark.full
def test_the_guide_to_webhooks_plays_a_whole_match(
    store_url: str, matches: Matches, processes: Processes
) -> None:
    processes.workers(matches, 1, **PATIENT)
    with serving(store_url, **NEAR) as address:
        *told, ranking = run_guide(Api(address), "docs/guides/webhooks.md")
    assert re.fullmatch(r"\[\[[01].*\]", ranking)
    *turns, end = [line.split() for line in told]
    assert end[0] == "over"
    assert {kind for kind, _ in turns} == {"turn"}


def test_the_guide_to_drawing_finds_what_each_action_is_about(api: Api) -> None:
    printed = run_guide(api, "docs/guides/drawing-a-table.md")
    pointed = [line for line in printed if line.startswith("  point at: ")]
    meant = [line for line in printed if line.startswith("  it means: ")]
    offered = [line for line in printed if not line.startswith("  ")]
    assert len(offered) == len(pointed) == len(meant) > 1
    assert "  point at: None" not in printed


@pytest.mark.full
def test_the_guide_to_entering_a_board_plays_on_it(
    api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = str(Path("docs/guides/entering-a-board.md").resolve())
    monkeypatch.chdir(tmp_path)
    kept, links = run_guide(api, page)
    assert re.fullmatch(r"kept as mine/as-printed \d+ bytes", kept)
    assert links == "91 links"
    assert "Entered from the printed board" in (tmp_path / "board.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_each_block_of_a_guide_is_run_somewhere_and_each_guide_is_listed(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    assert set(re.findall(r"^```(.*)\n(?:(?!```).*\n)*```$", text, re.MULTILINE)) <= RUN
    if guide.name != "README.md":
        assert f"]({guide.name})" in GUIDES[0].read_text(encoding="utf-8")


def test_the_page_that_shows_a_table_is_short_and_knows_no_game() -> None:
    page = TABLE.read_text(encoding="utf-8")
    assert len(page.splitlines()) < 80
    assert not [game for game in registry.shipped_rulesets() if game in page]
