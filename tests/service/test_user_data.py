"""What becomes of data of one's own in a store of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from railhead.games.data import read
from railhead.games.game import Ruleset
from railhead.games.registry import KEPT_GAMES, Catalogue, shipped_rulesets
from railhead.service.core.matches import Matches, open_matches
from railhead.service.errors import (
    InvalidData,
    InvalidOptions,
    TooMuchData,
    Unauthorized,
)
from railhead.service.model import Client, NewMatch, Seat
from railhead.service.seats.rematch import rematch
from railhead.service.settings import Settings
from railhead.service.store.data_sets import UNUSED_DATA_SECONDS
from railhead.service.store.keys import match_key
from railhead.service.user_data.storage import DocumentStorage
from railhead.service.user_data.validation import validate_by_playing
from tests.stores import all_keys, on_a_server, store_kind

__all__ = ["store_kind"]

STEAM: Ruleset = shipped_rulesets()["steam"]
SEATS = [Seat(number, "human", f"Seat {number}") for number in range(3)]


def board(title: str = "My map") -> dict[str, Any]:
    """A map of one's own."""
    return {**read(STEAM.folder / "data" / "map" / "ruhr.yaml"), "title": title}


@pytest.fixture
def client(matches: Matches) -> Client:
    return matches.accounts.create("cartographer", "")[0]


def wanted(client: Client, name: str = "mine/own") -> NewMatch:
    return NewMatch("steam", {"map": name}, SEATS, seed=3, client=client.id)


def with_room(settings: Settings, documents: int, size: int) -> Matches:
    return open_matches(replace(settings, data_documents=documents, data_bytes=size))


def test_a_document_is_kept_with_its_client_only(matches: Matches, client: Client) -> None:
    document, new = matches.user_data.put(client, STEAM, "map", "own", board())
    assert new
    assert matches.user_data.get(client, "steam", "map", "own") == (document, board())
    assert matches.user_data.list_documents(client) == [document]
    assert b":data" in b" ".join(all_keys(matches.store.writer))
    matches.accounts.revoke(client)
    left = [key for key in all_keys(matches.store.writer) if not key.startswith(b"leaving:")]
    assert left == []
    with pytest.raises(Unauthorized):
        matches.user_data.put(client, STEAM, "map", "own", board())
    assert not [key for key in all_keys(matches.store.writer) if not key.startswith(b"leaving:")]


@pytest.mark.sampled
def test_a_client_keeps_so_many_documents(settings: Settings, matches: Matches) -> None:
    few = with_room(settings, 2, 10**6)
    client, other = few.accounts.create("one", "")[0], few.accounts.create("two", "")[0]
    for name in ("first", "second", "first"):
        few.user_data.put(client, STEAM, "map", name, board())
    with pytest.raises(TooMuchData) as refused:
        few.user_data.put(client, STEAM, "map", "third", board())
    assert refused.value.members["documents"] == 2
    few.user_data.put(other, STEAM, "map", "third", board())
    few.user_data.delete(client, "steam", "map", "first")
    few.user_data.put(client, STEAM, "map", "third", board())
    assert [one.name for one in few.user_data.list_documents(client)] == ["second", "third"]
    few.close()


@pytest.mark.full
@on_a_server
def test_a_client_keeps_so_many_bytes(settings: Settings, matches: Matches) -> None:
    matches.user_data.put(
        one := matches.accounts.create("one", "")[0], STEAM, "map", "own", board()
    )
    size = matches.user_data.list_documents(one)[0].size
    few = with_room(settings, 20, 2 * size + 10)
    client = few.accounts.create("two", "")[0]
    for name in ("first", "second", "second"):
        few.user_data.put(client, STEAM, "map", name, board())
    few.user_data.put(client, STEAM, "map", "second", board("My map" + 10 * "!"))
    for name, title in (("second", "My map" + 11 * "!"), ("third", "x")):
        with pytest.raises(TooMuchData):
            few.user_data.put(client, STEAM, "map", name, board(title))
    with pytest.raises(TooMuchData):
        with_room(settings, 20, size - 1).user_data.put(one, STEAM, "map", "own", board())
    few.close()


@pytest.mark.sampled
def test_a_match_keeps_its_data_as_long_as_itself(settings: Settings, matches: Matches) -> None:
    lasting = open_matches(replace(settings, idle_expiry_seconds=5000))
    client = lasting.accounts.create("one", "")[0]
    lasting.user_data.put(client, STEAM, "map", "own", board())
    made = lasting.create(wanted(client)).match.record
    lasting.user_data.put(client, STEAM, "map", "own", board("Another"))
    for process in (lasting, matches):
        game = process.game(process.record(made.id))
        assert game.data["map"]["title"] == "My map"
        assert game.data_hash == made.data_hash
    (key,) = [
        one for one in all_keys(lasting.store.writer) if one.endswith(f"{made.id}:data".encode())
    ]
    left = lasting.store.writer.ttl(key.decode())
    assert UNUSED_DATA_SECONDS < left <= 5000
    assert lasting.replay(made.id).save() == lasting.match(made.id).state.save()
    lasting.delete(made.id)
    assert key not in all_keys(lasting.store.writer)
    lasting.close()


