"""Imports of packages that an extra brings, and how to install the extra."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

SERVICE: Final = "railhead-boardgames"
ENGINES: Final = "railhead-boardgames-engines"
EXTRAS_OF_ENGINES: Final = ("openspiel", "rl")
CHECKOUT: Final = Path(__file__).resolve().parents[1] / "Makefile"


def install_command(extra: str) -> str:
    """The command that installs `extra`, where this package is from: a wheel, or a checkout."""
    if CHECKOUT.exists():
        return "make lint"
    return f'pip install "{ENGINES if extra in EXTRAS_OF_ENGINES else SERVICE}[{extra}]"'


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import in the body what the extra `name` brings.

    Raises `ImportError` where a package is missing; the message has the command that installs it.
    """
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "railhead":
            raise
        text = f"the extra {name} is not installed ({error}): {install_command(name)}"
        raise ImportError(text, name=error.name) from error
