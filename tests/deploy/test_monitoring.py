"""The dashboard and the alerts ask for what is shown, and each alert has a test of its own."""

from __future__ import annotations

import json
import re

import pytest
import yaml
from prometheus_client import REGISTRY, Metric

from railhead.service import metrics
from railhead.service.running.metrics_exporter import StoreGauges
from railhead.service.settings import Settings
from tests.deploy.manifests import ALERTS, DEPLOY

BOARD = json.loads((DEPLOY / "grafana" / "railhead.json").read_text())


@pytest.fixture
def samples(settings: Settings) -> set[str]:
    """The names of all samples that a host shows."""
    metrics.count_request("none", "GET", 200, 0.1)
    gauges: list[Metric] = list(StoreGauges(settings).collect())
    shown = [*REGISTRY.collect(), *gauges]
    typed = {
        f"{one.name}{ending}"
        for one in shown
        for ending in {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(
            one.type, [""]
        )
    }
    return {name for name in typed if name.startswith("railhead_")}


def test_dashboard_and_alerts_ask_for_what_is_shown(samples: set[str]) -> None:
    scaling = (DEPLOY / "kubernetes" / "scaling.yaml").read_text()
    asked = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]
    asked += [rule["expr"] for rule in ALERTS]
    named = set(re.findall(r"railhead_\w+", " ".join([*asked, scaling])))
    assert named <= samples
    told = {name for name in samples if not name.endswith(("_bucket", "_sum", "_count"))}
    missing = told - named
    assert not missing, "no panel shows these"


def test_every_panel_has_its_place() -> None:
    places = [panel["gridPos"] for panel in BOARD["panels"]]
    taken = {
        (x, y)
        for place in places
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    }
    assert len(taken) == sum(place["w"] * place["h"] for place in places)
    assert max(x for x, _ in taken) < 24


def test_every_alert_is_seen_to_fire_and_to_be_quiet() -> None:
    """By `promtool test rules`, which `test_prometheus.py` runs."""
    groups = yaml.safe_load((DEPLOY / "prometheus" / "alerts_test.yml").read_text())["tests"]
    tried = {
        (one["alertname"], bool(one["exp_alerts"]))
        for group in groups
        for one in group["alert_rule_test"]
    }
    assert tried == {(rule["alert"], fires) for rule in ALERTS for fires in (True, False)}


def test_whoever_is_told_knows_every_severity() -> None:
    told = yaml.safe_load((DEPLOY / "prometheus" / "alertmanager.yml").read_text())
    receivers = {one["name"] for one in told["receivers"]}
    assert receivers == {rule["labels"]["severity"] for rule in ALERTS}
    (inhibited,) = told["inhibit_rules"]
    (source,), (target,) = inhibited["source_matchers"], inhibited["target_matchers"]
    names = {rule["alert"] for rule in ALERTS}
    assert source.partition('"')[2].rstrip('"') in names
    beginning, endings = re.findall(r'"(\w+)\(([\w|]+)\)"', target)[0]
    assert {f"{beginning}{ending}" for ending in endings.split("|")} <= names
