"""What is in `deploy/` and `docker-compose.yml` fits what the code has.

`make deployments` holds the same files against promtool, kubectl and docker compose.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY, Metric

from railhead.service import metrics
from railhead.service.running.showing import StoreGauges
from railhead.service.settings import Settings, documented

DEPLOY = Path(__file__).parents[1] / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY.parent / "docker-compose.yml").read_text())
MANIFESTS: list[dict[str, Any]] = [
    document
    for file in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    for document in yaml.safe_load_all(file.read_text())
]
SETTINGS = {name for name, _, _ in documented()}
OURS = {"api", "worker"}


def workloads() -> dict[str, dict[str, Any]]:
    kinds = ("Deployment", "StatefulSet")
    return {one["metadata"]["name"]: one["spec"] for one in MANIFESTS if one["kind"] in kinds}


def container(name: str) -> dict[str, Any]:
    (found,) = workloads()[name]["template"]["spec"]["containers"]
    return dict(found)


@pytest.fixture
def samples(settings: Settings) -> set[str]:
    """The names of all samples that a host shows."""
    metrics.answered("none", "GET", 200, 0.1)
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
    board = json.loads((DEPLOY / "grafana" / "railhead.json").read_text())
    rules = (DEPLOY / "prometheus" / "alerts.yml").read_text()
    scaling = (DEPLOY / "kubernetes" / "scaling.yaml").read_text()
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked += [rule["expr"] for rule in yaml.safe_load(rules)["groups"][0]["rules"]]
    named = set(re.findall(r"railhead_\w+", " ".join([*asked, scaling])))
    assert named <= samples
    told = {name for name in samples if not name.endswith(("_bucket", "_sum", "_count"))}
    missing = told - named
    assert not missing, "no panel shows these"


def test_every_panel_has_its_place() -> None:
    board = json.loads((DEPLOY / "grafana" / "railhead.json").read_text())
    places = [panel["gridPos"] for panel in board["panels"]]
    taken = {
        (x, y)
        for place in places
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    }
    assert len(taken) == sum(place["w"] * place["h"] for place in places)
    assert max(x for x, _ in taken) < 24


def test_only_settings_that_exist_are_set() -> None:
    for name in OURS:
        assert set(COMPOSE["services"][name]["environment"]) <= SETTINGS
        own = {one["name"] for one in container(name)["env"]}
        assert own - {"STORE_PASSWORD", "QUEUE_PASSWORD"} <= SETTINGS
    (kustomization,) = [one for one in MANIFESTS if one["kind"] == "Kustomization"]
    (settings,) = kustomization["configMapGenerator"]
    assert {one.partition("=")[0] for one in settings["literals"]} <= SETTINGS
    listed = {*kustomization["resources"], "kustomization.yaml"}
    assert listed == {file.name for file in (DEPLOY / "kubernetes").glob("*.yaml")}


def test_there_is_time_to_finish() -> None:
    """Whoever stops a process waits for longer than it drains, and takes a breath before."""
    least = Settings().drain_seconds + 5 + 2
    for name in OURS:
        assert int(COMPOSE["services"][name]["stop_grace_period"].rstrip("s")) >= least
        pause = container(name).get("lifecycle", {}).get("preStop", {}).get("exec", {})
        pause = int(pause["command"][-1]) if pause else 0
        grace = workloads()[name]["template"]["spec"]["terminationGracePeriodSeconds"]
        assert grace >= least + pause


def test_everything_is_watched_and_bounded() -> None:
    for name in workloads():
        one = container(name)
        assert "readinessProbe" in one or "livenessProbe" in one
        assert one["resources"].keys() == {"requests", "limits"}
        assert one["securityContext"]["readOnlyRootFilesystem"] is True
    budgets = {one["metadata"]["name"] for one in MANIFESTS if one["kind"] == "PodDisruptionBudget"}
    assert budgets == {"api", "worker", "store"}
    assert "replicas" not in workloads()["worker"], "the autoscaler has them"
    watched = {name for name, one in COMPOSE["services"].items() if "healthcheck" in one}
    assert watched == {"redis", "queue", "api", "worker"}


def test_metrics_and_stores_are_not_open_to_strangers() -> None:
    published = {name: one.get("ports", []) for name, one in COMPOSE["services"].items()}
    assert [name for name, ports in published.items() if ports] == ["api", "prometheus", "grafana"]
    assert published["api"] == ["${RAILHEAD_PORTS:-8000-8009}:8000"]
    for name in ("prometheus", "grafana"):
        assert all(port.startswith("127.0.0.1:") for port in published[name])
    rules = {one["metadata"]["name"]: one for one in MANIFESTS if one["kind"] == "NetworkPolicy"}
    for name, ports in (("api", ["http"]), ("metrics", ["metrics"]), ("stores", ["redis"])):
        (rule,) = rules[name]["spec"]["ingress"]
        assert [port["port"] for port in rule["ports"]] == ports
        assert ("from" in rule) == (name != "api")


def test_no_password_has_a_default() -> None:
    for kept in re.findall(r"\$\{RAILHEAD_\w*PASSWORD[^}]*\}", str(COMPOSE)):
        assert ":?" in kept
    assert (DEPLOY / "kubernetes" / ".gitignore").read_text().split() == ["secret.env"]
    assert not [one for one in MANIFESTS if one["kind"] == "Secret"]
