"""`docker-compose.yml` fits its schema and what the code has.

`make deployments` holds it against docker compose.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema_rs

from railhead.service.settings import Settings, setting_docs
from tests.deploy.manifests import COMPOSE, OURS, ROOT, container, of_kind, pod_templates

SERVICES = COMPOSE["services"]
TEXT = (ROOT / "docker-compose.yml").read_text()
GUIDE = ROOT / "docs" / "operating" / "deploying.md"
MONITORING = {"prometheus", "alertmanager", "grafana"}
SETTINGS = {name for name, _, _ in setting_docs()}


def test_the_file_fits_the_schema_of_compose() -> None:
    schema = json.loads((Path(__file__).parent / "schemas" / "compose.json").read_text())
    errors = jsonschema_rs.validator_for(schema).iter_errors(COMPOSE)
    assert not [f"{one.instance_path}: {one.message}" for one in errors]


def test_only_settings_that_exist_are_set() -> None:
    for name in OURS:
        assert set(SERVICES[name]["environment"]) <= SETTINGS


def test_only_the_proxy_is_published_and_on_loopback_unless_told_otherwise() -> None:
    published = {name: one["ports"] for name, one in SERVICES.items() if "ports" in one}
    assert published.keys() == {"proxy", *MONITORING}
    for port in published["proxy"]:
        assert port.startswith("${RAILHEAD_BIND:-127.0.0.1}:")
    for name in MONITORING:
        assert SERVICES[name]["profiles"] == ["monitoring"]
        assert all(port.startswith("127.0.0.1:") for port in published[name])


def test_the_one_proxy_is_counted() -> None:
    assert SERVICES["api"]["environment"]["RAILHEAD_PROXIES"] == "1"
    assert SERVICES["proxy"]["depends_on"] == {"api": {"condition": "service_healthy"}}


def test_what_is_to_last_has_a_volume_with_a_name() -> None:
    mounted = {
        name: dict(volume.rpartition(":/")[::2] for volume in one.get("volumes", []))
        for name, one in SERVICES.items()
    }
    named = {
        name: [volume for volume in volumes if re.fullmatch(r"\w+", volume)]
        for name, volumes in mounted.items()
    }
    assert {name: volumes for name, volumes in named.items() if volumes} == {
        "redis": ["matches"],
        "proxy": ["certificates"],
        "prometheus": ["metrics"],
        "alertmanager": ["silences"],
        "grafana": ["boards"],
    }
    assert COMPOSE["volumes"].keys() == {one for names in named.values() for one in names}


def test_files_that_are_mounted_are_there() -> None:
    files = re.findall(r"(\./deploy/[\w./-]+)", TEXT)
    assert len(files) == 7
    for file in files:
        assert (ROOT / file).is_file()


def test_there_is_time_to_finish() -> None:
    for name in OURS:
        least = Settings().drain_seconds + 5 + 2
        assert int(SERVICES[name]["stop_grace_period"].rstrip("s")) >= least


def test_whatever_others_wait_for_is_watched() -> None:
    watched = {name for name, one in SERVICES.items() if "healthcheck" in one}
    assert watched == {"redis", "queue", "api", "worker", "proxy"}
    for one in SERVICES.values():
        assert one["restart"] == "unless-stopped"
        for needed, how in one.get("depends_on", {}).items():
            assert needed in watched
            assert how == {"condition": "service_healthy"}


def test_nothing_has_more_rights_than_it_needs() -> None:
    for name, one in SERVICES.items():
        assert one["cap_drop"] == ["ALL"], name
        assert one["security_opt"] == ["no-new-privileges:true"], name
        assert one.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    for name in ("redis", "queue", "proxy", *OURS):
        assert SERVICES[name]["read_only"] is True
        assert "/tmp" in SERVICES[name]["tmpfs"]
    assert {SERVICES[name]["user"] for name in ("redis", "queue")} == {"999:1000"}
    assert re.search(r"^USER (?!root)\w+$", (ROOT / "Dockerfile").read_text(), re.M)


def test_every_store_has_a_bound_and_evicts_nothing() -> None:
    for name in ("redis", "queue"):
        command = SERVICES[name]["command"]
        assert re.search(r"--maxmemory (\d+[mg]b|\"\$\$MEMORY\") ", command)
        assert "--maxmemory-policy noeviction" in command
    memory = SERVICES["redis"]["environment"]["MEMORY"]
    assert memory == "${RAILHEAD_STORE_MEMORY_MIB:-${RAILHEAD_STORE_MEMORY:-1024}}mb"


def test_no_password_has_a_default() -> None:
    kept = re.findall(r"\$\{RAILHEAD_\w*PASSWORD[^}]*\}", str(COMPOSE))
    assert kept
    assert all(":?" in one for one in kept)


def test_the_guide_says_what_each_variable_is_for() -> None:
    guide = GUIDE.read_text() + (ROOT / "docs" / "operating.md").read_text()
    names = set(re.findall(r"\$\{(RAILHEAD_\w+)", TEXT)) - {"RAILHEAD_STORE_MEMORY"}
    assert not [name for name in names if name not in guide]


def test_images_of_others_can_be_pinned_and_the_threat_model_says_they_are_not() -> None:
    images = {name: one["image"] for name, one in SERVICES.items() if name not in OURS}
    for name, image in images.items():
        assert re.fullmatch(r"\$\{RAILHEAD_\w+_IMAGE:-[\w./-]+:[\w.-]+\}", image), name
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert set(re.findall(r"^FROM (\S+)", dockerfile, re.M)) == {"${PYTHON_IMAGE}"}
    (kustomization,) = of_kind("Kustomization")
    named = {one["name"] for one in kustomization["images"]}
    assert {container(name)["image"].partition(":")[0] for name in pod_templates()} == named
    everything = " ".join([*images.values(), dockerfile, str(kustomization["images"])])
    by_tag = "@sha256:" not in re.sub(r"@sha256:…", "", everything)
    says_so = "are named by tags" in (ROOT / "docs" / "threat-model.md").read_text()
    assert by_tag == says_so
    assert "PYTHON_IMAGE" in (ROOT / "docs" / "operating.md").read_text()
