"""Compiled, interpreted and without `librt`: the same rules; and a stale build is never used."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import grimp
import pytest

from railhead.games import COMPILED, game
from railhead.games._build import STAMP
from railhead.games.vectors import vec
from tests.conformance.digests import report

ROOT = Path(__file__).parent.parent
GAMES = "railhead/games"
RANDOM = f"{GAMES}/random.py"
BLOCK_LIBRT = (
    "import sys, runpy; sys.modules['librt'] = sys.modules['librt.vecs'] = None;"
    "runpy.run_module('tests.conformance.digests', run_name='__main__')"
)
SLOW_EVERY, SLOWEST_EVERY = 3, 5
"""Of the cases, one in so many is played interpreted, and without `librt`, which takes longest."""


@pytest.fixture(scope="module")
def reported() -> list[str]:
    """What this build answers."""
    return report()


def run(*arguments: str, root: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


@pytest.mark.full
@pytest.mark.full
def test_compiled_and_interpreted_rules_play_the_same_matches(reported: list[str]) -> None:
    interpreted = run("-m", "tests.conformance.digests", str(SLOW_EVERY), RAILHEAD_INTERPRETED="1")
    assert interpreted.returncode == 0, interpreted.stderr
    build, *lines = interpreted.stdout.splitlines()
    assert build == f"interpreted {vec.__module__}"
    assert len(lines) > 30
    assert set(lines) <= set(reported)


@pytest.mark.full
def test_without_librt_plain_python_plays_the_same_matches(reported: list[str]) -> None:
    blocked = run("-c", BLOCK_LIBRT, str(SLOWEST_EVERY), RAILHEAD_INTERPRETED="1")
    assert blocked.returncode == 0, blocked.stderr
    build, *lines = blocked.stdout.splitlines()
    assert build == "interpreted railhead.games.array_vectors"
    assert len(lines) > 20
    assert set(lines) <= set(reported)


def copied_build(tmp_path: Path) -> Path:
    """A copy of the games with a stamp that fits its sources, and an extension that cannot load."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "_compiled.json")
    games = tmp_path / GAMES
    shutil.copytree(ROOT / GAMES, games, ignore=ignored)
    shutil.copy(ROOT / "railhead/__init__.py", games.parent)
    asking = f"import railhead.games._build as b; print(b.digest(b.ROOT / '{RANDOM}'))"
    fresh = run("-c", asking, root=tmp_path).stdout.strip()
    (games / "_compiled.json").write_text(json.dumps({RANDOM: fresh}))
    suffix = "import importlib.machinery as m; print(m.EXTENSION_SUFFIXES[0])"
    extension = f"game{run('-c', suffix).stdout.strip()}"
    (games / extension).write_bytes(b"not an extension")
    return tmp_path


def test_a_stale_build_is_passed_over_with_a_warning(tmp_path: Path) -> None:
    root = copied_build(tmp_path)
    asking = "from railhead import games; print(games.COMPILED); from railhead.games import game; "
    asking += "print(game.__file__)"
    fresh = run("-c", asking, root=root)
    assert fresh.stdout.startswith("True")
    assert fresh.returncode != 0, "the extension should have been tried"
    with (root / RANDOM).open("a") as source:
        source.write("\n# edited\n")
    stale = run("-c", asking, root=root)
    assert stale.returncode == 0, stale.stderr
    assert stale.stdout.split() == ["False", str(root / GAMES / "game.py")]
    assert "StaleBuild" in stale.stderr
    assert RANDOM in stale.stderr
    raised = run("-W", "error", "-c", asking, root=root)
    assert raised.returncode != 0
    assert "StaleBuild" in raised.stderr


def test_edited_rules_are_tested_as_they_are_with_the_warning(tmp_path: Path) -> None:
    root = copied_build(tmp_path)
    shutil.copy(ROOT / "pyproject.toml", root)
    with (root / RANDOM).open("a") as source:
        source.write("\nEDITED = True\n")
    (root / "test_edited.py").write_text(
        "from railhead.games.random import EDITED\n\ndef test_edited(): assert EDITED\n"
    )
    tested = run("-m", "pytest", "-n0", "test_edited.py", root=root)
    assert tested.returncode == 0, tested.stdout
    assert "StaleBuild" in tested.stdout
    assert RANDOM in tested.stdout


def test_a_removed_source_makes_the_build_stale_too(tmp_path: Path) -> None:
    root = copied_build(tmp_path)
    stamp = root / GAMES / "_compiled.json"
    gone = {**json.loads(stamp.read_text()), f"{GAMES}/gone.py": "0" * 32}
    stamp.write_text(json.dumps(gone))
    stale = run("-c", "from railhead import games; print(games.COMPILED)", root=root)
    assert stale.stdout.strip() == "False"
    assert "games/gone.py" in stale.stderr


def test_interpreted_on_purpose_gives_no_warning(tmp_path: Path) -> None:
    asking = "from railhead.games import COMPILED, game; "
    asking += "print(COMPILED, game.__file__.endswith('.py'))"
    plain = run("-W", "error", "-c", asking, RAILHEAD_INTERPRETED="1")
    assert plain.stdout.split() == ["False", "True"], plain.stderr


def test_an_installed_game_has_its_page_of_rules(tmp_path: Path) -> None:
    built = run("setup.py", "--quiet", "build_py", "--build-lib", str(tmp_path))
    assert built.returncode == 0, built.stderr
    pages = sorted((ROOT / "docs" / "rules").glob("*.md"))
    assert len(pages) == 4
    for page in pages:
        installed = tmp_path / GAMES / page.stem / "rules.md"
        assert installed.read_bytes() == page.read_bytes()
    asking = "from railhead.games.registry import rules_page, shipped_rulesets; "
    asking += "print(*(len(rules_page(one)) for one in shipped_rulesets().values()))"
    found = run("-c", asking, root=tmp_path, RAILHEAD_INTERPRETED="1")
    assert found.returncode == 0, found.stderr
    assert min(int(length) for length in found.stdout.split()) > 10_000


def test_what_is_compiled_needs_nothing_that_compiling_has_not() -> None:
    """A compiler follows imports, also of packages: where one is not found, nothing is compiled."""
    graph = grimp.build_graph("railhead", include_external_packages=True, cache_dir=None)
    waiting = [
        source.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for source in runpy.run_path(str(ROOT / "setup.py"))["compiled_sources"]()
    ]
    seen, others = set[str](), set[str]()
    while waiting:
        module = waiting.pop()
        if module.partition(".")[0] != "railhead":
            others.add(module.partition(".")[0])
        elif module not in seen:
            seen.add(module)
            waiting += graph.find_modules_directly_imported_by(module)
            waiting += [module.rpartition(".")[0]] if "." in module else []
    assert len(seen) > 100
    assert others - sys.stdlib_module_names == {"librt", "mypy_extensions", "yaml"}


def test_this_build_is_what_its_files_say() -> None:
    assert game.__file__.endswith(".py") != COMPILED


def test_where_there_is_a_compiler_it_compiled() -> None:
    """A build that fails leaves plain Python, which does all the same, only slower."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    wanted = shutil.which(compiler) is not None and os.environ.get("RAILHEAD_COMPILE") != "0"
    assert STAMP.exists() or not wanted, "`make build` says what the compiler refuses"
