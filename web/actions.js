// All that may be done now, in words: grouped by type, searched, narrowed by what was clicked.

import { button, byId, el, roving, words } from "./dom.js";

const OPEN_GROUPS = 16;
const DWELL = 300;

/**
 * The list of legal actions; `act` takes one. `point` gets the one that is pointed at, or null, and
 * after how many milliseconds the picture should be brought there, if at all.
 */
export class Actions {
  #list = byId("actions");
  #search = byId("search");
  #act;
  #point;
  #help = new Map();
  #actions = [];
  #within = null;

  constructor(act, point) {
    this.#act = act;
    this.#point = point;
    this.#search.addEventListener("input", () => this.#render());
    roving(this.#list, "button.action", "summary, button.action");
  }

  /** Say what the types of action of the game are for. */
  explain(types) {
    this.#help = new Map(types.map(({ type, help }) => [type, help]));
  }

  /** Show these; `reason` says why there are none. */
  show(actions, reason) {
    this.#actions = actions;
    this.#within = null;
    byId("no-actions").textContent = reason ?? "";
    byId("no-actions").hidden = actions.length > 0 || !reason;
    byId("search-row").hidden = actions.length < 8;
    this.#search.value = "";
    this.#render();
  }

  /** Leave only those that are about what was picked in the picture; null for all. */
  narrow(actions, text) {
    this.#within = actions;
    byId("narrowed-text").textContent = actions ? `About: ${text}` : "";
    this.#render();
  }

  focusSearch() {
    if (byId("search-row").hidden) this.focus();
    else this.#search.focus();
  }

  focus() {
    const stops = [...this.#list.querySelectorAll("button.action, summary")];
    const seen = stops.filter((one) => one.checkVisibility());
    (seen.find((one) => one.matches("button")) ?? seen[0] ?? byId("actions-title")).focus();
  }

  #found() {
    const wish = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = ({ label, action }) => `${label} ${action}`.toLowerCase();
    return (this.#within ?? this.#actions).filter((one) => wish.every((word) => text(one).includes(word)));
  }

  #render() {
    const held = this.#list.contains(document.activeElement);
    const found = this.#found();
    const groups = Map.groupBy(found, ({ type }) => type);
    const open = found.length <= OPEN_GROUPS || groups.size === 1;
    this.#list.replaceChildren(...[...groups].map(([type, actions]) => this.#group(type, actions, open)));
    byId("narrowed").hidden = !this.#within;
    byId("actions-count").textContent = found.length > 0 ? `(${found.length})` : "";
    const first = this.#list.querySelector("button.action");
    if (first) first.tabIndex = 0;
    if (held) this.focus();
  }

  #group(type, actions, open) {
    const count = actions.length > 1 ? ` (${actions.length})` : "";
    return el(
      "details",
      { open, class: "group", toggle: () => this.#stop() },
      el("summary", {}, words(type), count, el("small", {}, this.#help.get(type) ?? "")),
      el("ul", {}, actions.map((action) => el("li", {}, actionButton(action, this.#act, this.#point)))),
    );
  }

  /** Have the Tab key reach each group that is open. */
  #stop() {
    for (const group of this.#list.querySelectorAll("details[open]")) {
      if (group.querySelector('button.action[tabindex="0"]')) continue;
      group.querySelector("button.action").tabIndex = 0;
    }
  }
}

/** A button that takes an action, and shows where it happens while it is pointed at. */
export function actionButton(action, act, point) {
  return button(action.label, () => act(action), {
    class: "action",
    tabindex: -1,
    "data-action": action.action,
    mouseenter: () => point(action),
    mousemove: (event) => (event.movementX || event.movementY) && point(action, DWELL),
    mouseleave: () => point(null),
    focus: ({ target }) => point(action, target.matches(":focus-visible") ? 0 : undefined),
    blur: () => point(null),
  });
}
