// What an action would lead to, shown on the board while it is pointed at: nothing is done by that.

import { ask, matchPath } from "./api.js";
import { byId } from "./dom.js";
import { legibleOf } from "./legible.js";
import { made } from "./picture.js";
import { safeSvg } from "./safe_svg.js";

const PAUSE = 250;
const KEPT = 60;

let wanted = null;
let beginning = null;
let keptAt = null;
const kept = new Map();

/** Show what `action` would lead to in the pictures of the `drawing` that it is about; null: nothing. */
export function preview(action, table, drawing) {
  // Fingers do not point without a click.
  if (action && matchMedia("(hover: none)").matches) return;
  begin(action, table, drawing, PAUSE);
}

/** The same at once, for a finger that has chosen the action: whether there is something to be seen. */
export function showToFinger(action, table, drawing) {
  const isSeen = pictures().some((svg) => isIn(svg, action));
  if (!isSeen || isSpared() || !matchMedia("(hover: none)").matches) return false;
  begin(action, table, drawing, 0);
  return true;
}

function begin(action, table, drawing, pause) {
  const now = action && `${table.shown.version} ${action.action}`;
  if (now === wanted) return;
  wanted = now;
  clearTimeout(beginning);
  clear();
  if (!action || table.replay.at !== null || isSpared()) return;
  beginning = setTimeout(() => void show(now, action, table, drawing).catch(() => {}), pause);
}

/** Whether nothing is to be brought that was not asked for: some pay for it. */
export const isSpared = () => matchMedia("(prefers-reduced-data: reduce)").matches || navigator.connection?.saveData;

export const pictures = () => [...byId("picture").querySelectorAll(".sheet > svg, .beside > svg")];
const isIn = (svg, { targets }) => targets.some((id) => svg.querySelector(`#${CSS.escape(id)}`));

async function show(now, action, table, { styles }) {
  const isOffered = () => now === wanted && table.actions.some((one) => one.action === action.action.split(";")[0]);
  if (!isOffered()) return;
  await Promise.all(pictures().map(async (svg, at) => {
    if (!isIn(svg, action)) return;
    const text = await after(action.action, table, styles[at]);
    if (isOffered() && !svg.querySelector(":scope > .ghost")) lay(svg, safeSvg(text));
  }));
}

/** The picture after an action, kept while the match is at its version. */
export async function after(action, { id, token, shown }, style) {
  if (keptAt !== shown.version || kept.size >= KEPT) kept.clear();
  keptAt = shown.version;
  const path = `${matchPath(id)}/picture.svg?${new URLSearchParams({ ...style, after: action })}`;
  if (!kept.has(path)) {
    const answered = ask("GET", path, { token, accept: "image/svg+xml" }).then((one) => one.text());
    kept.set(path, answered);
    answered.catch(() => kept.delete(path));
  }
  return kept.get(path);
}

/** Lay a picture over the one that is shown, below what is lit; its elements are not to be found. */
function lay(svg, over) {
  const [box, from] = [svg.viewBox.baseVal, over.viewBox.baseVal];
  const scale = Math.min(box.width / from.width, box.height / from.height);
  const transform = `translate(${box.x} ${box.y}) scale(${scale}) translate(${-from.x} ${-from.y})`;
  const ghost = made("g", { class: "ghost", "aria-hidden": "true", transform });
  ghost.append(...over.children);
  for (const one of ghost.querySelectorAll("[id]")) one.removeAttribute("id");
  const outlines = svg.querySelector(":scope > .outlines");
  outlines.before(ghost);
  outlines.after(...legibleOf(ghost, { class: "legible of-ghost", transform }));
}

function clear() {
  for (const one of byId("picture").querySelectorAll(".ghost, .of-ghost")) one.remove();
}
