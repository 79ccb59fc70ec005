"""The pages for client developers: their commands run, and nothing is missing."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from railhead.service.documentation.routes import problem_types, problems_markdown
from railhead.service.features import ROUTES
from tests.http.api import Api

GUIDE = Path("docs/api.md")


@pytest.mark.full
def test_every_command_of_the_guide_works(api: Api, tmp_path: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    script = "set -eu\n" + "\n".join(blocks).replace("curl -sS", "curl --fail -sS")
    ran = subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, "URL": api.address},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert re.search(r"^304$", ran.stdout, re.MULTILINE)
    assert ran.stdout.endswith("204\n")
    assert len(blocks) == 27


def test_every_route_is_in_the_guide() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    missing = [route.path for route in ROUTES if route.path not in guide]
    assert not missing


def test_every_header_and_parameter_is_in_the_guide() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    for route in ROUTES:
        fields = {} if isinstance(route.query, str) else route.query().fields
        given = [field.data_key or name for name, field in fields.items()]
        for name in (*route.headers, *given):
            assert name in guide, name


def test_the_page_of_problems_is_what_the_code_says() -> None:
    written = Path("docs/problems.md").read_text(encoding="utf-8")
    assert written == problems_markdown(), "run `railhead openapi --problems > docs/problems.md`"
    assert all(f"## {slug}\n" in written for slug in problem_types())
