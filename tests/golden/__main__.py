"""Writes every game's playthrough, and the perft counts of all."""

from __future__ import annotations

from tests.conformance.walks import hosted
from tests.golden import FOLDER, PERFT, perft_text, transcript

if __name__ == "__main__":
    for name, ruleset in hosted().items():
        (FOLDER / f"{name}.txt").write_text(transcript(ruleset), encoding="utf-8")
    PERFT.write_text(perft_text(hosted()), encoding="utf-8")
