// A path pulled with the pointer over the board: actions about what it goes over, one after the other.

import { actionButton } from "./actions.js";
import { announce, tell } from "./announce.js";
import { matchPath, read } from "./api.js";
import { openAt } from "./chooser.js";
import { byId, el } from "./dom.js";

const STEP = 6;
const LARGEST = 0.2;
/** Nobody clicks without moving the pointer a little. */
const LEAST_PULL = 16;
const [MOST_TRIED, MOST_OFFERED, MOST_ASKED] = [12, 12, 40];

/** Follow the pointer from where it went down; what it has gone over is offered once it goes up. */
export function followPull(down, parts) {
  const path = [];
  let last = down;
  const go = (event) => {
    for (const point of between(last, event)) extend(path, idsAt(point));
    last = event;
    if (path.length > 1) parts.picture.mean(path.map(([id]) => id));
  };
  const left = new AbortController();
  const options = { signal: left.signal };
  const end = (event) => {
    go(event);
    left.abort();
    const pulled = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
    if (path.length < 2 || pulled < LEAST_PULL) return;
    refuseClick();
    void offer(path, event, parts).catch(tell);
  };
  addEventListener("pointermove", (event) => (event.buttons === 0 ? left.abort() : go(event)), options);
  addEventListener("pointerup", end, options);
  addEventListener("pointercancel", () => left.abort(), options);
  go(down);
}

/** The points between two events, so that nothing is left out that a quick pointer goes over. */
function between(from, to) {
  const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
  const count = Math.max(1, Math.ceil(Math.hypot(across, down) / STEP));
  return Array.from({ length: count }, (_, at) => {
    const part = (at + 1) / count;
    return [from.clientX + part * across, from.clientY + part * down];
  });
}

/** The ids of what lies at a point, the smallest first; what takes much of the picture is ground. */
function idsAt([x, y]) {
  const found = new Map();
  for (const hit of document.elementsFromPoint(x, y)) {
    for (let at = hit.closest(".sheet g[id], .sheet [data-about]"); at; at = at.parentElement.closest(".sheet g[id]")) {
      const { width, height } = at.getBoundingClientRect();
      const sheet = at.ownerSVGElement.getBoundingClientRect();
      const size = (width * height) / (sheet.width * sheet.height);
      if (size < LARGEST) found.set(at.dataset.about ?? at.id, size);
    }
  }
  return [...found.keys()].sort((one, other) => found.get(one) - found.get(other));
}

/** Put the next place on a path: what it shares with the last one is the same place. */
function extend(path, ids) {
  if (ids.length === 0) return;
  const shared = path.at(-1)?.filter((id) => ids.includes(id)) ?? [];
  if (shared.length > 0) path[path.length - 1] = shared;
  else path.push(ids);
}

/** The click that ends a pull is none. */
function refuseClick() {
  const stop = (event) => event.stopPropagation();
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }));
}

async function offer(path, event, { table, picture, point, act }) {
  announce("Looking for a way");
  const { version } = table.shown;
  const chains = await chainsOn(path, table);
  picture.mean([]);
  if (table.shown.version !== version) return;
  if (chains.length === 0) {
    tell("Nothing can be done along that way.");
    return;
  }
  const take = (whole) => {
    byId("chooser").close("taken");
    void takeAll(whole.chain, table, act);
  };
  const goal = wordsOf(path.at(-1).map((one) => picture.titleOf(one)).join(" "));
  const likely = [...chains].sort((one, other) => reach(other, goal) - reach(one, goal) || length(one) - length(other));
  const items = likely.slice(0, MOST_OFFERED).map((chain) => el("li", {}, actionButton(joined(chain), take, point)));
  openAt(titleOf(chains[0]), items, event, () => point(null));
}

const titleOf = (chain) => (chain.length > 1 ? `${chain.length} actions, one after the other` : "One action");

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? [];

/** How much the last action of a chain says of where the pointer was let go. */
const reach = (chain, goal) => wordsOf(chain.at(-1).label).filter((word) => goal.includes(word)).length;

/** How much a chain has to be said: the plain ones are usual. */
const length = (chain) => chain.reduce((sum, { label }) => sum + label.length, 0);

/** A chain as if it were one action, so that it can be shown and taken like one. */
const joined = (chain) => ({
  chain,
  action: chain.map(({ action }) => action).join(";"),
  label: chain.map(({ label }) => label).join(" \u2192 "),
  targets: chain.flatMap(({ targets }) => targets),
});

/** The longest chains of actions about the places of a path, each opening the next. */
async function chainsOn(path, table) {
  const about = (ids) => ({ targets }) => targets.some((id) => ids.includes(id));
  const first = path.findIndex((ids) => table.actions.some(about(ids)));
  if (first < 0) return [];
  const places = path.slice(first);
  let asked = 0;
  const goOn = async (chain, known, open, [next, ...rest]) => {
    const alone = open.map((action) => [...chain, action]);
    if (!next || asked >= MOST_ASKED) return alone;
    asked += open.length;
    const tried = await Promise.all(alone.slice(0, MOST_TRIED).map(async (longer) => {
      const then = await opened(longer, table);
      const isNew = ({ action, label }) => !known.some((one) => one.action === action && one.label === label);
      const further = then.filter(isNew).filter(about(next));
      return further.length > 0 ? goOn(longer, then, further, rest) : [];
    }));
    const found = tried.flat();
    return found.length > 0 ? found : alone;
  };
  const chains = await goOn([], table.actions, table.actions.filter(about(places[0])), places.slice(1));
  const most = Math.max(...chains.map(({ length }) => length));
  return chains.filter(({ length }) => length === most);
}

/** What would be legal after a chain. */
async function opened(chain, { id, token }) {
  const query = new URLSearchParams({ after: chain.map(({ action }) => action).join(";") });
  return (await read(`${matchPath(id)}/legal-actions?${query}`, { token })).actions;
}

/** Take the actions of a chain in their order, as long as each is still legal. */
async function takeAll(chain, table, act) {
  for (const [at, { action }] of chain.entries()) {
    const now = table.actions.find((one) => one.action === action);
    if (!now) {
      tell(`${at} of ${chain.length} actions were taken; the table has changed since.`);
      return;
    }
    const { version } = table.shown;
    await act(now);
    if (table.shown.version === version) return;
  }
}
