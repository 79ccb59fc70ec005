// Keys that do something anywhere on the page; none of them while something is typed.

import { byId, el } from "./dom.js";
import { settings } from "./settings.js";

const TYPED = "input:not([type=range]), select, textarea, dialog[open] *";

/** Let keys do what `shortcuts` says: `key: [what it does in words, act]`. */
export function addShortcuts(shortcuts) {
  document.addEventListener("keydown", (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!settings.keys || !plain || event.target.matches(TYPED)) return;
    const [, act] = shortcuts[event.key] ?? [];
    if (!act) return;
    event.preventDefault();
    act();
  });
  const rows = Object.entries(shortcuts).flatMap(([key, [text]]) => [
    el("dt", {}, el("kbd", {}, key)), el("dd", {}, text),
  ]);
  const tab = [el("dt", {}, el("kbd", {}, "Tab")), el("dd", {}, "Go on; the arrow keys go through a list")];
  byId("keys").replaceChildren(...rows, ...tab);
  byId("open-help").addEventListener("click", () => byId("help").showModal());
}
