"""What is in `deploy/` and `docker-compose.yml`, read."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
MANIFESTS: Final[list[dict[str, Any]]] = [
    document
    for file in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    for document in yaml.safe_load_all(file.read_text())
]
ALERTS: Final[list[dict[str, Any]]] = yaml.safe_load(
    (DEPLOY / "prometheus" / "alerts.yml").read_text()
)["groups"][0]["rules"]
OURS: Final = {"api", "worker"}


def of_kind(*kinds: str) -> list[dict[str, Any]]:
    """The manifests of these kinds."""
    return [one for one in MANIFESTS if one["kind"] in kinds]


def pod_templates() -> dict[str, dict[str, Any]]:
    """The template of the pods of each workload, by its name."""
    found = {
        one["metadata"]["name"]: one["spec"]["template"]
        for one in of_kind("Deployment", "StatefulSet")
    }
    for one in of_kind("CronJob"):
        found[one["metadata"]["name"]] = one["spec"]["jobTemplate"]["spec"]["template"]
    return found


def container(name: str) -> dict[str, Any]:
    """The one container of a workload's pods."""
    (found,) = pod_templates()[name]["spec"]["containers"]
    return dict(found)
