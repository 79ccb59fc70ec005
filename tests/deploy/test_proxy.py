"""The proxy in front of the API, a real Caddy over a real service."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests

from tests.deploy.manifests import DEPLOY
from tests.deploy.tools import program
from tests.ports import free_port
from tests.service.conftest import Processes, eventually
from tests.service.test_serve import Served

pytestmark = pytest.mark.full


@dataclass
class Proxied:
    """A service, and the address that clients know."""

    served: Served
    url: str
    http: str
    authority: str
    """The file of the certificate that signs those of the proxy."""


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    folder = tmp_path_factory.mktemp("proxied")
    running = Processes(folder)
    settings = {"RAILHEAD_PROXIES": "1", "RAILHEAD_ACCESS_LOG": "whole"}
    served = Served(running, folder / "data", free_port(), **settings)
    https, http, admin = free_port(), free_port(), free_port()
    text = (DEPLOY / "caddy" / "Caddyfile").read_text()
    # Ports that this machine has, and the name of the API as it has it.
    here = f"http_port {http}\n\thttps_port {https}\n\tadmin 127.0.0.1:{admin}\n\tskip_install"
    text = text.replace("skip_install", here).replace("name api", "name localhost")
    text = text.replace("port 8000", f"port {served.url.rpartition(':')[2]}")
    (folder / "Caddyfile").write_text(text)
    words = [program("caddy"), "run", "--config", "Caddyfile", "--adapter", "caddyfile"]
    env = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log, cwd=folder, env=env)
    authority = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    made = Proxied(served, f"https://localhost:{https}", f"http://localhost:{http}", str(authority))
    eventually(lambda: authority.exists() and answers(made))
    yield made
    process.terminate()
    process.wait(20)
    running.kill_all()


def answers(proxied: Proxied) -> bool:
    with suppress(requests.RequestException):
        return requests.get(f"{proxied.url}/healthz", verify=proxied.authority, timeout=20).ok
    return False


def test_the_file_is_as_caddy_wants_it(tmp_path: Path) -> None:
    file = DEPLOY / "caddy" / "Caddyfile"
    words = [program("caddy"), "fmt", "--diff", str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_one_address_with_tls(proxied: Proxied) -> None:
    answered = requests.get(f"{proxied.url}/v1/games", verify=proxied.authority, timeout=20)
    assert answered.ok
    with pytest.raises(requests.exceptions.SSLError):
        requests.get(f"{proxied.url}/v1/games", timeout=20)


def test_plain_http_is_sent_to_tls(proxied: Proxied) -> None:
    answered = requests.get(f"{proxied.http}/v1/games", allow_redirects=False, timeout=20)
    assert answered.status_code == 308
    assert answered.headers["Location"] == "https://localhost/v1/games"


def test_a_client_cannot_invent_its_address(proxied: Proxied) -> None:
    """The API believes what the one proxy has added, and the proxy adds what it sees."""
    invented = {"X-Forwarded-For": "203.0.113.7"}
    url = f"{proxied.url}/v1/games"
    assert requests.get(url, headers=invented, verify=proxied.authority, timeout=20).ok
    found = eventually(
        lambda: re.findall(r'list_games.*"address":"([^"]*)"', proxied.served.text())
    )
    assert set(found) <= {"127.0.0.1", "::/64"}


def test_events_come_through_as_they_happen(proxied: Proxied) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}]
    body = {"game": "montana", "seats": seats, "seed": 1}
    session = requests.Session()
    session.trust_env = False  # or it would trust others than `verify` says
    session.verify = proxied.authority
    created = session.post(f"{proxied.url}/v1/matches", json=body, timeout=20).json()
    match = f"{proxied.url}/v1/matches/{created['id']}"
    owner = {"Authorization": f"Bearer {created['owner_token']}"}
    shown = session.get(match, headers=owner, timeout=20).json()
    seat = shown["to_act"][0]
    mine = {"Authorization": f"Bearer {created['seats'][seat]['token']}"}
    kinds = {**mine, "Accept": "application/x-ndjson", "Last-Event-ID": str(shown["version"])}
    with session.get(f"{match}/events", headers=kinds, stream=True, timeout=20) as stream:
        assert stream.ok
        legal = session.get(f"{match}/legal-actions", headers=mine, timeout=20).json()
        act = {"action": legal["actions"][0]["action"], "version": legal["version"]}
        assert session.post(f"{match}/actions", json=act, headers=mine, timeout=20).ok
        line = next(line for line in stream.iter_lines() if line.strip())
    assert json.loads(line)["version"] == shown["version"] + 1


def test_requests_wait_for_an_api_that_is_replaced(proxied: Proxied) -> None:
    """What no process has got yet is tried again, and none is refused."""
    before = proxied.served.child("granian")
    os.kill(before, 9)
    answered = requests.get(f"{proxied.url}/v1/games", verify=proxied.authority, timeout=20)
    assert answered.ok
    assert proxied.served.child("granian") != before
