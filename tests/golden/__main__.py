"""Writes every game's playthrough, the perft counts of all, and what their versions mean."""

from __future__ import annotations

from games.registry import shipped
from tests.conformance.walks import hosted
from tests.golden import FOLDER, PERFT, perft_text, transcript, versions

if __name__ == "__main__":
    versions.record(dict(shipped()))
    for name, ruleset in hosted().items():
        (FOLDER / f"{name}.txt").write_text(transcript(ruleset), encoding="utf-8")
    PERFT.write_text(perft_text(hosted()), encoding="utf-8")
