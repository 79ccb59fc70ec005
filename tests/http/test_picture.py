"""The picture of a match as answered, and the targets of legal actions in it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from railhead.service.http.schemas import action_responses
from tests.http.api import Api, SeatedMatch, problem
from tests.http.shapes import conforms

SVG = "{http://www.w3.org/2000/svg}"
GAMES = {"montana": 2, "great_western_trail": 2, "santa_fe": 2, "steam": 3, "veil": 2}


def ids_of(svg: bytes) -> set[str]:
    return {one.attrib["id"] for one in ElementTree.fromstring(svg).iter() if "id" in one.attrib}


def size_of(svg: bytes) -> tuple[float, float]:
    """The width and the height of a picture."""
    picture = ElementTree.fromstring(svg)
    return float(picture.attrib["width"]), float(picture.attrib["height"])


def marked(svg: bytes) -> int:
    """How many strokes mark the last move."""
    return svg.count(b'pointer-events="none" stroke-linejoin="round"')


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_what_legal_actions_are_about_is_in_the_picture(api: Api, game: str) -> None:
    seats = [{"kind": "human", "name": f"P{number}"} for number in range(GAMES[game])]
    match = api.created(game=game, seats=seats, seed=5)
    about = 0
    for _ in range(12):
        (seat, *_) = match.shown(0)["to_act"] or [0]
        legal = match.legal(seat)
        conforms(legal, action_responses.LegalActions)
        ids = ids_of(match.seats[seat].get(f"{match.path}/picture.svg").content)
        targets = [target for action in legal["actions"] for target in action["targets"]]
        assert set(targets) <= ids
        about += len(targets)
        if not legal["actions"]:
            break
        assert match.act(seat, len(legal["actions"]) // 2).status_code == 200
    assert about > 6


def test_a_picture_is_svg_of_the_version_and_the_callers_alone(match: SeatedMatch) -> None:
    answered = match.seats[0].get(f"{match.path}/picture.svg")
    assert answered.status_code == 200
    assert answered.headers["Content-Type"] == "image/svg+xml"
    assert answered.headers["ETag"] == f'"{match.shown(0)["version"]}-0-gzip"'
    assert answered.headers["Cache-Control"] == "private, no-cache"
    assert answered.headers["Vary"] == "Authorization, Accept-Encoding"
    assert answered.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answered.headers["X-Content-Type-Options"] == "nosniff"
    picture = ElementTree.fromstring(answered.content)
    assert picture.get("role") == "img"
    assert picture.findtext(f"{SVG}title") == "Veil"
    tag = {"If-None-Match": answered.headers["ETag"]}
    again = match.seats[0].get(f"{match.path}/picture.svg", headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    late = {"If-None-Match": '"99"'}
    refused = match.seats[0].get(f"{match.path}/picture.svg", headers=late)
    problem(refused, 409, "match-went-back")


def test_each_viewer_gets_a_picture_of_its_own(match: SeatedMatch) -> None:
    pictures = [
        client.get(f"{match.path}/picture.svg").content
        for client in (match.seats[0], match.seats[1], match.owner)
    ]
    assert len(set(pictures)) == 3
    problem(match.anybody.get(f"{match.path}/picture.svg"), 401, "unauthorized")
    stranger = match.anybody.holding("A" * 30).get(f"{match.path}/picture.svg")
    problem(stranger, 404, "no-such-match")


def test_names_are_text_and_nothing_else(api: Api) -> None:
    seats = [{"kind": "human", "name": '<b>&"x'}, {"kind": "bot", "level": "easy"}]
    match = api.created(seats=seats, visibility="public")
    svg = match.anybody.get(f"{match.path}/picture.svg").content
    said = [one.text or "" for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert any(text.startswith('<b>&"x') for text in said)
    assert any(text.startswith("easy bot") for text in said)
    assert b"<b>" not in svg


def test_the_last_move_is_marked_as_far_as_its_viewer_may_see_it(match: SeatedMatch) -> None:
    fresh = match.seats[0].get(f"{match.path}/picture.svg").content
    assert marked(fresh) == 0
    assert match.act(0).status_code == 200
    assert marked(match.seats[0].get(f"{match.path}/picture.svg").content) > 0
    assert marked(match.seats[1].get(f"{match.path}/picture.svg").content) == 0
    assert marked(match.owner.get(f"{match.path}/picture.svg").content) == 0


def test_earlier_versions_are_drawn_as_the_caller_saw_them(match: SeatedMatch) -> None:
    where = f"{match.path}/picture.svg"
    version = match.shown(0)["version"]
    before = match.seats[1].get(where)
    assert match.act(0).status_code == 200
    assert match.act(1).status_code == 200
    assert match.seats[1].get(where).content != before.content
    then = match.seats[1].get(f"{where}?version={version}")
    assert (then.content, then.headers["ETag"]) == (before.content, before.headers["ETag"])
    problem(match.seats[1].get(f"{where}?version=999"), 404, "no-such-version")
    problem(match.seats[1].get(f"{where}?as=0"), 403, "forbidden")


@pytest.mark.parametrize("game", GAMES)
def test_a_narrow_picture_has_the_same_elements_and_the_same_tag(api: Api, game: str) -> None:
    seats = [{"kind": "human", "name": f"P{number}"} for number in range(GAMES[game])]
    match = api.created(game=game, seats=seats, seed=5)
    where = f"{match.path}/picture.svg"
    wide = match.seats[0].get(where)
    narrow = match.seats[0].get(f"{where}?layout=narrow")
    assert match.seats[0].get(f"{where}?layout=wide").content == wide.content
    assert narrow.headers["ETag"] == wide.headers["ETag"]
    assert ids_of(narrow.content) == ids_of(wide.content)
    width, height = size_of(narrow.content)
    assert width < 500 < size_of(wide.content)[0]
    assert height > width or game == "veil"
    then = match.seats[0].get(f"{where}?layout=narrow&version={match.shown(0)['version']}")
    assert then.content == narrow.content


def test_the_last_move_is_marked_in_a_narrow_picture(match: SeatedMatch) -> None:
    assert match.act(0).status_code == 200
    where = f"{match.path}/picture.svg?layout=narrow"
    assert marked(match.seats[0].get(where).content) > 0
    assert marked(match.seats[1].get(where).content) == 0


def test_after_the_end_every_seat_can_be_looked_through(api: Api) -> None:
    match = api.created(options={"deck": "small"})
    match.play_out()
    where = f"{match.path}/picture.svg"
    seen = match.owner.get(f"{where}?as=1&version=6")
    assert seen.content == match.seats[1].get(f"{where}?version=6").content
    assert seen.content != match.owner.get(f"{where}?version=6").content


def test_moves_that_were_taken_back_are_not_marked(api: Api) -> None:
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Ben"}]
    match = api.created(game="montana", seats=seats, seed=5, undo="any")
    (seat, *_) = match.shown(0)["to_act"]
    version = match.shown(0)["version"]
    assert match.act(seat, 1).status_code == 200
    shown = match.shown(0)
    back = {"to": version, "version": shown["version"]}
    assert match.owner.post(f"{match.path}/undo", json=back).status_code == 200
    assert marked(match.seats[0].get(f"{match.path}/picture.svg").content) == 0


@pytest.mark.parametrize("game", GAMES)
def test_regions_are_those_of_the_components(api: Api, game: str) -> None:
    seats = [{"kind": "human", "name": f"P{number}"} for number in range(GAMES[game])]
    match = api.created(game=game, seats=seats, seed=5)
    where = f"{match.path}/picture.svg"
    whole = match.seats[0].get(where)
    regions = match.seats[0].get(f"{match.path}/components").json()["regions"]
    assert regions[0]["id"] == "board"
    assert {one["seat"] for one in regions} == {None, *range(GAMES[game])}
    found: set[str] = set()
    for one in regions:
        alone = match.seats[0].get(where, params={"region": one["id"]})
        tag = whole.headers["ETag"].replace("-gzip", "")
        assert alone.headers["ETag"].replace("-gzip", "") == tag
        assert size_of(alone.content)[0] == pytest.approx(one["width"], abs=0.1)
        found |= ids_of(alone.content)
    assert found == ids_of(whole.content)
    assert match.seats[0].get(where).content == whole.content
    then = {"region": "board", "version": match.shown(0)["version"]}
    now = match.seats[0].get(where, params={"region": "board"}).content
    assert match.seats[0].get(where, params=then).content == now
    problem(match.seats[0].get(where, params={"region": "attic"}), 422, "invalid-request")


def test_a_dark_picture_has_the_same_elements_in_other_colours(match: SeatedMatch) -> None:
    where = f"{match.path}/picture.svg"
    light, dark = (match.seats[0].get(where, params={"theme": one}) for one in ("light", "dark"))
    assert match.seats[0].get(where).content == light.content
    assert dark.content != light.content
    assert ids_of(dark.content) == ids_of(light.content)
    problem(match.seats[0].get(where, params={"theme": "neon"}), 422, "invalid-request")


def test_a_region_that_is_not_there_is_answered_with_those_that_are(match: SeatedMatch) -> None:
    for where in (match.path, "/v1/games/veil"):
        refused = match.owner.get(f"{where}/picture.svg?region=attic")
        assert problem(refused, 422, "invalid-request")["errors"] == [
            {
                "field": "region",
                "problem": "must be board or discards or seat-0 or seat-1 or legend",
            }
        ]


def test_a_parameter_is_refused(match: SeatedMatch) -> None:
    problem(match.owner.get(f"{match.path}/picture.svg?size=3"), 422, "invalid-request")
    refused = match.owner.get(f"{match.path}/picture.svg?layout=tall")
    assert problem(refused, 422, "invalid-request")["errors"] == [
        {"field": "layout", "problem": "must be wide or narrow"}
    ]


STEAM = {"game": "steam", "seats": [{"kind": "human", "name": one} for one in "ABC"], "seed": 5}


def actions_of(match: SeatedMatch, seat: int) -> list[str]:
    return [one["action"] for one in match.legal(seat)["actions"]]


@pytest.mark.parametrize("game", GAMES)
def test_an_action_can_be_seen_before_it_is_taken(api: Api, game: str) -> None:
    seats = [{"kind": "human", "name": f"P{number}"} for number in range(GAMES[game])]
    match = api.created(game=game, seats=seats, seed=5)
    for _ in range(8):
        before = match.shown(0)
        (seat, *_) = before["to_act"]
        client, where = match.seats[seat], f"{match.path}/picture.svg"
        actions = actions_of(match, seat)
        chosen = actions[len(actions) // 2]
        seen = client.get(where, params={"after": chosen})
        assert (seen.status_code, seen.headers["Content-Type"]) == (200, "image/svg+xml")
        assert client.get(where, params={"after": chosen}).content == seen.content
        assert match.shown(0) == before, "nothing is done"
        done = client.post(
            f"{match.path}/actions", json={"action": chosen, "version": before["version"]}
        )
        assert done.status_code == 200, done.text
        then = client.get(where, params={"version": before["version"] + 1})
        assert seen.content == then.content, "as it is once it has been taken"


def test_what_is_seen_before_differs_by_action_and_style(api: Api) -> None:
    match = api.created(**STEAM)
    (seat, *_) = match.shown(0)["to_act"]
    client, where = match.seats[seat], f"{match.path}/picture.svg"
    first, second, *_ = actions_of(match, seat)
    one, other = (client.get(where, params={"after": action}) for action in (first, second))
    assert len({one.content, other.content, client.get(where).content}) == 3
    tag = {"If-None-Match": one.headers["ETag"]}
    again = client.get(where, params={"after": first}, headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    late = client.get(where, params={"after": first}, headers={"If-None-Match": '"99"'})
    problem(late, 409, "match-went-back")
    style = {"after": first, "region": "board", "theme": "dark"}
    region = client.get(where, params=style).content
    assert size_of(region)[0] < size_of(one.content)[0]
    refused = client.get(where, params={**style, "region": "attic"})
    problem(refused, 422, "invalid-request")


def test_what_could_not_be_taken_is_not_seen_before(api: Api) -> None:
    match = api.created(**STEAM, visibility="public")
    (seat, *_) = match.shown(0)["to_act"]
    other = next(one for one in match.seats if one != seat)
    where, (first, *_) = f"{match.path}/picture.svg", actions_of(match, seat)
    for action in ("take:steam:of:all", "\u2603", "build:A1:3"):
        body = {"action": action, "version": match.shown(0)["version"]}
        taken = match.seats[seat].post(f"{match.path}/actions", json=body)
        seen = match.seats[seat].get(where, params={"after": action})
        assert problem(seen, 422, "illegal-action") == problem(taken, 422, "illegal-action")
    early = problem(match.seats[other].get(where, params={"after": first}), 409, "not-your-turn")
    assert early["to_act"] == [seat]
    problem(match.owner.get(where, params={"after": first}), 403, "forbidden")
    problem(match.anybody.get(where, params={"after": first}), 401, "unauthorized")
    problem(match.seats[seat].get(where, params={"after": ""}), 422, "invalid-request")
    for further in ({"version": 0}, {"as": seat}):
        refused = match.seats[seat].get(where, params={"after": first, **further})
        assert problem(refused, 422, "invalid-request")["errors"] == [
            {"field": "after", "problem": "must not be given together with version or as"}
        ]


def test_nothing_is_seen_before_the_start_after_the_end_or_for_a_bot(api: Api) -> None:
    waiting = api.created(seats=[{"kind": "human"}, {"kind": "open"}])
    after = {"after": "stop"}
    seen = waiting.seats[0].get(f"{waiting.path}/picture.svg", params=after)
    problem(seen, 409, "match-not-started")
    match = api.created(options={"deck": "small"})
    match.play_out()
    problem(match.seats[0].get(f"{match.path}/picture.svg", params=after), 409, "match-over")
    left = api.created(seats=[{"kind": "human"}, {"kind": "human"}])
    bot = {"kind": "bot", "level": "easy", "resign": True}
    assert left.seats[0]("PUT", f"{left.path}/seats/0", json=bot).status_code == 200
    problem(left.seats[0].get(f"{left.path}/picture.svg", params=after), 409, "seat-changed")
