"""The package as others have it: a wheel, in an environment with nothing but what it names."""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

import pytest
import requests
from packaging.requirements import Requirement

from tests.commands import output_of
from tests.ports import free_port

pytestmark = pytest.mark.full
"""For all of these an environment is made and a wheel installed."""

ROOT = Path(__file__).parent.parent
MADE = shutil.ignore_patterns("*.so", "*.pyd", "_compiled.json", "__pycache__")
FILES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE")
STRANGERS = ("games", "ai", "service")
"""Names that packages of others may have."""
START_SECONDS = 120


@dataclass(frozen=True)
class Environment:
    """An environment with the wheel, and a folder to work in that has nothing of ours."""

    bin: Path
    folder: Path

    def run(self, program: str, *arguments: str) -> str:
        return output_of([str(self.bin / program), *arguments], self.folder, self.variables())

    def variables(self, **further: str) -> dict[str, str]:
        ours = ("RAILHEAD", "PYTHON", "REDIS", "VIRTUAL_ENV")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return {**kept, "PATH": f"{self.bin}:{kept['PATH']}", **further}


def needed(wanted: Requirement, found: set[str]) -> set[str]:
    """The distributions that a requirement means here, with all that those need."""
    if wanted.name not in found or wanted.extras:
        found.add(wanted.name)
        for line in distribution(wanted.name).requires or []:
            further = Requirement(line)
            extras = ("", *wanted.extras)
            if further.marker is None or any(further.marker.evaluate({"extra": e}) for e in extras):
                needed(further, found)
    return found


def link_into(folder: Path, name: str) -> None:
    """Put the files of an installed distribution into another environment."""
    installed = distribution(name)
    for file in installed.files or []:
        if ".." not in file.parts and file.suffix != ".pyc":
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(installed.locate_file(file)), target)


def built_wheel(folder: Path) -> Path:
    """A wheel of plain Python, made from a copy of what it is made of."""
    source = folder / "source"
    for part in ("railhead", "web", "docs/rules", "build_support"):
        shutil.copytree(ROOT / part, source / part, ignore=MADE)
    for name in FILES:
        shutil.copy(ROOT / name, source)
    made = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    made += ["--disable-pip-version-check", "--wheel-dir", str(folder), str(source)]
    subprocess.run(made, env={**os.environ, "RAILHEAD_COMPILE": "0"}, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    folder = tmp_path_factory.mktemp("installed")
    wheel = built_wheel(folder)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    (site,) = (folder / "env" / "lib").glob("python*/site-packages")
    for name in needed(Requirement("railhead"), set()) - {"railhead"}:
        link_into(site, name)
    for name in STRANGERS:
        (site / name).mkdir()
        (site / name / "__init__.py").write_text(f"raise ImportError('{name} of somebody else')")
    (folder / "elsewhere").mkdir()
    made = Environment(folder / "env" / "bin", folder / "elsewhere")
    pip = [sys.executable, "-m", "pip", "--python", str(made.bin / "python")]
    for words in (["install", "--quiet", "--no-index", "--no-deps", str(wheel)], ["check"]):
        # Elsewhere, because pip takes a checkout that it stands in for what is installed.
        subprocess.run([*pip, *words], cwd=made.folder, env=made.variables(), check=True)
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
    told = "from importlib.metadata import files; print(*{f.parts[0] for f in files('railhead')})"
    names = installed.run("python", "-c", told).split()
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
    assert "a compiled wheel" in told
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
    assert "pip install 'mcp>=2.3,<3'" in refused.stderr


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
    assert "pip install 'openskill>=6.1'" in refused.stderr


def test_it_serves_pages_and_plays_a_match_against_a_bot(
    installed: Environment, served: str
) -> None:
    for path in ("/web/", "/docs", "/openapi.json"):
        assert requests.get(f"{served}{path}", timeout=30).status_code == 200, path
    for game in ("great_western_trail", "montana", "santa_fe", "steam"):
        page = requests.get(f"{served}/v1/games/{game}/rules", timeout=30)
        assert len(page.text) > 10_000, game
    assert "--url" in installed.run("railhead", "play", "--help")
    bot = str(ROOT / "examples" / "random_bot.py")
    result = ast.literal_eval(installed.run("python", bot, "--url", served))
    assert sorted(seat for tied in result["ranking"] for seat in tied) == [0, 1]
