"""All distributions as others have them: wheels, in an environment with nothing but their needs."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.ports import free_port
from tests.wheels import OURS, Environment, empty_environment, wheels

__all__ = ["wheels"]

pytestmark = pytest.mark.full
"""For all of these an environment is made and a wheel installed."""

ROOT = Path(__file__).parent.parent
STRANGERS = ("games", "ai", "service")
"""Names that packages of others may have."""
START_SECONDS = 120


@pytest.fixture(scope="module")
def installed(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    made = empty_environment(tmp_path_factory.mktemp("installed"))
    made.install([wheels["service"], wheels["engines"], wheels["client"]])
    for name in STRANGERS:
        (made.site / name).mkdir()
        (made.site / name / "__init__.py").write_text(f"raise ImportError('{name} of others')")
    return made


@pytest.fixture
def served(installed: Environment) -> Iterator[str]:
    """The address of `railhead serve` as it was installed."""
    port = free_port()
    settings = {"RAILHEAD_PORT": str(port), "RAILHEAD_BOT_BUDGET_FACTOR": "0.02", "REDIS_URL": ""}
    server = subprocess.Popen(
        [str(installed.bin / "railhead"), "serve"],
        cwd=installed.folder,
        env=installed.variables(**settings),
        start_new_session=True,
    )
    url = f"http://127.0.0.1:{port}"
    until = time.monotonic() + START_SECONDS
    try:
        while not _ready(url):
            assert server.poll() is None, "it ended"
            assert time.monotonic() < until, "it does not answer"
            time.sleep(0.1)
        yield url
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def _ready(url: str) -> bool:
    try:
        return requests.get(f"{url}/readyz", timeout=5).status_code == 200
    except requests.RequestException:
        return False


def test_only_our_own_name_is_installed(installed: Environment) -> None:
    told = "import sys; from importlib.metadata import files; "
    told += "print(*(file.parts[0] for name in sys.argv[1:] for file in files(name)))"
    names = installed.run("python", "-c", told, *OURS).split()
    ours = {name for name in names if name != ".." and not name.endswith(".dist-info")}
    assert ours == {"railhead"}


def test_the_engines_are_there_beside_packages_of_the_same_names(installed: Environment) -> None:
    told = "import railhead; from railhead.games import registry; "
    told += "import railhead.ai.search.levels as levels; print(*registry.shipped_rulesets()); "
    told += "print(*levels.LEVELS); print(railhead.__file__)"
    games, levels, place = installed.run("python", "-c", told).splitlines()
    assert set(games.split()) == {"great_western_trail", "montana", "santa_fe", "steam"}
    assert levels.split() == ["beginner", "novice", "easy", "medium", "hard", "expert"]
    assert Path(place).is_relative_to(installed.bin.parent)


def test_the_doctor_sends_nobody_to_a_checkout_that_is_not_there(installed: Environment) -> None:
    told = installed.run("railhead", "doctor")
    assert "warning  build" in told
    assert "pip install --force-reinstall" in told
    assert "make build" not in told


def test_what_agents_need_is_there_but_for_the_extra(installed: Environment) -> None:
    told = "from importlib.resources import files; "
    told += "print(files('railhead.agents').joinpath('app.html').stat().st_size)"
    assert int(installed.run("python", "-c", told)) > 1000
    assert "--endpoint" in installed.run("railhead", "agents", "--help")
    refused = subprocess.run(
        [str(installed.bin / "railhead"), "mcp"],
        cwd=installed.folder,
        env=installed.variables(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 1
    assert 'pip install "railhead-boardgames[agents]"' in refused.stderr


def test_what_tournaments_need_is_there_but_for_the_extra(installed: Environment) -> None:
    assert "--player" in installed.run("railhead", "tournament", "--help")
    refused = subprocess.run(
        [str(installed.bin / "railhead"), "tournament", "cup", "--player", "level:easy"],
        cwd=installed.folder,
        env=installed.variables(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 1
    assert 'pip install "railhead-boardgames[tournaments]"' in refused.stderr


def test_it_serves_pages_and_plays_a_match_against_a_bot(
    installed: Environment, served: str
) -> None:
    for path in ("/web/", "/docs", "/openapi.json"):
        assert requests.get(f"{served}{path}", timeout=30).status_code == 200, path
    for game in ("great_western_trail", "montana", "santa_fe", "steam"):
        page = requests.get(f"{served}/v1/games/{game}/rules", timeout=30)
        assert len(page.text) > 10_000, game
        for part in ("rules.json", "tutorial"):
            told = requests.get(f"{served}/v1/games/{game}/{part}", timeout=30)
            assert told.json()["game"] == game, part
    assert "--url" in installed.run("railhead", "play", "--help")
    bot = str(ROOT / "examples" / "random_bot.py")
    result = ast.literal_eval(installed.run("python", bot, "--url", served))
    assert sorted(seat for tied in result["ranking"] for seat in tied) == [0, 1]
