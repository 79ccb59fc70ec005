"""The manifests in `deploy/kubernetes` fit each other, their schemas, and what the code has.

`make deployments` holds the same files against kubectl.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

from railhead.service.core.matches import open_matches
from railhead.service.running.embedded_store import server_binary
from railhead.service.settings import Settings, setting_docs
from tests.deploy.manifests import ALERTS, DEPLOY, MANIFESTS, OURS, container, of_kind
from tests.deploy.manifests import pod_templates as templates
from tests.deploy.tools import program
from tests.ports import free_port
from tests.service.conftest import eventually
from tests.service.test_bot_turns import new_match
from tests.stores import Server

NAME = "app.kubernetes.io/name"
SCHEMAS = Path(__file__).parent / "schemas"
SETTINGS = {name for name, _, _ in setting_docs()}
UNITS = {"mb": 1, "gb": 1024, "Mi": 1, "Gi": 1024}
ROOM = 1.25
"""How much more than twice its `maxmemory` a store that copies itself may take, with buffers."""


def kustomization() -> dict[str, Any]:
    (found,) = of_kind("Kustomization")
    return found


def labels_of(pod: str) -> dict[str, str]:
    """The labels of a workload's pods, with those that the kustomization adds to all."""
    (added,) = kustomization()["labels"]
    assert added["includeSelectors"] is True
    return {**templates()[pod]["metadata"]["labels"], **added["pairs"]}


def pods_of(selector: dict[str, Any]) -> set[str]:
    """The workloads whose pods a selector finds; an empty one finds all."""
    assert selector.keys() <= {"matchLabels", "matchExpressions"}
    wanted = {name: {value} for name, value in selector.get("matchLabels", {}).items()}
    for one in selector.get("matchExpressions", []):
        assert one["operator"] == "In"
        wanted[one["key"]] = set(one["values"])
    return {
        pod
        for pod in templates()
        if all(labels_of(pod).get(name) in values for name, values in wanted.items())
    }


def ports_of(pod: str) -> dict[str, int]:
    return {one["name"]: one["containerPort"] for one in container(pod).get("ports", [])}


@pytest.mark.parametrize(
    "manifest",
    [one for one in MANIFESTS if one["kind"] != "Kustomization"],
    ids=lambda one: f"{one['kind']} {one['metadata']['name']}",
)
def test_each_manifest_fits_the_schema_of_its_kind(manifest: dict[str, Any]) -> None:
    kinds = json.loads((SCHEMAS / "kubernetes.json").read_text())
    if manifest["kind"] in kinds["kinds"]:
        reference = f"#/$defs/{kinds['kinds'][manifest['kind']]}"
        schema = {"$ref": reference, "$defs": kinds["$defs"]}
    else:
        schema = json.loads((SCHEMAS / f"{manifest['kind'].lower()}.json").read_text())
    wrong = [
        f"{'/'.join(map(str, error.instance_path))}: {error.message}"
        for error in jsonschema_rs.validator_for(schema).iter_errors(manifest)
    ]
    assert not wrong


def test_every_file_is_applied() -> None:
    listed = {*kustomization()["resources"], "kustomization.yaml"}
    assert listed == {file.name for file in (DEPLOY / "kubernetes").glob("*.yaml")}


def test_alerts_of_the_operator_are_those_of_prometheus() -> None:
    (rules,) = of_kind("PrometheusRule")
    (group,) = rules["spec"]["groups"]
    assert group["rules"] == ALERTS, "make alerts"


def test_the_operator_scrapes_all_who_show_metrics_as_the_job_that_alerts_ask_for() -> None:
    (monitor,) = of_kind("PodMonitor")
    spec = monitor["spec"]
    pods = pods_of(spec["selector"])
    assert pods == OURS
    (endpoint,) = spec["podMetricsEndpoints"]
    (settings,) = kustomization()["configMapGenerator"]
    for pod in pods:
        port = ports_of(pod)[endpoint["port"]]
        assert f"RAILHEAD_METRICS_PORT={port}" in settings["literals"]
        assert not templates()[pod]["metadata"].get("annotations"), "the operator reads none"
    (query,) = [one["metadata"]["query"] for one in scaled_workers()["triggers"]]
    asked = re.findall(r'job="([^"]*)"', " ".join([*(one["expr"] for one in ALERTS), query]))
    assert asked
    assert {labels_of(pod)[spec["jobLabel"]] for pod in pods} == set(asked)
    job = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text())
    assert {one["job_name"] for one in job["scrape_configs"]} == set(asked)


def scaled_workers() -> dict[str, Any]:
    (found,) = of_kind("ScaledObject")
    return dict(found["spec"])


def test_an_autoscaler_has_each_of_our_workloads_to_itself() -> None:
    (scaled,) = of_kind("HorizontalPodAutoscaler")
    assert scaled["spec"]["scaleTargetRef"] == {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "name": "api",
    }
    assert scaled_workers()["scaleTargetRef"] == {"name": "worker"}
    replicas = {one["metadata"]["name"]: one["spec"].get("replicas") for one in workloads()}
    assert replicas == {"api": None, "worker": None, "store": 1, "queue": 1}
    assert "cpu" in container("api")["resources"]["requests"], "its share of this is what counts"


