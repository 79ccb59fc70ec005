"""`make newest`: what it asks for, what it compares, and how it says what breaks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from build_support.newest import (
    Outcome,
    failures,
    heading,
    passes,
    requirements_of,
    versions,
    without_upper_bounds,
)

LOCK = """\
flask==3.1.2 \\
    --hash=sha256:00
redis[hiredis]==8.1.0
numpy==2.3.0 ; python_full_version < '3'
numpy==2.4.6 ; python_full_version >= '3'
    # via scipy
"""


@pytest.mark.parametrize(
    ("bounded", "free"),
    [
        ("rq>=3,<4", "rq>=3"),
        ("redis[hiredis]>=8.1", "redis[hiredis]>=8.1"),
        ("mcp==2.3", "mcp"),
        ("x~=1.2,!=1.3; python_version < '4'", 'x!=1.3; python_version < "4"'),
    ],
)
def test_only_bounds_from_above_are_taken_off(bounded: str, free: str) -> None:
    assert without_upper_bounds(bounded) == free


def test_a_lock_is_read_as_this_python_reads_it() -> None:
    assert versions(LOCK) == {"flask": "3.1.2", "redis": "8.1.0", "numpy": "2.4.6"}


def test_what_builds_runs_and_tests_is_asked_for() -> None:
    project = {
        "build-system": {"requires": ["setuptools"]},
        "project": {"dependencies": ["flask"], "optional-dependencies": {"agents": ["mcp"]}},
        "dependency-groups": {"dev": [{"include-group": "build"}, "pytest"], "build": ["mypy"]},
    }
    assert sorted(requirements_of(project)) == ["flask", "mcp", "mypy", "pytest", "setuptools"]


def test_what_breaks_is_a_list(tmp_path: Path) -> None:
    results = tmp_path / "results.xml"
    assert failures(results, 3) == ["pytest ended with status 3"]
    results.write_text(
        '<testsuites><testsuite><testcase classname="tests.test_a" name="test_x">'
        '<failure message="assert 1 == 2&#10;more">text</failure></testcase>'
        '<testcase classname="tests.test_a" name="test_y"/></testsuite></testsuites>'
    )
    broken = failures(results, 1)
    assert broken == ["tests.test_a.test_x: assert 1 == 2"]
    told = str(Outcome("Within the bounds", ["flask 3.1.1 3.1.2"], broken))
    assert "Broken: 1.\n\n- tests.test_a.test_x: assert 1 == 2" in told
    assert str(Outcome("Above the bounds", [], [])).endswith("Broken: nothing.")
    assert passes(results) == 1
    assert "Broken: nothing. Tests that passed: 5,430." in str(Outcome("Within", [], [], 5430))


def test_a_run_that_broke_off_is_no_success(tmp_path: Path) -> None:
    results = tmp_path / "results.xml"
    results.write_text('<testsuite><testcase classname="tests.test_a" name="test_x"/></testsuite>')
    assert failures(results, 2) == ["pytest ended with status 2"]
    assert failures(results, 0) == []


def test_a_report_says_of_what_day_it_is() -> None:
    assert re.search(r"\n\d{4}-\d\d-\d\d, commit [0-9a-f]+, CPython 3\.", heading(every_test=False))
    assert "The quick tests ran" in heading(every_test=False)
    assert "Every test ran" in heading(every_test=True)
