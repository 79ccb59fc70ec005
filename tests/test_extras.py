"""Who lacks what an extra brings is told the command that installs it where they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from railhead import extras
from railhead.extras import extra, install_command


def test_in_a_checkout_make_installs_it() -> None:
    assert install_command("agents") == "make lint"


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("agents", 'pip install "railhead-boardgames[agents]"'),
        ("openspiel", 'pip install "railhead-boardgames-engines[openspiel]"'),
        ("rl", 'pip install "railhead-boardgames-engines[rl]"'),
    ],
)
def test_elsewhere_pip_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, command: str
) -> None:
    monkeypatch.setattr(extras, "CHECKOUT", tmp_path / "Makefile")
    assert install_command(name) == command
    with pytest.raises(ImportError) as refused, extra(name):
        raise ModuleNotFoundError("No module named 'mcp'", name="mcp")
    assert command in str(refused.value)
    assert refused.value.name == "mcp"


def test_a_module_of_ours_that_is_missing_is_no_extra() -> None:
    with pytest.raises(ImportError, match="cannot import name"), extra("rl"):
        raise ImportError("cannot import name 'x'", name="railhead.rl.turns")
