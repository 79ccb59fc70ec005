"""The settings and their documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from railhead.service.environment import InvalidSetting
from railhead.service.settings import Settings, setting_docs

DOCUMENT = Path(__file__).parents[2] / "docs" / "settings.md"


def test_the_document_lists_exactly_the_settings() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*) \|$", DOCUMENT.read_text(), re.MULTILINE)
    assert [(name, text) for name, _, text in rows] == [(n, text) for n, _, text in setting_docs()]
    shown = {name: default.strip("`") for name, default, _ in rows}
    for name, default, _ in setting_docs():
        if name not in ("RAILHEAD_WORKERS", "RAILHEAD_STORE_MEMORY_MIB"):  # depend on the machine
            assert shown[name] == default


def test_the_example_lists_exactly_the_settings() -> None:
    example = DOCUMENT.parents[1] / ".env.example"
    shown = re.findall(r"^# (.+)\n# (\w+)=", example.read_text(), re.MULTILINE)
    assert shown == [(text, name) for name, _, text in setting_docs()]


def test_the_environment_is_read_by_type(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("RAILHEAD_PORT=8001\nRAILHEAD_HOST=::1\n")
    monkeypatch.setenv("RAILHEAD_PORT", "8002")
    monkeypatch.setenv("RAILHEAD_HOST", "0.0.0.0")
    monkeypatch.delenv("RAILHEAD_HOST")
    monkeypatch.setenv("RAILHEAD_BOT_BUDGET_FACTOR", "0.5")
    monkeypatch.setenv("RAILHEAD_CORS_READING", "False")
    monkeypatch.setenv("RAILHEAD_DATA_DIR", "")
    monkeypatch.setenv("RAILHEAD_GAMES_DIR", "/maps")
    settings = Settings.from_environment()
    assert settings.port == 8002
    assert settings.host == "::1"
    assert settings.bot_budget_factor == 0.5
    assert settings.cors_reading is False
    assert settings.games_dir == Path("/maps")
    assert settings.data_dir == Path("data")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RAILHEAD_PORT", "x"),
        ("RAILHEAD_PORT", ""),
        ("RAILHEAD_PORT", "70000"),
        ("RAILHEAD_BOT_BUDGET_FACTOR", "nan"),
        ("RAILHEAD_CORS_READING", "perhaps"),
        ("RAILHEAD_WORKERS", "0"),
        ("RAILHEAD_IDLE_EXPIRY_SECONDS", "-1"),
        ("RAILHEAD_LOG_LEVEL", "loud"),
        ("RAILHEAD_LOG_FORMAT", "xml"),
        ("RAILHEAD_ACTION_LIMIT", "often"),
        ("RAILHEAD_CREATION_LIMIT", "60 per fortnight"),
    ],
)
def test_a_value_that_cannot_be_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(InvalidSetting, match=name):
        Settings.from_environment()
