// The first page: what can be played, one's own matches, and public ones.

import "./banner.js";
import { API, pageAddress, read } from "./api.js";
import { announce, tell } from "./announce.js";
import { button, byId, el } from "./dom.js";
import { newMatchDialog } from "./new_match.js";
import { openTables, ownMatches, publicMatches } from "./match_lists.js";
import { addSettings } from "./settings.js";

const percent = (share) => `${Math.round(100 * share)} %`;

/** How strong a level is, in words, from what was measured. */
function strength(level) {
  const wins = Object.entries(level.beats).map(([other, { share }]) => `${percent(share)} against ${other}`);
  const seconds = level.seconds_per_turn;
  const pace = seconds === null ? "" : seconds < 0.1 ? "Plays at once." : `About ${seconds.toFixed(1)} s a turn.`;
  const won = wins.length > 0 ? `Wins ${wins.join(" and ")}.` : "";
  return [level.description, won, pace].filter(Boolean).join(" ");
}

function levelList({ levels, ladders }) {
  return el(
    "details",
    {},
    el("summary", {}, "How strong the bots are"),
    el("dl", {}, levels.flatMap((level) => [el("dt", {}, level.level), el("dd", {}, strength(level))])),
    ladders.map(ladder),
  );
}

/** The bots by their ratings, at tables of so many. */
function ladder({ seats, agents }) {
  const row = ({ agent, rating, low, high }) => el(
    "tr", {}, el("th", { scope: "row" }, agent), el("td", {}, String(rating)), el("td", {}, `${low} to ${high}`),
  );
  const head = ["Bot", "Elo", "95 %"].map((text) => el("th", { scope: "col" }, text));
  return el("table", {}, el("caption", {}, `At tables of ${seats}`), el("tr", {}, head), agents.map(row));
}

/** How many play, for how long, and how heavy it is: what is known of that. */
function frame({ seats, minutes, weight }) {
  const range = ({ min, max }) => (min === max ? String(min) : `${min} to ${max}`);
  return [
    `${range(seats)} players`, minutes && `${range(minutes)} minutes`, weight && `weight ${weight} of 5`,
  ].filter(Boolean).join(" · ");
}

/** A late table of the game where this page has one, else its first one, as the service draws it. */
function pictureOf({ id }) {
  const first = ({ target }) => { target.src = `${API}/v1/games/${id}/picture.svg`; };
  const attributes = { alt: "", loading: "lazy", width: 480, height: 300 };
  return el("img", { ...attributes, src: `pictures/${encodeURIComponent(id)}.jpg`, error: first }, []);
}

/** Reservations of an edition in one line, whole when they are opened. */
function reservations({ notices }) {
  return notices.map((notice) => el(
    "details", { class: "reservation" }, el("summary", {}, notice), el("p", {}, notice),
  ));
}

async function card(listed) {
  const game = await read(`/v1/games/${listed.id}`);
  const dialog = newMatchDialog(game, (match) => location.assign(pageAddress("table.html", { match })));
  const link = (page, text) => el("a", { href: pageAddress(page, { game: game.id }) }, text);
  return el(
    "li",
    { class: "card" },
    el("h3", {}, game.name),
    pictureOf(game),
    game.summary && el("p", {}, game.summary),
    el("p", { class: "frame" }, frame(game)),
    button("Play", () => dialog.showModal(), { class: "main", "aria-label": `Play ${game.name}` }),
    el("p", { class: "row" }, game.player_rules && link("rules.html", "Rules"), game.tutorial && link("tutorial.html", "Tutorial"), game.puzzles && link("puzzles.html", "Puzzles")),
    levelList(game),
    reservations(game),
    dialog,
  );
}

async function begin() {
  addSettings("open-settings");
  byId("to-api").href = `${API}/docs/`;
  const { games } = await read("/v1/games");
  const names = new Map(games.map(({ id, name }) => [id, name]));
  byId("games").replaceChildren(...(await Promise.all(games.map(card))));
  announce(`${games.length} games`);
  await Promise.all([ownMatches(names), openTables(names), publicMatches(names)]);
}

begin().catch((error) => tell(error));
