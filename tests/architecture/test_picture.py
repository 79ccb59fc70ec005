"""`docs/architecture.md` shows the imports that there are, and names files that there are."""

from __future__ import annotations

import re

from tests.architecture.picture import PAGE, ROOT, drawn, feature_folders, needed


def test_the_pictures_are_those_of_the_imports() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert drawn(page) == page, "run `python -m tests.architecture`"


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    arrows = {"app": {"http", "store"}, "http": {"store"}, "store": set[str]()}
    assert needed(arrows) == {"app": {"http"}, "http": {"store"}, "store": set()}


def test_every_file_that_the_page_names_is_there() -> None:
    named = re.findall(r"`((?:service|ai|games|railhead)/[\w/.]+\.\w+)`", PAGE.read_text())
    assert len(named) > 10
    assert not [name for name in named if not (ROOT / name).exists()]


def test_every_node_of_the_service_is_explained() -> None:
    picture, text = PAGE.read_text(encoding="utf-8").split("<!-- service -->")[1].split("<!-- end")
    nodes = set(re.findall(r'\["(\w+)"\]', picture))
    assert {"base", "webhooks"} < nodes
    explained = re.findall(r"(?:`|\*)(\w+)(?:\.py)?(?:`|\*)", text)
    assert not nodes - {*explained}


def test_every_feature_has_its_routes() -> None:
    assert not [
        one for one in feature_folders() if not (ROOT / f"service/{one}/routes.py").exists()
    ]
