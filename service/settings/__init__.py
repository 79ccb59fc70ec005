"""Every setting of the service, read from the environment; docs/settings.md lists the same.

A file `.env` in the working directory is read too; what the environment says goes first.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import Any

from dotenv import load_dotenv

from railhead.service.environment import check, read
from railhead.service.renamed_settings import rename
from railhead.service.settings.boards import BoardSettings
from railhead.service.settings.bots import BotSettings
from railhead.service.settings.limits import LimitSettings
from railhead.service.settings.server import ServerSettings
from railhead.service.settings.store import StoreSettings
from railhead.service.settings.webhooks import WebhookSettings


# A data class lists the fields of its last base first, and so do the docs.
@dataclass(frozen=True)
class Settings(
    WebhookSettings, BoardSettings, LimitSettings, BotSettings, StoreSettings, ServerSettings
):
    """The settings by name, which ends with the unit of the value."""

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings as the environment has them. Raises `InvalidSetting`.

        Old names of settings are read too; `logs.configure` warns of them.
        """
        load_dotenv(".env")
        rename(os.environ)
        values: dict[str, Any] = {}
        for one in fields(cls):
            text, kind = os.environ.get(one.metadata["name"]), str(one.type)
            if text is not None and (text or not kind.startswith("Path")):
                values[one.name] = read(one.metadata["name"], kind, text)
                check(one.metadata, values[one.name])
        return cls(**values)


def setting_docs() -> list[tuple[str, str, str]]:
    """Each setting's environment variable, default and text, in order: what the docs show."""
    return [
        (
            one.metadata["name"],
            "" if one.default is None else str(one.default),
            one.metadata["text"],
        )
        for one in fields(Settings)
    ]
