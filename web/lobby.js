// The first page: what can be played, one's own matches, and public ones.

import { API, pageAddress, read } from "./api.js";
import { announce, tell } from "./announce.js";
import { button, byId, el } from "./dom.js";
import { newMatchDialog } from "./new_match.js";
import { ownMatches, publicMatches } from "./match_lists.js";
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

function levelList(levels) {
  return el(
    "details",
    {},
    el("summary", {}, "How strong the bots are"),
    el("dl", {}, levels.flatMap((level) => [el("dt", {}, level.level), el("dd", {}, strength(level))])),
  );
}

async function card(listed) {
  const path = `/v1/games/${listed.id}`;
  const game = await read(path);
  const dialog = newMatchDialog(game, (match) => location.assign(pageAddress("table.html", { match })));
  const { min, max } = game.seats;
  const picture = el("img", {
    src: `${API}${path}/picture.svg`, alt: "", loading: "lazy", width: 300, height: 220,
  });
  return el(
    "li",
    { class: "card" },
    el("h3", {}, game.name),
    picture,
    el("p", {}, `${min} to ${max} players`),
    button("Play", () => dialog.showModal(), { class: "main", "aria-label": `Play ${game.name}` }),
    game.notices.map((notice) => el("p", { class: "notice" }, notice)),
    levelList(game.levels),
    game.rules && el("p", {}, el("a", { href: API + game.rules }, `The rules of ${game.name}`)),
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
  await Promise.all([ownMatches(names), publicMatches(names)]);
}

begin().catch((error) => tell(error.message));
