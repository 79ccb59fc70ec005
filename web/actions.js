// All that may be done now, in words: grouped by type, searched, narrowed by what was clicked.

import { button, byId, el, roving, words } from "./dom.js";
import { rulesAddress } from "./rules_link.js";
import { inNames } from "./seat_names.js";

/** So many actions are listed in open groups, unless all groups are larger. */
const OPEN_GROUPS = 16;
/** So many actions are in view without scrolling, whatever else is beside the picture. */
const FEW = 3;
const DWELL = 300;

/**
 * The list of legal actions; `act` takes one. `point` gets the one that is pointed at, or null, and
 * after how many milliseconds the picture should be brought there, if at all.
 */
export class Actions {
  #list = byId("actions");
  #panel = this.#list.parentElement;
  #endings = byId("endings");
  #search = byId("search");
  #act;
  #point;
  #help = new Map();
  #rules = new Map();
  #actions = [];
  #within = null;

  constructor(act, point) {
    this.#act = act;
    this.#point = point;
    this.#search.addEventListener("input", () => this.#render());
    roving(this.#list, "button.action", "summary, button.action");
  }

  /** Say what the types of action of the game are for, and where their rules stand. */
  explain({ id, actions, player_rules: ruled }) {
    this.#help = new Map(actions.map(({ type, help }) => [type, help]));
    const linked = actions.filter(({ rules }) => ruled && rules);
    this.#rules = new Map(linked.map(({ type, rules }) => [type, rulesAddress(id, rules)]));
  }

  /** Show these; `reason` says why there are none. */
  show(actions, reason) {
    this.#actions = actions;
    this.#within = null;
    byId("no-actions").textContent = inNames(reason ?? "");
    byId("no-actions").hidden = actions.length > 0 || !reason;
    byId("search-row").hidden = actions.length < 8;
    this.#search.value = "";
    this.#render();
    const [few] = [...this.#list.querySelectorAll("button.action")].filter((one) => one.checkVisibility()).slice(0, FEW).slice(-1);
    const room = few ? few.getBoundingClientRect().bottom - this.#panel.getBoundingClientRect().top : 0;
    this.#panel.style.setProperty("--few", `${room + this.#list.scrollTop}px`);
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
    const stops = [this.#list, this.#endings].flatMap((one) => [...one.querySelectorAll("button.action, summary")]);
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
    const endings = endingsOf(this.#actions);
    this.#endings.replaceChildren(...endings.map((action) => this.#single(action)));
    for (const one of this.#endings.children) one.tabIndex = 0;
    const groups = Map.groupBy(found.filter((one) => !endings.includes(one)), ({ type }) => type);
    const open = openOf(groups);
    this.#list.replaceChildren(...[...groups].map(([type, actions]) => (
      actions.length === 1 ? this.#single(actions[0]) : this.#group(type, actions, open.includes(type))
    )));
    byId("narrowed").hidden = !this.#within;
    byId("actions-count").textContent = found.length > 0 ? `(${found.length})` : "";
    const first = this.#list.querySelector("button.action");
    if (first) first.tabIndex = 0;
    if (held) this.focus();
  }

  /** An action that has nothing to be chosen from, as a button of its own. */
  #single(action) {
    const made = actionButton(action, this.#act, this.#point);
    made.title = this.#help.get(action.type) ?? "";
    return made;
  }

  #group(type, actions, open) {
    const rule = this.#rules.get(type);
    return el(
      "details",
      { open, class: "group", toggle: () => this.#stop() },
      el("summary", {}, words(type), ` (${actions.length})`, el("small", {}, this.#help.get(type) ?? "")),
      rule && el("a", { href: rule, target: "_blank", rel: "noopener", class: "to-rule" }, "The rule"),
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

/** The types whose groups are open: the smallest, as far as that is no long list, else the last one. */
function openOf(groups) {
  const closed = [...groups].filter(([, actions]) => actions.length > 1);
  let count = groups.size - closed.length;
  const small = closed.toSorted(([, one], [, other]) => one.length - other.length)
    .filter(([, actions]) => (count += actions.length) <= OPEN_GROUPS);
  return (small.length > 0 ? small : closed.slice(-1)).map(([type]) => type);
}

/** What is about nothing in the picture, one of a type: it ends, passes or leaves something out. */
export function endingsOf(actions) {
  const about = Map.groupBy(actions.filter(({ targets }) => targets.length === 0), ({ type }) => type);
  return [...about.values()].filter((alike) => alike.length === 1).flat();
}

/** A button that takes an action, and shows where it happens while it is pointed at. */
export function actionButton(action, act, point) {
  return button(inNames(action.label), () => act(action), {
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
