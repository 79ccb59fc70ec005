// Puzzles: those of today, all of them by game, and one with its table, its choices and its solution.

import { API, pageAddress, pageFragment, read } from "./api.js";
import { announce, tell } from "./announce.js";
import { byId, el } from "./dom.js";
import { Puzzle } from "./puzzle.js";
import { rulesAddress } from "./rules_link.js";
import { addSettings } from "./settings.js";
import { isSolved } from "./solved.js";

const place = (game, puzzle) => pageAddress("puzzles.html", { game, puzzle });
const stars = (difficulty) => `Difficulty ${difficulty} of 4`;

async function gameList({ id, name }) {
  const path = `/v1/games/${id}`;
  const { puzzles } = await read(`${path}/puzzles`);
  if (puzzles.length === 0) return null;
  const solved = puzzles.filter((one) => isSolved(one.id)).length;
  return el(
    "section",
    { class: "panel" },
    el("h2", {}, name),
    el("img", { src: `${API}${path}/picture.svg`, alt: "", loading: "lazy", width: 300, height: 160 }),
    el("p", {}, el("a", { class: "daily", href: place(id, "daily") }, `Puzzle of the day: ${name}`)),
    el("details", {},
      el("summary", {}, `All ${puzzles.length}, ${solved} solved here`),
      el("ol", {}, puzzles.map((one, at) => listed(id, one, at)))),
  );
}

function listed(game, one, at) {
  const done = isSolved(one.id) ? ", solved" : "";
  const link = el("a", { href: place(game, one.id) }, `Puzzle ${at + 1}`);
  return el("li", {}, link, el("small", {}, `${stars(one.difficulty)}, ${one.seats} players${done}`));
}

async function showLists() {
  const { games } = await read("/v1/games");
  const named = pageFragment().get("game");
  const ordered = games.toSorted((one, other) => (other.id === named) - (one.id === named));
  const lists = (await Promise.all(ordered.map(gameList))).filter(Boolean);
  byId("lists").replaceChildren(...lists);
  if (lists.length === 0) byId("lists").replaceChildren(el("p", {}, "There are no puzzles."));
  announce(lists.length === 1 ? "Puzzles of one game" : `Puzzles of ${lists.length} games`);
}

async function showPuzzle(id, named) {
  const path = `/v1/games/${encodeURIComponent(id)}`;
  const [game, puzzle] = await Promise.all([
    read(path), read(`${path}/puzzles/${encodeURIComponent(named)}`),
  ]);
  const title = named === "daily" ? `${game.name}: the puzzle of the day` : `${game.name}: a puzzle`;
  byId("title").textContent = title;
  document.title = `${title} – Railhead`;
  byId("to-all").hidden = false;
  byId("to-all").href = pageAddress("puzzles.html");
  byId("to-rules").hidden = !game.player_rules;
  byId("to-rules").href = rulesAddress(game.id);
  byId("task").textContent =
    `You are seat ${puzzle.seat} of ${puzzle.seats}. ${stars(puzzle.difficulty)}. What is best?`;
  byId("puzzle").hidden = false;
  await new Puzzle(game, puzzle).show();
}

function begin() {
  addSettings("open-settings");
  byId("home").href = pageAddress("./");
  addEventListener("hashchange", () => location.reload());
  const [game, puzzle] = [pageFragment().get("game"), pageFragment().get("puzzle")];
  return game && puzzle ? showPuzzle(game, puzzle) : showLists();
}

Promise.resolve().then(begin).catch((error) => tell(error.message));
