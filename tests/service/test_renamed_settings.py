"""Old names of settings are read for one release, and the log says which name took their place."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from railhead.service.renamed_settings import RENAMED, take_warnings
from railhead.service.settings import Settings

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "settings.md"


@pytest.fixture(autouse=True)
def _away_from_env_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def test_each_old_name_stands_for_a_setting_and_is_none_itself() -> None:
    names = {one.metadata["name"] for one in fields(Settings)}
    assert set(RENAMED.values()) <= names
    assert not set(RENAMED) & names


def test_the_document_lists_exactly_the_old_names() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(RAILHEAD_\w+)` \|$", DOCUMENT.read_text(), re.MULTILINE)
    assert dict(rows) == RENAMED


def test_an_old_name_is_read_with_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAILHEAD_BOT_JOB_SECONDS", raising=False)
    monkeypatch.setenv("RAILHEAD_TURN_SHARE", "7")
    assert Settings.from_environment().bot_job_seconds == 7
    assert Settings.from_environment().bot_job_seconds == 7
    assert list(take_warnings()) == [
        {
            "old": "RAILHEAD_TURN_SHARE",
            "new": "RAILHEAD_BOT_JOB_SECONDS",
            "counts": "RAILHEAD_TURN_SHARE",
        }
    ]
    monkeypatch.delenv("RAILHEAD_BOT_JOB_SECONDS")


def test_where_both_are_set_the_new_one_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILHEAD_MAX_BODY", "5000")
    monkeypatch.setenv("RAILHEAD_MAX_BODY_BYTES", "6000")
    assert Settings.from_environment().max_body_bytes == 6000
    assert [one["counts"] for one in take_warnings()] == ["RAILHEAD_MAX_BODY_BYTES"]


def test_a_value_that_cannot_be_is_refused_under_an_old_name_too() -> None:
    ended = command("doctor", RAILHEAD_WEBHOOK_PACE="slow")
    assert ended.returncode == 1
    assert "RAILHEAD_WEBHOOK_BACKOFF_FACTOR is 'slow', not a number" in ended.stderr


def test_the_log_names_the_old_name_and_the_new_one() -> None:
    ended = command(
        "retry",
        RAILHEAD_IDLE_EXPIRY="5000",
        RAILHEAD_LOG_FORMAT="json",
        REDIS_URL="redis://127.0.0.1:1/0",
    )
    line = json.loads(ended.stderr.splitlines()[0])
    assert line["level"] == "warning"
    assert (line["old"], line["new"]) == ("RAILHEAD_IDLE_EXPIRY", "RAILHEAD_IDLE_EXPIRY_SECONDS")


def command(name: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "railhead.service.cli", name],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
