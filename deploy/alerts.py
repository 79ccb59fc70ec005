"""`python deploy/alerts.py`: write the alerts of Prometheus as a resource for its operator.

`deploy/prometheus/alerts.yml` has them; `deploy/kubernetes/alerts.yaml` is made of it.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

FOLDER = Path(__file__).parent
SOURCE = FOLDER / "prometheus" / "alerts.yml"
TARGET = FOLDER / "kubernetes" / "alerts.yaml"
HEAD = """\
# `make alerts` writes this of deploy/prometheus/alerts.yml.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: railhead
  labels: {release: kube-prometheus-stack}
spec:
"""


def resource() -> str:
    """The resource as a document in YAML."""
    rules = SOURCE.read_text(encoding="utf-8")
    return HEAD + indent(rules[rules.index("groups:") :], "  ")


if __name__ == "__main__":
    TARGET.write_text(resource(), encoding="utf-8")
