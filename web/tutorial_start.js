// Where a tutorial begins: what it is, and a button that creates its match and goes to the table.

import { API, freshKey, pageAddress, pageFragment, read, send } from "./api.js";
import { tell } from "./announce.js";
import { button, byId, el } from "./dom.js";
import { rulesAddress } from "./rules_link.js";
import { addSettings } from "./settings.js";
import { keepCreated } from "./new_tokens.js";
import { keepTutorial } from "./tokens.js";

async function start(tutorial, key) {
  const created = await send("POST", "/v1/matches", { body: tutorial.match, key });
  keepCreated(created);
  keepTutorial(created.id, tutorial.game);
  location.assign(pageAddress("table.html", { match: created.id }));
}

async function show(game) {
  if (!game.tutorial) throw new Error(`There is no tutorial of ${game.name}.`);
  const tutorial = await read(game.tutorial);
  const key = freshKey();
  const bots = tutorial.match.seats.length - 1;
  byId("title").textContent = `${game.name}: a first match`;
  document.title = `${game.name}: a first match – Railhead`;
  byId("to-rules").hidden = !game.player_rules;
  byId("to-rules").href = rulesAddress(game.id);
  byId("page").lang = tutorial.language;
  byId("page").replaceChildren(
    el("p", { class: "summary" }, `${tutorial.steps.length} steps, about ${tutorial.minutes} minutes, `
      + `against ${bots === 1 ? "a bot" : `${bots} bots`}. Each step says what to look at and what to try; after them it goes on with a sentence at a time, to the result.`),
    el("p", { class: "row" }, button("Begin", () => start(tutorial, key).catch((error) => tell(error.message)), { class: "main" })),
    el("img", { src: `${API}/v1/games/${game.id}/picture.svg`, alt: "" }),
    ...game.notices.map((text) => el("p", { class: "notice" }, text)),
  );
}

async function begin() {
  addSettings("open-settings");
  byId("home").href = pageAddress("./");
  const id = pageFragment().get("game");
  if (!id) throw new Error("The address names no game.");
  addEventListener("hashchange", () => location.reload());
  await show(await read(`/v1/games/${encodeURIComponent(id)}`));
}

begin().catch((error) => tell(error.message));
