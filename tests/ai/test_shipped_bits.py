"""Published figures are those of the bots that are shipped: what decides their play is pinned."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import pytest

from railhead.ai.knowledge import network_file, policy_file, weights_file
from railhead.ai.search.levels import LEVELS, LEVELS_FILE, NPS_FILE
from railhead.games.data import read
from railhead.games.registry import shipped_rulesets

PINS = Path(__file__).with_name("shipped_bits.yaml")


def digest_of(game: str) -> str:
    """A digest of the numbers that the bots of a game play by."""
    files = (network_file(game), policy_file(game), weights_file(game), LEVELS_FILE, NPS_FILE)
    contents = (hashlib.blake2b(file.read_bytes(), digest_size=8).digest() for file in files)
    return hashlib.blake2b(b"".join(contents), digest_size=8).hexdigest()


@pytest.mark.parametrize("game", sorted(shipped_rulesets()))
def test_ladders_of_other_bots_are_told_from_those_of_the_shipped_ones(game: str) -> None:
    pin: Mapping[str, str] = read(PINS)[game]
    assert digest_of(game) == pin["digest"], (
        f"the bots of {game} play otherwise: put the day into `since` of each level that does in "
        f"{LEVELS_FILE.name}, and it and the digest {digest_of(game)} into {PINS.name}"
    )
    assert max(level.since for level in LEVELS.values()) >= pin["since"]
