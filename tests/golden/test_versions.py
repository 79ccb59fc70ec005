"""Whatever changes the rules changes their version; see `tests.golden.versions`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest
import yaml

from railhead.games.game import Ruleset
from railhead.games.options import SwitchOption
from railhead.games.registry import shipped_rulesets
from tests.golden import versions

each_game = pytest.mark.parametrize(
    "ruleset", shipped_rulesets().values(), ids=list(shipped_rulesets())
)


@pytest.mark.sampled
@each_game
def test_the_rules_are_those_of_their_version(ruleset: Ruleset) -> None:
    before, now = versions.recorded()[ruleset.id], versions.meaning(ruleset)
    assert versions.forgotten(before, now) == [], "a new version of the rules is due"
    assert before == now, "the sources changed: `python -m tests.golden` records them"


def copy_of(ruleset: Ruleset, folder: Path) -> Ruleset:
    copytree(ruleset.folder, folder / ruleset.id)
    return replace(ruleset, folder=folder / ruleset.id)


@each_game
def test_a_changed_number_in_the_data_needs_a_new_version(ruleset: Ruleset, tmp_path: Path) -> None:
    copy = copy_of(ruleset, tmp_path)
    pieces = copy.folder / "data" / "pieces.yaml"
    before = versions.digest_of(versions.fixed_data(copy))
    text = pieces.read_text(encoding="utf-8")
    pieces.write_text("# a remark\n" + text, encoding="utf-8")
    assert versions.digest_of(versions.fixed_data(copy)) == before
    content = {**yaml.safe_load(text), "another": 1}
    pieces.write_text(yaml.safe_dump(content), encoding="utf-8")
    assert versions.digest_of(versions.fixed_data(copy)) != before


@pytest.mark.sampled
@each_game
def test_a_changed_line_of_the_rules_is_noticed(ruleset: Ruleset, tmp_path: Path) -> None:
    copy = copy_of(ruleset, tmp_path)
    scoring = copy.folder / "rules" / "scoring.py"
    before = versions.digest_of(versions.rules_sources(copy))
    text = scoring.read_text(encoding="utf-8")
    scoring.write_text(text + "\n# a remark\n", encoding="utf-8")
    assert versions.digest_of(versions.rules_sources(copy)) == before
    scoring.write_text(text + "\nmore = 1\n", encoding="utf-8")
    assert versions.digest_of(versions.rules_sources(copy)) != before


def test_an_option_that_fills_another_cell_needs_a_new_version() -> None:
    ruleset = shipped_rulesets()["montana"]
    moved = replace(ruleset, options=[*ruleset.options, SwitchOption("more", True, cell=2)])
    assert versions.digest_of(versions.fixed_data(moved)) != versions.digest_of(
        versions.fixed_data(ruleset)
    )


def test_recording_asks_for_a_version_where_data_or_play_changed() -> None:
    now = {"version": 2, "data": "a", "play": "b", "sources": "c"}
    assert versions.forgotten({**now, "sources": "x"}, now) == []
    assert versions.forgotten({**now, "play": "x"}, now) == ["play"]
    assert versions.forgotten({**now, "data": "x", "play": "x"}, now) == ["data", "play"]
    assert versions.forgotten({**now, "version": 1, "data": "x"}, now) == []
    assert versions.forgotten(None, now) == []


def test_only_what_nobody_has_played_is_recorded_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = {name: ruleset for name, ruleset in shipped_rulesets().items() if name == "montana"}
    now = {"version": 1, "data": "a", "play": "b", "sources": "c"}
    other = {"version": 3, "data": "d", "play": "e", "sources": "f"}
    monkeypatch.setattr(versions, "RECORD", tmp_path / "versions.yaml")
    versions.RECORD.write_text(yaml.safe_dump({"montana": now, "steam": other, "gone": other}))
    changed = {**now, "play": "x"}
    monkeypatch.setattr(versions, "meaning", lambda ruleset: changed)
    with pytest.raises(SystemExit, match="montana: play changed"):
        versions.record(game)
    assert versions.recorded()["montana"] == now
    told = versions.record(game, unplayed=True)
    assert yaml.safe_load(told) == {"montana": changed, "steam": other}
