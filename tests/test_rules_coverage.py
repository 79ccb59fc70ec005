"""The report on untested scenarios, on pages and tests made for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import rules_coverage

PAGE = (
    "## 5. Scenarios of play\n\n### Hire\n\n2. **R** Spin.\nE5. Pay.\n\n## 6. Open\n\n1. Not one.\n"
)


def folders(
    tmp_path: Path, page: str, test: str, at: str = "docs/rules/chess.md"
) -> tuple[dict[str, Path], Path]:
    tests = tmp_path / "tests"
    (tmp_path / at).parent.mkdir(parents=True)
    tests.mkdir()
    (tmp_path / at).write_text(page)
    (tests / "test_chess.py").write_text(test)
    return rules_coverage.pages_of(tmp_path), tests


def marked(*names: str) -> str:
    marks = "".join(f'@pytest.mark.rule("{name}")\n' for name in names)
    return f"import pytest\n\n{marks}def test_it():\n    pass\n"


def test_all_scenarios_tested(tmp_path: Path) -> None:
    assert rules_coverage.problems(*folders(tmp_path, PAGE, marked("chess:2", "chess:E5"))) == []


def test_an_untested_scenario(tmp_path: Path) -> None:
    found = rules_coverage.problems(*folders(tmp_path, PAGE, marked("chess:2")))
    assert found == ["chess:E5 has no test: Pay."]


def test_the_page_of_an_example(tmp_path: Path) -> None:
    found = rules_coverage.problems(
        *folders(tmp_path, PAGE, marked("chess:2"), "examples/chess/rules.md")
    )
    assert found == ["chess:E5 has no test: Pay."]


def test_a_mark_without_a_scenario(tmp_path: Path) -> None:
    found = rules_coverage.problems(
        *folders(tmp_path, PAGE, marked("chess:2", "chess:E5", "chess:1"))
    )
    assert found == ["test_chess.py:5: no scenario is called chess:1"]


@pytest.mark.parametrize("page", ["## Rules\n\n1. Spin.\n", PAGE.replace("E5.", "2.")])
def test_a_page_without_a_clear_list(tmp_path: Path, page: str) -> None:
    with pytest.raises(rules_coverage.BadPage):
        rules_coverage.problems(*folders(tmp_path, page, marked("chess:2")))


@pytest.mark.full
def test_every_scenario_of_the_shipped_rules_is_tested(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_coverage.main() == 0, capsys.readouterr().out
