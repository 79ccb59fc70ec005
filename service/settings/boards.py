"""Data files of the operator, and boards that clients send."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from railhead.service.environment import setting


@dataclass(frozen=True)
class BoardSettings:
    """Data files of the operator, and boards that clients send."""

    games_dir: Path | None = setting(
        "RAILHEAD_GAMES_DIR", None, "Folder of further data files: `<game>/<option>/<name>.yaml`."
    )
    data_validations: int = setting(
        "RAILHEAD_DATA_VALIDATIONS",
        2,
        "Documents of data that an API process tries out at once, each in a process of its own.",
        1,
    )
    max_data_validations: int = setting(
        "RAILHEAD_MAX_DATA_VALIDATIONS",
        128,
        "Documents of data that an API process tries out or lets wait; further ones get 503.",
        1,
    )
    data_validations_per_caller: int = setting(
        "RAILHEAD_DATA_VALIDATIONS_PER_CALLER",
        32,
        "Documents of data of one client, or of one address without a client's token, that an "
        "API process tries out or lets wait; further ones get 429.",
        1,
    )
    data_documents: int = setting(
        "RAILHEAD_DATA_DOCUMENTS", 20, "How many documents of data a client may keep.", 0
    )
    data_bytes: int = setting(
        "RAILHEAD_DATA_BYTES", 256 * 1024, "How many bytes of data a client may keep.", 0
    )
