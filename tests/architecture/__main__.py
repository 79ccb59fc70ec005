"""`python -m tests.architecture`: draw the pictures of `docs/architecture.md` anew."""

from __future__ import annotations

from tests.architecture.picture import PAGE, drawn

PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
