// What has happened, a line each: to read, and to look back to.

import { button, byId, el, roving } from "./dom.js";

const NEAR_END = 80;

export class Log {
  #list = byId("log");
  #lines = new Map();
  #seen = null;

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
    const made = events.map((event) => this.#line(event));
    this.#list.append(...made);
    for (const { kind, to, version } of events) if (kind === "undo") this.#strike(to, version);
    for (const stop of this.#list.querySelectorAll('button[tabindex="0"]')) stop.tabIndex = -1;
    this.#list.lastElementChild.firstElementChild.tabIndex = 0;
    if (follows) box.scrollTop = box.scrollHeight;
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
  }

  #line({ version, kind, seat, label, at }) {
    const line = button(label, () => {}, {
      "data-version": version, tabindex: -1, title: at ? new Date(at).toLocaleString() : null,
    });
    this.#lines.set(version, line);
    return el("li", { class: `event ${kind}`, "data-seat": seat }, line);
  }

  #strike(from, to) {
    for (let version = from + 1; version < to; version += 1) {
      this.#lines.get(version)?.parentElement.classList.add("undone");
    }
  }
}
