"""A whole vector of matches as bytes: a ZIP of arrays, as NumPy writes them."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any, Final

from railhead.extras import extra
from railhead.rl.environment import Table
from railhead.rl.rows import Arrays

with extra("rl"):
    import numpy as np

FORMAT: Final = 1
SETTINGS: Final = "settings"


def encode(settings: dict[str, Any], table: Table, rows: Arrays) -> bytes:
    """What `decode` reads: JSON of the settings, and the arrays."""
    told = {"format": FORMAT, "data_hash": table.game.data_hash, **settings}
    arrays: dict[str, Any] = {SETTINGS: np.frombuffer(json.dumps(told).encode(), np.uint8), **rows}
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()


def decode(written: bytes) -> tuple[dict[str, Any], Arrays]:
    """The settings and the arrays. Raises `ValueError` for what `encode` has not written."""
    try:
        with np.load(io.BytesIO(written), allow_pickle=False) as file:
            rows = {name: file[name] for name in file.files}
        settings = json.loads(rows.pop(SETTINGS).tobytes())
        written_as = settings.pop("format")
    except (zipfile.BadZipFile, KeyError, EOFError, ValueError) as wrong:
        raise ValueError("this is no file that a VectorEnv has saved") from wrong
    if written_as != FORMAT:
        raise ValueError(f"saved in format {written_as}; this version reads format {FORMAT}")
    return settings, rows


def demand_same_data(settings: dict[str, Any], table: Table) -> None:
    """Raise `ValueError` where the game's data are others than those it was saved with."""
    if settings.pop("data_hash") != table.game.data_hash:
        raise ValueError(f"saved with other data of {table.game.ruleset.name} than there are now")