def workloads() -> list[dict[str, Any]]:
    return of_kind("Deployment", "StatefulSet")


def test_selectors_find_the_pods_that_they_are_for() -> None:
    for one in workloads():
        assert pods_of(one["spec"]["selector"]) == {one["metadata"]["name"]}
    for one in of_kind("PodDisruptionBudget"):
        assert pods_of(one["spec"]["selector"]) == {one["metadata"]["name"]}
    for one in of_kind("Service"):
        (pod,) = pods_of({"matchLabels": one["spec"]["selector"]})
        (port,) = one["spec"]["ports"]
        assert port.get("targetPort", port["port"]) in [*ports_of(pod), *ports_of(pod).values()]


def reached(direction: str, peers: str) -> Iterator[tuple[str, str, str]]:
    """Who may reach whom at which port, by the policies; `*` for anybody."""
    for policy in of_kind("NetworkPolicy"):
        for pod in pods_of(policy["spec"]["podSelector"]):
            for rule in policy["spec"].get(direction, []):
                others = {"*"}
                if peers in rule:
                    (peer,) = rule[peers][:1]
                    others = pods_of(peer["podSelector"]) if "podSelector" in peer else {str(peer)}
                for other in others:
                    for port in rule.get("ports", [{"port": "*"}]):
                        yield pod, other, str(port["port"])


def test_nobody_is_reached_but_by_those_who_need_it() -> None:
    inward = {(pod, other, port) for pod, other, port in reached("ingress", "from")}
    monitoring = (
        "{'namespaceSelector': {'matchLabels': {'kubernetes.io/metadata.name': 'monitoring'}}}"
    )
    assert inward == {
        ("api", "*", "http"),
        *((pod, monitoring, "metrics") for pod in OURS),
        *(("store", other, "redis") for other in (*OURS, "backup")),
        *(("queue", other, "redis") for other in OURS),
    }
    default = next(
        one["spec"] for one in of_kind("NetworkPolicy") if one["metadata"]["name"] == "default"
    )
    assert pods_of(default["podSelector"]) == set(templates())
    assert default["policyTypes"] == ["Ingress", "Egress"]
    for pod, _, port in inward:
        assert port in ports_of(pod)


def test_only_workers_reach_further_than_the_stores() -> None:
    outward = {(pod, other, port) for pod, other, port in reached("egress", "to")}
    names = {(pod, "*", "53") for pod in templates()}
    stores = {(pod, store, "redis") for pod in (*OURS, "backup") for store in ("store", "queue")}
    beyond = outward - names - stores
    assert names | stores <= outward
    ((pod, other, port),) = beyond
    assert (pod, port) == ("worker", "*")
    for private in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"):
        assert private in other


def test_only_settings_that_exist_are_set() -> None:
    for name in OURS:
        own = {one["name"] for one in container(name)["env"]}
        assert own - {"STORE_PASSWORD", "QUEUE_PASSWORD"} <= SETTINGS
    (settings,) = kustomization()["configMapGenerator"]
    assert {one.partition("=")[0] for one in settings["literals"]} <= SETTINGS


def test_there_is_time_to_finish() -> None:
    """Whoever stops a process waits for longer than it drains, and takes a breath before."""
    for name in OURS:
        pause = container(name).get("lifecycle", {}).get("preStop", {}).get("exec", {})
        pause = int(pause["command"][-1]) if pause else 0
        grace = templates()[name]["spec"]["terminationGracePeriodSeconds"]
        assert grace >= Settings().drain_seconds + 5 + 2 + pause


def test_everything_is_watched_and_bounded() -> None:
    probes = {
        name: {one for one in container(name) if one.endswith("Probe")} for name in templates()
    }
    assert probes == {
        "api": {"startupProbe", "livenessProbe", "readinessProbe"},
        "worker": {"startupProbe", "livenessProbe"},  # nobody calls it
        "store": {"livenessProbe", "readinessProbe"},
        "queue": {"livenessProbe", "readinessProbe"},
        "backup": set(),
    }
    for name in templates():
        assert container(name)["resources"].keys() == {"requests", "limits"}
        for probe in probes[name]:
            asked = container(name)[probe]
            port = asked.get("httpGet", asked.get("tcpSocket", {})).get("port")
            assert port is None or port in ports_of(name)
    budgets = {one["metadata"]["name"] for one in of_kind("PodDisruptionBudget")}
    assert budgets == {"api", "worker", "store"}