@pytest.mark.full
def test_two_who_ask_for_a_rematch_at_once_keep_its_data(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    lasting = open_matches(replace(settings, idle_expiry_seconds=5000))
    client = lasting.accounts.create("one", "")[0]
    lasting.user_data.put(client, STEAM, "map", "own", board())
    over = replace(lasting.create(wanted(client)).match, status="over")
    keep = lasting.store.data_sets.keep_of_match
    first = []

    def keep_late(match_id: str, data: Mapping[str, Any]) -> None:
        monkeypatch.setattr(lasting.store.data_sets, "keep_of_match", keep)
        first.append(rematch(lasting, over).match.record.id)
        keep(match_id, data)

    monkeypatch.setattr(lasting.store.data_sets, "keep_of_match", keep_late)
    following = rematch(lasting, over).match.record.id
    assert [following] == first
    left = lasting.store.writer.ttl(match_key(following, "data"))
    assert UNUSED_DATA_SECONDS < left <= 5000
    lasting.close()


def test_data_of_files_is_kept_once_for_many_matches(matches: Matches, client: Client) -> None:
    for _ in range(3):
        matches.create(wanted(client, "ruhr"))
    kept = [key for key in all_keys(matches.store.writer) if key.endswith(b":data")]
    assert kept == []


@pytest.mark.sampled
def test_no_other_client_names_a_document(matches: Matches, client: Client) -> None:
    matches.user_data.put(client, STEAM, "map", "own", board())
    other = matches.accounts.create("other", "")[0]
    for new in (wanted(other), replace(wanted(client), client=None), wanted(client, "mine/other")):
        with pytest.raises(InvalidOptions):
            matches.create(new)


def test_a_document_is_tried_out_once(
    matches: Matches, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    monkeypatch.setattr(
        "railhead.service.user_data.user_data.validate_in_sandbox",
        lambda game: tried.append(game.data_hash),
    )
    for _ in range(2):
        matches.user_data.put(client, STEAM, "map", "own", board())
    assert len(tried) == 1
    assert [one.name for one in matches.user_data.list_documents(client)] == ["own"]


@pytest.mark.full
def test_what_was_tried_out_with_other_rules_is_tried_out_again(
    matches: Matches, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches.user_data.put(client, STEAM, "map", "own", board())
    tried: list[str] = []
    monkeypatch.setattr(
        "railhead.service.user_data.user_data.validate_in_sandbox",
        lambda game: tried.append(game.data_hash),
    )
    matches.create(wanted(client))
    assert tried == []
    elsewhere = open_matches(matches.store.settings)
    monkeypatch.setattr(
        elsewhere.user_data._store.storage(DocumentStorage),
        "get",
        lambda *asked: _of_old_rules(matches, asked),
    )
    elsewhere.create(wanted(client))
    assert len(tried) == 1
    elsewhere.close()


def _of_old_rules(matches: Matches, asked: tuple[Any, ...]) -> Any:
    found = matches.store.storage(DocumentStorage).get(*asked)
    assert found is not None
    return replace(found[0], rules_version=200), found[1]


@pytest.mark.parametrize(
    ("constant", "value", "said"),
    [
        ("MOST_PLIES", 10, "without an end within 10 decisions"),
        ("MOST_SECONDS", 0, "seconds to try out"),
        ("MOST_DRAWING", 0, "seconds to be drawn"),
    ],
)
def test_a_trial_has_bounds(
    monkeypatch: pytest.MonkeyPatch, constant: str, value: int, said: str
) -> None:
    monkeypatch.setattr(f"railhead.service.user_data.validation.{constant}", value)
    with pytest.raises(InvalidData) as refused:
        validate_by_playing(STEAM.bind({"map": board()}, {"map": "own"}))
    assert said in refused.value.members["errors"][0]["problem"]


def test_what_breaks_in_a_trial_refuses_the_document() -> None:
    def broken(*_: Any, **__: Any) -> Any:
        return 1 // 0

    ruleset = replace(STEAM, table=broken)
    with pytest.raises(InvalidData) as refused:
        validate_by_playing(ruleset.bind({"map": board()}, {"map": "own"}))
    assert "that cannot go on" in refused.value.members["errors"][0]["problem"]


@pytest.mark.full
def test_games_that_nobody_asks_for_are_forgotten() -> None:
    catalogue = Catalogue()
    for number in range(KEPT_GAMES + 5):
        catalogue.bind(STEAM, {"map": board(f"Map {number}")}, {"map": "own"})
    assert len(catalogue._bound._kept) == KEPT_GAMES
