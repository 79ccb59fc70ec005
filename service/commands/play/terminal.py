"""A match in the terminal, as any stranger's client would play it.

Uses the public API and nothing else, so it plays every game the service hosts.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from typing import Any

import click
import requests
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.table import Table

from service.commands._option_arguments import read_options
from service.commands.play.drawing import seat_name, table_of

WAIT_SECONDS = 30
HINT_SECONDS = 2
TRIES = 5
"""How often a request is sent that the service says to send again later."""


class Refused(click.ClickException):
    """The service answered with a problem document."""

    def __init__(self, answer: requests.Response) -> None:
        try:
            problem = answer.json()
        except requests.JSONDecodeError:
            problem = {"title": f"HTTP status {answer.status_code}", "detail": answer.text[:200]}
        lines = [str(problem.get("detail") or problem.get("title"))]
        lines += [f"  {e['field']}: {e['problem']}" for e in problem.get("errors", [])]
        super().__init__("\n".join(lines))
        self.slug = str(problem.get("type", "")).rpartition("/")[2]


class Client:
    """The public API of one service, and of one match once there is one."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.session = requests.Session()
        self.match = ""

    def call(self, method: str, path: str, **arguments: Any) -> requests.Response:
        """One request, repeated as `Retry-After` says where it is not taken.

        Raises `Refused` for a problem, `ClickException` without an answer. A repetition is safe:
        what changes something has an idempotency key.
        """
        for last in (*[False] * (TRIES - 1), True):
            answer = self._sent(method, path, **arguments)
            pause = int(answer.headers.get("Retry-After", 0))
            if answer.status_code >= 400 and (last or not 0 < pause <= WAIT_SECONDS):
                raise Refused(answer)
            time.sleep(pause)
            if answer.status_code < 400:
                break
        return answer

    def _sent(self, method: str, path: str, **arguments: Any) -> requests.Response:
        try:
            return self.session.request(
                method, self.url + path, timeout=WAIT_SECONDS + 30, **arguments
            )
        except requests.ConnectionError as error:
            raise click.ClickException(
                f"no service answers at {self.url}; start one with `make serve`"
            ) from error

    def create(self, body: dict[str, Any]) -> dict[str, Any]:
        """Create a match and take its seat 0; returns the creation's answer."""
        key = {"Idempotency-Key": str(uuid.uuid4())}
        answer = self.call("POST", "/v1/matches", json=body, headers=key)
        created: dict[str, Any] = answer.json()
        self.resume(created["id"], created["seats"][0]["token"])
        return created

    def resume(self, match_id: str, token: str) -> None:
        """Play on in a match of which we hold a seat token."""
        self.match = f"/v1/matches/{match_id}"
        self.session.headers["Authorization"] = f"Bearer {token}"

    def read(self, after: int | None = None) -> dict[str, Any] | None:
        """The match; with `after`, once its version is another, or None when that takes long."""
        headers = {} if after is None else {"If-None-Match": f'"{after}"'}
        parameters = {} if after is None else {"wait": str(WAIT_SECONDS)}
        try:
            answer = self.call("GET", self.match, headers=headers, params=parameters)
        except Refused as refusal:
            if refusal.slug != "match-went-back":
                raise
            answer = self.call("GET", self.match)
        return None if answer.status_code == 304 else answer.json()

    def legal_actions(self) -> dict[str, Any]:
        """The legal actions of our seat."""
        answer: dict[str, Any] = self.call("GET", f"{self.match}/legal-actions").json()
        return answer

    def act(self, action: str, version: int) -> dict[str, Any]:
        """Submit an action for the decision that was open at `version`."""
        key = {"Idempotency-Key": str(uuid.uuid4())}
        body = {"action": action, "version": version}
        answer = self.call("POST", f"{self.match}/actions", json=body, headers=key)
        submitted: dict[str, Any] = answer.json()
        return submitted

    def hint(self) -> dict[str, Any]:
        """An analysis of our decision, once the service has thought about it."""
        body = {"seconds": HINT_SECONDS}
        answer = self.call("POST", f"{self.match}/analyses", json=body)
        place = answer.headers["Location"]
        shown: dict[str, Any] = self.call("GET", place, params={"wait": str(WAIT_SECONDS)}).json()
        return shown


def hinted(console: Console, client: Client) -> None:
    """Print what the service would think about, or why it says nothing."""
    console.print("[dim]Thinking…[/dim]")
    try:
        candidates = client.hint()["candidates"]
    except Refused as refusal:
        console.print(f"[red]{escape(refusal.message)}[/red]")
        return
    hints = Table("visits", "wins", "points", "", box=None)
    for one in candidates:
        win, score = one["win"], one["score"]
        share = f"{win['value']:.0%} ({win['low']:.0%} to {win['high']:.0%})"
        hints.add_row(f"{one['visits']}", share, f"{score['value']:.1f}", escape(one["label"]))
    console.print(hints if candidates else "[dim]Nothing has been found in time.[/dim]")


