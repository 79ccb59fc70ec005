// The dialog that says which keys do something.

import { byId, el } from "./dom.js";

/** Show what `shortcuts` do: `key: [what it does in words, act]`. */
export function showKeys(shortcuts) {
  const rows = Object.entries(shortcuts).flatMap(([key, [text]]) => [
    el("dt", {}, el("kbd", {}, key)), el("dd", {}, text),
  ]);
  const tab = [el("dt", {}, el("kbd", {}, "Tab")), el("dd", {}, "Go on; the arrow keys go through a list")];
  byId("keys").replaceChildren(...rows, ...tab);
  byId("help").showModal();
}
