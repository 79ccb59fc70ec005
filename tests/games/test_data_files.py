"""Data files: the catalogue of those shipped and dropped in, and how they are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from examples.veil import RULESET
from railhead.games import data
from railhead.games.options import InvalidOption, complete
from railhead.games.registry import Catalogue, shipped_rulesets

CARDS = "\n".join(f"  - {{name: c{number}, points: 1}}" for number in range(12))
DECK = f"confidence: C\nsource: a test\nshow_from: c3\ncards:\n{CARDS}\n"


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    (tmp_path / "veil" / "deck").mkdir(parents=True)
    return Catalogue(tmp_path)


def dropped_in(catalogue: Catalogue, text: str, name: str = "mine") -> dict[str, Any]:
    assert catalogue.extra is not None
    (catalogue.extra / "veil" / "deck" / f"{name}.yaml").write_text(text)
    return complete(RULESET.options, {"deck": name})


def test_a_dropped_in_file_can_be_chosen(catalogue: Catalogue) -> None:
    game = catalogue.game(RULESET, dropped_in(catalogue, DECK))
    assert game.vocabulary.notation(game.vocabulary.parse("select:c3")) == "select:c3"
    assert game.data_hash != catalogue.game(RULESET, complete(RULESET.options, {})).data_hash


def test_equal_content_is_one_game(catalogue: Catalogue) -> None:
    one = catalogue.game(RULESET, dropped_in(catalogue, DECK))
    commented = dropped_in(catalogue, f"# with a comment\n{DECK}", "other")
    assert catalogue.game(RULESET, commented) is one


def test_a_file_is_parsed_once_and_again_when_it_says_something_else(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []
    original = data.parse

    def noted(text: bytes, source: str) -> dict[str, Any]:
        parsed.append(source)
        return original(text, source)

    monkeypatch.setattr(data, "parse", noted)
    options = dropped_in(catalogue, DECK)
    first = catalogue.game(RULESET, options)
    assert catalogue.game(RULESET, options) is first
    chosen = [source for source in parsed if source.endswith("mine.yaml")]
    assert len(chosen) == 1
    dropped_in(catalogue, DECK.replace("points: 1", "points: 2", 1))
    assert catalogue.game(RULESET, options) is not first


def test_an_option_that_came_later_is_its_default_in_matches_begun_before() -> None:
    catalogue, ruleset = Catalogue(), shipped_rulesets()["great_western_trail"]
    now = catalogue.game(ruleset, complete(ruleset.options, {}))
    before = catalogue.bind(ruleset, {}, {})
    assert before.data == now.data
    assert catalogue.bind(ruleset, {}, {}) is before
    assert catalogue.is_standard(before, {"cowboys": "each_turn"})


def test_own_data_takes_the_place_of_a_file(catalogue: Catalogue) -> None:
    content = data.parse(DECK.encode(), "own")
    options = complete(RULESET.options, {"deck": "mine/own"})
    game = catalogue.game(RULESET, options, {"deck": content})
    assert game is catalogue.game(RULESET, options, {"deck": content})
    assert game.data == {"deck": content}
    assert not catalogue.is_standard(game, options)
    assert not catalogue.is_standard(game, {})
    with pytest.raises(InvalidOption, match="must be one of plain, small"):
        catalogue.game(RULESET, options)


@pytest.mark.parametrize(
    "name", ["mine/", "mine/Own", "mine/../plain", "mine/a b", "mine/" + "a" * 41]
)
def test_a_name_of_own_data_is_small_and_plain(name: str) -> None:
    with pytest.raises(InvalidOption, match="such as my-board"):
        complete(RULESET.options, {"deck": name})


def test_a_shipped_file_cannot_be_replaced(catalogue: Catalogue) -> None:
    shipped = Catalogue().game(RULESET, complete(RULESET.options, {}))
    options = dropped_in(catalogue, DECK, "plain")
    assert catalogue.game(RULESET, options).data_hash == shipped.data_hash


def test_a_name_without_a_file_is_refused_with_the_names_there_are(catalogue: Catalogue) -> None:
    with pytest.raises(InvalidOption, match="must be one of plain, small"):
        catalogue.game(RULESET, complete(RULESET.options, {"deck": "../small"}))


@pytest.mark.parametrize(
    ("old", "new", "entry", "problem"),
    [
        ("name: c3,", "name: c2,", "cards[3].name", "another card"),
        ("{name: c5, points: 1}", "{name: c5}", "cards[5].points", "is missing"),
        ("{name: c5, points: 1}", "{name: c5, points: 10}", "cards[5].points", "outside 0 to 9"),
        ("{name: c5, points: 1}", "{name: c5, points: x}", "cards[5].points", "not a whole number"),
        ("{name: c5, points: 1}", "{name: c5, points: true}", "cards[5].points", "whole number"),
        ("{name: c5, points: 1}", "{name: c5, point: 1}", "cards[5]", "unknown key 'point'"),
        ("{name: c5, points: 1}", "c5", "cards[5]", "is not a mapping"),
        ("name: c5,", "name: '',", "cards[5].name", "is not a text"),
        ("  - {name: c5, points: 1}\n", "", "cards", "has 11 entries, not 12 to 60"),
        ("show_from: c3", "show_from: c99", "show_from", "'c99', not one of c0"),
        ("show_from: c3\n", "", "show_from", "is missing"),
        ("show_from: c3", "show_from: c3\nshow_from: c4", "file", "given twice"),
        ("cards:", "more: 3\ncards:", "file", "unknown key 'more'"),
        ("cards:", "cards: [", "file", "while parsing"),
        (DECK, "- a list", "file", "top level is not a mapping"),
    ],
)
def test_a_bad_file_is_refused_naming_file_and_entry(
    catalogue: Catalogue, old: str, new: str, entry: str, problem: str
) -> None:
    assert old in DECK
    options = dropped_in(catalogue, DECK.replace(old, new))
    with pytest.raises(data.DataError) as refused:
        catalogue.game(RULESET, options)
    assert Path(refused.value.source).name == "mine.yaml"
    assert refused.value.entry == entry
    assert problem in refused.value.problem


def test_yaml_means_what_it_looks_like(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("a: no\nb: on\nc: 012\nd: 12\ne: true\nf: -3\ng: 1_000\n")
    expected = {"a": "no", "b": "on", "c": "012", "d": 12, "e": True, "f": -3, "g": "1_000"}
    assert data.read(path) == expected


def test_an_unreadable_file_is_a_data_error(tmp_path: Path) -> None:
    with pytest.raises(data.DataError, match="No such file"):
        data.read(tmp_path / "missing.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"a: \xe9\n")
    with pytest.raises(data.DataError, match="utf-8"):
        data.read(tmp_path / "latin.yaml")


def test_entries_read_flags_lists_and_optional_keys() -> None:
    entry = data.Entry({"on": True, "list": [1, 2], "text": "x"}, "here")
    assert entry["on"].flag() is True
    assert [item.integer(0, 9) for item in entry["list"].items(2)] == [1, 2]
    assert entry.get("nothing") is None
    assert entry["list"].items()[1].path == "list[1]"
    for wrong in (
        entry["text"].flag,
        lambda: entry["list"].items(3),
        entry["text"].items,
        lambda: entry["text"]["deeper"],
        lambda: entry["text"].get("deeper"),
    ):
        with pytest.raises(data.DataError, match=r"^here: (text|list): "):
            wrong()


def test_the_digest_is_that_of_the_content() -> None:
    assert data.digest({"a": 1, "b": [2]}) == data.digest({"b": [2], "a": 1})
    assert data.digest({"a": 1}) != data.digest({"a": "1"})
