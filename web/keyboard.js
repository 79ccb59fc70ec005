// Keys that do something anywhere on the page; none of them while something is typed.

import { announce } from "./announce.js";
import { byId } from "./dom.js";
import { settings } from "./settings.js";
import { showTab } from "./tabs.js";

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
  byId("open-help").addEventListener("click", async () => {
    const { showKeys } = await import("./keys.js");
    showKeys(shortcuts);
  });
}

/** The shortcuts of a table: by key what it does in words, and what does it. */
export const shortcutsOf = ({ table, actions, picture }) => ({
  "/": ["Search what you can do", () => { showTab("actions"); actions.focusSearch(); }],
  a: ["To what you can do", () => { showTab("actions"); actions.focus(); }],
  l: ["To what has happened", () => { showTab("log"); byId("log").querySelector('[tabindex="0"]')?.focus(); }],
  u: ["Take back", () => byId("undo").click()],
  h: ["Hint", () => byId("hint").hidden || byId("hint").click()],
  "[": ["One step back", () => table.replay.step(-1)],
  "]": ["One step on", () => table.replay.step(1)],
  n: ["Back to now", () => table.replay.look(null)],
  s: ["Read out how the match stands", () => announce(byId("standing").textContent)],
  "+": ["Larger", () => picture.zoom(1)],
  "-": ["Smaller", () => picture.zoom(-1)],
  "?": ["These keys", () => byId("open-help").click()],
});
