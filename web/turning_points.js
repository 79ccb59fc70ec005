// After a match: the decisions of a seat that cost it most, each a click away on the board.

import { matchPath, read, send } from "./api.js";
import { announce, tell } from "./announce.js";
import { button, el } from "./dom.js";
import { choice, field } from "./forms.js";
import { byWorth, percent } from "./hint_words.js";
import { inNames, nameOf } from "./seat_names.js";

const AT_ONCE = 12;
const SHOWN = 6;
const SECONDS = 1;
const WAIT = 20;
const LEAST = 0.02;

/** All events of a match, page by page. */
async function events(id, token) {
  const all = [];
  for (let after = 0; ;) {
    const page = await read(`${matchPath(id)}/events?after=${after}`, { token });
    if (page.events.length === 0) return all;
    all.push(...page.events);
    after = page.next;
  }
}

/** What a seat decided and nobody took back. */
function decisions(all, seat) {
  const undone = (version) => all.some((one) => one.kind === "undo" && one.to < version && version < one.version);
  return all.filter((one) => one.kind === "action" && one.seat === seat && !undone(one.version));
}

/** As many of a list as `count`, spread over all of it. */
const spread = (list, count) =>
  list.length <= count ? list : Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]);

async function analysed({ id, token }, seat, version) {
  const path = `${matchPath(id)}/analyses`;
  const { analysis } = await send("POST", path, { token, body: { seconds: SECONDS, version, seat } });
  for (;;) {
    const found = await read(`${path}/${analysis}?wait=${WAIT}`, { token });
    if (found.status !== "running") return found;
  }
}

/** What a decision cost: the share of matches that the best candidate wins more; null if nothing. */
function loss(event, { candidates }) {
  const known = byWorth(candidates).filter(({ win }) => win);
  if (known.length < 2) return null;
  const best = known[0];
  const taken = known.find(({ action }) => action === event.action);
  const lost = best.win.value - (taken ?? known.at(-1)).win.value;
  return lost >= LEAST ? { event, best, lost, least: !taken } : null;
}

function shownLoss({ event, best, lost, least }, look) {
  const cost = `cost ${least ? "at least " : ""}${percent(lost)} of the matches played on from there`;
  return el(
    "li",
    {},
    button(`Move ${event.version}: ${inNames(event.label)}`, () => look(event.version - 1), { class: "action" }),
    el("small", {}, `${cost.charAt(0).toUpperCase()}${cost.slice(1)}. Better: ${inNames(best.label)}.`),
  );
}

/** Finds them, a dozen decisions at a time, for the seat that is chosen. */
class TurningPoints {
  #table;
  #look;
  #list = el("ol", { class: "hints turning-points" });
  #said = el("p", { role: "status" });
  #whose;
  #find = button("", () => void this.#go());
  #asked = new Set();
  #found = [];

  constructor(table, look) {
    this.#table = table;
    this.#look = look;
    const seats = table.shown.seats.map((seat) => [seat.seat, nameOf(seat)]);
    this.#whose = choice({ change: () => this.#restart() }, seats, table.shown.you ?? 0);
    this.#restart();
    this.element = el("section", { class: "turning", "aria-label": "Turning points" },
      field("Decisions of", this.#whose), el("p", { class: "row" }, this.#find), this.#said, this.#list);
  }

  #restart() {
    [this.#asked, this.#found] = [new Set(), []];
    this.#list.replaceChildren();
    this.#said.textContent = "";
    this.#find.textContent = "Find turning points";
    this.#find.hidden = false;
  }

  async #go() {
    this.#find.disabled = this.#whose.disabled = true;
    try {
      await this.#lookAtMore(Number(this.#whose.value));
    } catch (error) {
      tell(error.message);
    } finally {
      this.#find.disabled = this.#whose.disabled = false;
    }
  }

  async #lookAtMore(seat) {
    const all = decisions(await events(this.#table.id, this.#table.token), seat);
    const next = spread(all.filter(({ version }) => !this.#asked.has(version)), AT_ONCE);
    for (const [at, event] of next.entries()) {
      this.#said.textContent = `Decision ${at + 1} of ${next.length} …`;
      const cost = loss(event, await analysed(this.#table, seat, event.version - 1));
      this.#asked.add(event.version);
      if (cost) this.#add(cost);
    }
    this.#end(all.length);
  }

  #add(cost) {
    this.#found.push(cost);
    this.#found.sort((one, other) => other.lost - one.lost);
    this.#list.replaceChildren(...this.#found.slice(0, SHOWN).map((one) => shownLoss(one, this.#look)));
  }

  #end(count) {
    const none = this.#found.length === 0 ? " None of them cost anything that could be told." : "";
    this.#said.textContent = `${this.#asked.size} of ${count} decisions were looked at.${none}`;
    announce(this.#said.textContent);
    this.#find.hidden = this.#asked.size >= count;
    this.#find.textContent = "Look at more decisions";
  }
}

/**
 * The part of a page that finds them in a finished match: `table` has its `id`, `token` and `shown`,
 * `look` is called with the version at which a decision was due.
 */
export const turningPoints = (table, look) => new TurningPoints(table, look).element;