def test_nothing_has_more_rights_than_it_needs() -> None:
    (namespace,) = of_kind("Namespace")
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
    for name, template in templates().items():
        spec = template["spec"]
        assert spec["automountServiceAccountToken"] is False
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert container(name)["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }


def test_a_store_refuses_writes_before_it_is_killed() -> None:
    for name in ("store", "queue"):
        command = " ".join(container(name)["command"])
        assert "--maxmemory-policy noeviction" in command
        ((most, unit),) = re.findall(r"--maxmemory (\d+)([mg]b) ", command)
        memory = container(name)["resources"]["limits"]["memory"]
        limit, of = re.fullmatch(r"(\d+)(\w+)", memory).groups()  # type: ignore[union-attr] # it fits
        assert ROOM * 2 * int(most) * UNITS[unit] <= int(limit) * UNITS[of]
    assert container("store")["resources"]["requests"]["memory"] == memory_of_store()


def memory_of_store() -> str:
    return str(container("store")["resources"]["limits"]["memory"])


def test_there_is_no_password_in_a_manifest() -> None:
    assert (DEPLOY / "kubernetes" / ".gitignore").read_text().split() == ["secret.env"]
    assert not of_kind("Secret")
    (generated,) = kustomization()["secretGenerator"]
    example = (DEPLOY / "kubernetes" / "secret.env.example").read_text()
    named = {line.partition("=")[0] for line in example.splitlines()}
    used = {
        one["valueFrom"]["secretKeyRef"]["key"]
        for name in templates()
        for one in container(name).get("env", [])
        if "valueFrom" in one
    }
    assert generated["name"] == "passwords"
    assert used == named


def command_line(folder: Path) -> dict[str, str]:
    """An environment whose `valkey-cli` and so on are programs that this machine has."""
    folder.mkdir()
    client = program("redis-cli")
    libraries = ":".join(map(str, Path(client).parents[1].glob("lib/*-linux-gnu")))
    wrapper = f'#!/bin/sh\nLD_LIBRARY_PATH="{libraries}" exec "{client}" "$@"\n'
    (folder / "valkey-cli").write_text(wrapper)
    (folder / "valkey-cli").chmod(0o755)
    (folder / "valkey-check-rdb").symlink_to(server_binary())
    return {"PATH": f"{folder}:/usr/bin:/bin"}


@pytest.mark.full
def test_a_backup_is_a_store_again_and_old_ones_go(tmp_path: Path) -> None:
    """The script of the job, over a real server."""
    server = Server(tmp_path / "one", "--appendonly", "yes").start()
    matches = open_matches(replace(Settings(), redis_url=server.url))
    made = new_match(matches, "hh", game="montana")
    with server.client as client:
        client.config_set("requirepass", "secret")
    backups = tmp_path / "backups"
    backups.mkdir()
    for number in range(20):
        (backups / f"railhead-2020-01-{number:02}.rdb").touch()
    (backups / "railhead-2020-02-01.rdb.part").touch()
    env = {"STORE_PASSWORD": "secret", "STORE_HOST": "127.0.0.1", "STORE_PORT": str(server.port)}
    script = container("backup")["command"]
    subprocess.run(
        script, env={**command_line(tmp_path / "bin"), **env}, cwd=backups, check=True, timeout=60
    )
    matches.close()
    server.stop()
    kept = sorted(file.name for file in backups.iterdir())
    assert len(kept) == 14
    assert kept[:-1] == [f"railhead-2020-01-{number:02}.rdb" for number in range(7, 20)]
    again = Server(tmp_path / "two", "--appendonly", "no")
    shutil.copy(backups / kept[-1], tmp_path / "two" / "dump.rdb")
    again.start()
    matches = open_matches(replace(Settings(), redis_url=again.url))
    assert matches.match(made).record.id == made
    matches.close()
    again.stop()


@pytest.mark.full
def test_a_backup_of_nothing_fails_and_leaves_nothing(tmp_path: Path) -> None:
    env = {"STORE_PASSWORD": "secret", "STORE_HOST": "127.0.0.1", "STORE_PORT": "9"}
    (tmp_path / "backups").mkdir()
    done = subprocess.run(
        container("backup")["command"],
        env={**command_line(tmp_path / "bin"), **env},
        cwd=tmp_path / "backups",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode != 0
    assert not list((tmp_path / "backups").glob("*.rdb"))


@pytest.mark.full
@pytest.mark.parametrize("name", ["store", "queue"])
def test_a_server_starts_by_its_command_and_its_probes_tell_how_it_is(
    name: str, tmp_path: Path
) -> None:
    """The commands of the manifest, on another port."""
    port = free_port()
    env = command_line(tmp_path / "bin") | {f"{name.upper()}_PASSWORD": "secret"}
    (tmp_path / "bin" / "valkey-server").symlink_to(server_binary())
    (tmp_path / "data").mkdir()

    def moved(words: list[str]) -> list[str]:
        text = words[-1].replace("/data", str(tmp_path / "data"))
        text = text.replace("valkey-server ", f"valkey-server --port {port} ")
        return [*words[:-1], text.replace("valkey-cli ", f"valkey-cli -p {port} ")]

    def probed(probe: str) -> bool:
        words = moved(container(name)[probe]["exec"]["command"])
        return subprocess.run(words, env=env, check=False, timeout=20).returncode == 0

    assert not probed("livenessProbe")
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            moved(container(name)["command"]),
            env=env,
            cwd=tmp_path,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        eventually(lambda: probed("readinessProbe"))
        assert probed("livenessProbe")
    finally:
        process.terminate()
        process.wait(20)
