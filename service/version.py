"""Which version this installation is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def own_version() -> str:
    """The version of this installation; `unknown` where it is not installed."""
    try:
        return version("railhead")
    except PackageNotFoundError:
        return "unknown"
