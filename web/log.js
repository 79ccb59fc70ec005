// What has happened, a line each, by turns: to read, and to look back to.

import { button, byId, el, roving } from "./dom.js";
import { inNames } from "./seat_names.js";

const NEAR_END = 80;
const MOVES = ["action", "forced", "chance"];

export class Log {
  #list = byId("log");
  #lines = new Map();
  #events = [];
  #seen = null;
  #turn = null;
  #since = el("li", { class: "since" }, "Since your last turn");

  /** `look` is called with the version of the line that was chosen. */
  constructor(look) {
    roving(this.#list, "button");
    this.#list.addEventListener("click", ({ target }) => {
      const chosen = target.closest("button");
      if (chosen) look(Number(chosen.dataset.version));
    });
  }

  /** Add what has happened; the list stays at its end if it was there. */
  add(events) {
    const box = this.#list.parentElement;
    const follows = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END;
    this.#events.push(...events);
    this.#list.append(...events.map((event) => this.#line(event)));
    for (const { kind, to, version } of events) if (kind === "undo") this.#strike(to, version);
    for (const stop of this.#list.querySelectorAll('button[tabindex="0"]')) stop.tabIndex = -1;
    this.#list.lastElementChild.firstElementChild.tabIndex = 0;
    if (follows) box.scrollTop = box.scrollHeight;
  }

  /** The move that led to now, what was taken back left out; null where there is none. */
  get latestMove() {
    for (let version = this.#events.length; version > 0;) {
      const event = this.#events[version - 1];
      if (MOVES.includes(event.kind)) return event;
      version = event.kind === "undo" ? event.to : version - 1;
    }
    return null;
  }

  /** What the line of a version says; null where there is none. */
  label(version) {
    return this.#lines.get(version)?.textContent ?? null;
  }

  /** Mark the line that is looked at; null for none. */
  mark(version) {
    this.#lines.get(this.#seen)?.removeAttribute("aria-current");
    this.#seen = version;
    const line = this.#lines.get(version);
    line?.setAttribute("aria-current", "step");
    if (line) this.#reveal(line);
  }

  /**
   * Number what others have done since the last action of the seat `you`, and give it back: the
   * numbers are those of the lines. Nothing where `you` is null or has not acted yet.
   */
  numberSince(you) {
    for (const line of this.#list.querySelectorAll("[data-number]")) delete line.dataset.number;
    this.#since.remove();
    const own = this.#events.findLastIndex(({ kind, seat }) => kind === "action" && seat === you);
    const news = own < 0 ? [] : this.#events.slice(own + 1).filter(({ kind, seat }) => MOVES.includes(kind) && seat !== you);
    news.forEach(({ version }, at) => { this.#lines.get(version).parentElement.dataset.number = at + 1; });
    if (news.length === 0) return [];
    this.#lines.get(news[0].version).parentElement.before(this.#since);
    this.#reveal(this.#lines.get(news.at(-1).version));
    this.#reveal(this.#since);
    return news.map((event, at) => ({ ...event, number: at + 1 }));
  }

  /** Bring a line into view within the list; the page stays where it is. */
  #reveal(line) {
    const box = this.#list.parentElement;
    const [seen, place] = [box.getBoundingClientRect(), line.getBoundingClientRect()];
    if (place.top < seen.top) box.scrollTop -= seen.top - place.top;
    else if (place.bottom > seen.bottom) box.scrollTop += place.bottom - seen.bottom;
  }

  clear() {
    this.#list.replaceChildren();
    this.#lines.clear();
    this.#events = [];
    this.#turn = null;
  }

  #line({ version, kind, seat, label, at }) {
    const line = button(inNames(label), () => {}, {
      "data-version": version, tabindex: -1, title: at ? new Date(at).toLocaleString() : null,
    });
    this.#lines.set(version, line);
    const begins = seat != null && seat !== this.#turn;
    if (begins) this.#turn = seat;
    return el("li", { class: `event ${kind}${begins ? " begins" : ""}`, "data-seat": seat ?? this.#turn }, line);
  }

  #strike(from, to) {
    for (let version = from + 1; version < to; version += 1) {
      this.#lines.get(version)?.parentElement.classList.add("undone");
    }
  }
}