def chosen(
    console: Console, actions: list[dict[str, Any]], ask: Callable[[str], str], client: Client
) -> str:
    """The notation of the action the player picks by number, with a hint for `h`.

    Raises `click.Abort` for `q`.
    """
    choices = Table.grid(padding=(0, 2))
    for number, action in enumerate(actions, 1):
        choices.add_row(
            f"[bold]{number}[/bold]", escape(action["label"]), f"[dim]{action['action']}[/dim]"
        )
    console.print(choices)
    while True:
        answer = ask(f"Your choice, 1 to {len(actions)} (h for a hint, q leaves)").strip()
        if answer.lower() == "q":
            raise click.Abort
        if answer.lower() == "h":
            hinted(console, client)
            continue
        if answer.isdigit() and 1 <= int(answer) <= len(actions):
            return str(actions[int(answer) - 1]["action"])
        if answer in [action["action"] for action in actions]:
            return answer
        console.print(f"[red]{escape(answer)} is not a number from 1 to {len(actions)}[/red]")


def score_sheet(match: dict[str, Any]) -> RenderableType:
    """The result of a match as a grid: a row a category, a column a seat."""
    result = match["result"]
    sheet = Table(title="Score sheet", title_justify="left")
    sheet.add_column("")
    for seat in match["seats"]:
        sheet.add_column(escape(seat_name(seat)), justify="right")
    for category, points in result["sheet"].items():
        sheet.add_row(escape(category.replace("_", " ")), *(str(number) for number in points))
    places = {seat: place for place, tied in enumerate(result["ranking"], 1) for seat in tied}
    sheet.add_row("place", *(str(places[seat["seat"]]) for seat in match["seats"]), style="bold")
    return sheet


def play_on(client: Client, console: Console, ask: Callable[[str], str]) -> dict[str, Any]:
    """Play our seat until the match is over; returns the match as it ended."""
    match = client.read()
    assert match is not None
    while match["status"] != "over":
        if match["you"] in match["to_act"]:
            console.print(table_of(match["game"], match["view"], match["seats"]))
            legal = client.legal_actions()
            action = chosen(console, legal["actions"], ask, client)
            try:
                submitted = client.act(action, legal["version"])
            except Refused as refusal:
                if refusal.slug not in ("stale-version", "match-went-back"):
                    raise
            else:
                told(console, submitted["events"])
            match = client.read() or match
        else:
            console.print("[dim]Waiting for the others…[/dim]")
            match = client.read(match["version"]) or match
    console.print(table_of(match["game"], match["view"], match["seats"]))
    console.print(score_sheet(match))
    return match


def told(console: Console, events: list[dict[str, Any]]) -> None:
    """Print what an action led to, an event a line."""
    for event in events:
        console.print(f"[dim]{event['version']:>4}  {escape(event['label'])}[/dim]")


def written_options(pairs: tuple[str, ...], described: dict[str, Any]) -> dict[str, Any]:
    """`name=value` pairs as options of the game that the service has described."""
    numbers = ("integer", "switch")
    texts = [option["name"] for option in described["options"] if option["type"] not in numbers]
    return read_options(pairs, texts)


@click.command("play")
@click.argument("game", default="montana")
@click.option("--url", default="http://127.0.0.1:8000", help="Where the service is.")
@click.option("--seats", default=2, show_default=True, help="How many play, you included.")
@click.option("--level", default="easy", show_default=True, help="The level of the bots.")
@click.option("--name", default="You", help="Your name at the table.")
@click.option(
    "--option", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game."
)
@click.option("--seed", type=int, help="Make the match's chance reproducible.")
@click.option("--match", "match_id", help="Play on in this match instead of creating one.")
@click.option("--token", help="Your seat's token in that match.")
def command(
    game: str,
    url: str,
    seats: int,
    level: str,
    name: str,
    pairs: tuple[str, ...],
    seed: int | None,
    match_id: str | None,
    token: str | None,
) -> None:
    """Play a match against bots in the terminal, over the public API."""
    console = Console()
    client = Client(url)
    if match_id is not None:
        if token is None:
            raise click.UsageError("--match needs the --token of your seat")
        client.resume(match_id, token)
    else:
        described = client.call("GET", f"/v1/games/{game}").json()
        for notice in described["notices"]:
            console.print(f"[yellow]{escape(notice)}[/yellow]")
        bots = [{"kind": "bot", "level": level}] * (seats - 1)
        body: dict[str, Any] = {
            "game": game,
            "options": written_options(pairs, described),
            "seats": [{"kind": "human", "name": name}, *bots],
        }
        created = client.create(body if seed is None else {**body, "seed": seed})
        match_id, token = created["id"], created["seats"][0]["token"]
    try:
        play_on(client, console, lambda question: str(click.prompt(question)))
    except click.Abort:
        # With "=" for the sake of a token that begins with "-".
        resume = f"--url={client.url} --match={match_id} --token={token}"
        click.echo(f"\nPlay on with: railhead play {resume}")
