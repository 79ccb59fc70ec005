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
from railhead.service.running.metrics_exporter import StoreGauges
from railhead.service.settings import Settings, setting_docs

DEPLOY = Path(__file__).parents[1] / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY.parent / "docker-compose.yml").read_text())
MANIFESTS: list[dict[str, Any]] = [
    document
    for file in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    for document in yaml.safe_load_all(file.read_text())
]
SETTINGS = {name for name, _, _ in setting_docs()}
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


def test_nothing_has_more_rights_than_it_needs() -> None:
    for name, one in COMPOSE["services"].items():
        assert one["cap_drop"] == ["ALL"], name
        assert one["security_opt"] == ["no-new-privileges:true"], name
    for name in ("redis", "queue", *OURS):
        one = COMPOSE["services"][name]
        assert one["read_only"] is True
        assert one["tmpfs"] == ["/tmp"]
    assert {COMPOSE["services"][name]["user"] for name in ("redis", "queue")} == {"999:1000"}
    assert re.search(r"^USER (?!root)\w+$", (DEPLOY.parent / "Dockerfile").read_text(), re.M)
    for name, workload in workloads().items():
        assert workload["template"]["spec"]["securityContext"]["runAsNonRoot"] is True
        assert container(name)["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }


def test_every_store_has_a_bound_below_what_it_is_given() -> None:
    ours = [" ".join(container(name)["command"]) for name in ("store", "queue")]
    ours += [COMPOSE["services"][name]["command"] for name in ("redis", "queue")]
    for command in ours:
        assert re.search(r"--maxmemory (\d+[mg]b|\"\$\$MEMORY\") ", command)
        assert "--maxmemory-policy noeviction" in command
    memory = COMPOSE["services"]["redis"]["environment"]["MEMORY"]
    assert memory == "${RAILHEAD_STORE_MEMORY_MIB:-${RAILHEAD_STORE_MEMORY:-1024}}mb"
    units = {"mb": 1, "gb": 1024, "Mi": 1, "Gi": 1024}
    for name in ("store", "queue"):
        command = " ".join(container(name)["command"])
        (most, unit) = re.findall(r"--maxmemory (\d+)([mg]b)", command)[0]
        limit, of = re.findall(r"(\d+)(\w+)", container(name)["resources"]["limits"]["memory"])[0]
        assert 2 * int(most) * units[unit] <= int(limit) * units[of]


def test_images_of_others_can_be_pinned_and_the_threat_model_says_they_are_not() -> None:
    images = {name: one["image"] for name, one in COMPOSE["services"].items() if name not in OURS}
    for name, image in images.items():
        assert re.fullmatch(r"\$\{RAILHEAD_\w+_IMAGE:-[\w./-]+:[\w.-]+\}", image), name
    dockerfile = (DEPLOY.parent / "Dockerfile").read_text()
    assert set(re.findall(r"^FROM (\S+)", dockerfile, re.M)) == {"${PYTHON_IMAGE}"}
    (kustomization,) = [one for one in MANIFESTS if one["kind"] == "Kustomization"]
    named = {one["name"] for one in kustomization["images"]}
    assert {container(name)["image"].partition(":")[0] for name in workloads()} == named
    everything = " ".join([*images.values(), dockerfile, str(kustomization["images"])])
    by_tag = "@sha256:" not in re.sub(r"@sha256:…", "", everything)
    documents = DEPLOY.parent / "docs"
    says_so = "are named by tags" in (documents / "threat-model.md").read_text()
    assert by_tag == says_so
    guide = (documents / "operating.md").read_text()
    variables = re.findall(
        r"RAILHEAD_\w+_IMAGE", (DEPLOY.parent / "docker-compose.yml").read_text()
    )
    for variable in (*variables, "PYTHON_IMAGE"):
        assert variable in guide


def test_no_password_has_a_default() -> None:
    for kept in re.findall(r"\$\{RAILHEAD_\w*PASSWORD[^}]*\}", str(COMPOSE)):
        assert ":?" in kept
    assert (DEPLOY / "kubernetes" / ".gitignore").read_text().split() == ["secret.env"]
    assert not [one for one in MANIFESTS if one["kind"] == "Secret"]
