// Of which game a table is: its name, its rules, and what has to be said of what it is played with.

import { byId, el } from "./dom.js";
import { rulesAddress } from "./rules_link.js";

/** Show what is to be said of the game of a table. */
export function showGame({ game, shown }) {
  byId("title").textContent = game.name;
  // Those of the data that this match is played with, which may be somebody's own.
  const notices = shown.view?.notices ?? game.notices;
  byId("notices").replaceChildren(...notices.map((text) => (
    el("details", { class: "reservation" }, el("summary", {}, text), el("p", {}, text))
  )));
  byId("rules").hidden = !game.player_rules;
  byId("rules").href = rulesAddress(game.id);
}
