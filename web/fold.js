// A tray that has more than there is room for: what no decision needs is folded, and opened by a click.

import { button } from "./dom.js";

/** The lines that somebody has opened. */
const unfolded = new Set();

/**
 * Leave out what cannot be chosen, until the tray is in view: of the last lines first, as a game begins with what tells
 * most, then of those that have one thing alone, and at the very last of the first line that has several.
 */
export function foldToFit(tray, panel) {
  const idle = (one) => one.querySelectorAll(".piece:not(.lit)").length;
  const lines = [...tray.children].filter((one) => idle(one) > 0 && !one.querySelector(".fold")).reverse();
  const several = lines.filter((one) => idle(one) > 1);
  const single = lines.filter((one) => idle(one) === 1);
  for (const one of [...several.slice(0, -1), ...single, ...several.slice(-1)]) {
    if (panel.scrollHeight <= panel.clientHeight) return;
    fold(one);
  }
}

/** Have the name of a line say how much it has, and open and close what cannot be chosen of it. */
function fold(shown) {
  const [name, pieces] = shown.children;
  const label = name.textContent;
  const show = (open) => {
    shown.classList.toggle("folded", !open);
    opener.setAttribute("aria-expanded", String(open));
  };
  const opener = button(`${label} (${pieces.childElementCount})`, () => {
    if (!unfolded.delete(label)) unfolded.add(label);
    show(unfolded.has(label));
  }, { class: "fold" });
  show(unfolded.has(label));
  name.replaceChildren(opener);
}
