"""The pages for client developers: their commands run, and nothing is missing."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from railhead.service.documentation.routes import problem_types, problems_markdown
from railhead.service.features import ROUTES
from tests.commands import output_of
from tests.http.api import Api
from tests.http.test_readme import blocks

GUIDE = Path("docs/api.md")
PAGES = [GUIDE, *sorted(Path("docs/api").glob("*.md"))]


def run_commands(api: Api, page: Path, folder: Path) -> str:
    """What the commands of a page print, run in their order in one shell; each has to succeed."""
    script = "set -eu\n" + "\n".join(blocks(str(page), "sh")).replace("curl -sS", "curl --fail -sS")
    return output_of(["bash", "-c", script], folder, {**os.environ, "URL": api.address})


@pytest.mark.full
def test_every_command_of_the_guide_works(api: Api, tmp_path: Path) -> None:
    printed = run_commands(api, GUIDE, tmp_path)
    assert re.search(r"^304$", printed, re.MULTILINE)
    assert printed.endswith("204\n")


@pytest.mark.full
def test_every_command_about_boards_works(api: Api, tmp_path: Path) -> None:
    printed = run_commands(api, Path("docs/api/boards.md"), tmp_path)
    answer, _ = json.JSONDecoder().raw_decode(printed[printed.rindex('{"valid"') :])
    (shown,) = re.findall(r"```json\n(.*?)```", Path("docs/api/boards.md").read_text(), re.DOTALL)
    assert answer == json.loads(shown)


@pytest.mark.full
def test_every_command_about_webhooks_works(api: Api, tmp_path: Path) -> None:
    printed = run_commands(api, Path("docs/api/webhooks.md"), tmp_path)
    assert '"deliveries"' in printed


def test_all_pages_with_commands_are_run() -> None:
    counts = {page.name: len(found) for page in PAGES if (found := blocks(str(page), "sh"))}
    assert counts == {"api.md": 20, "boards.md": 4, "webhooks.md": 2}


def test_every_route_is_in_the_guide() -> None:
    guide = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    missing = [route.path for route in ROUTES if route.path not in guide]
    assert not missing


def test_every_header_and_parameter_is_in_the_guide() -> None:
    guide = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for route in ROUTES:
        fields = {} if isinstance(route.query, str) else route.query().fields
        given = [field.data_key or name for name, field in fields.items()]
        for name in (*route.headers, *given):
            assert name in guide, name


def test_the_page_of_problems_is_what_the_code_says() -> None:
    written = Path("docs/problems.md").read_text(encoding="utf-8")
    assert written == problems_markdown(), "run `railhead openapi --problems > docs/problems.md`"
    assert all(f"## {slug}\n" in written for slug in problem_types())
