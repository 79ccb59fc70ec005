// The tutorial beside the table: the current step, what it wants looked at, and whether it is done.

import { read } from "./api.js";
import { announce, tell } from "./announce.js";
import { button, el } from "./dom.js";
import { rulesAddress } from "./rules_link.js";
import { inNames, standingOf } from "./seat_names.js";
import { forgetTutorial, keepTutorial } from "./tokens.js";

const LEARNER = 0;

/** Whether an action is what a step is about; of one whose label is not known the type has to do. */
const fits = (attempt, type, label) =>
  type === attempt.type && (label === undefined || new RegExp(attempt.label).test(label));

/** The panel with the current step. */
class TutorialPanel {
  element = el("section", { class: "panel tutorial", "aria-label": "Tutorial", hidden: true });
  #match;
  #kept;
  #point;
  #steps = [];
  #reminders = [];
  /** The reminder that is shown, and how often each was. */
  #reminder = null;
  #told = new Map();
  #shown = null;
  #legal = [];
  #labels = new Map();

  constructor(match, kept, point) {
    this.#match = match;
    this.#kept = kept;
    this.#point = point;
    read(`/v1/games/${encodeURIComponent(kept.game)}/tutorial`).then((found) => {
      this.#steps = found.steps;
      this.#reminders = found.reminders ?? [];
      this.element.lang = found.language;
      this.element.hidden = false;
      this.#go(this.#kept.step);
    }).catch((error) => tell(error.message));
  }

  /** Show what the current step has to do with a table as it is now. */
  refresh({ actions, shown }) {
    this.#legal = actions;
    this.#shown = shown;
    for (const { action, label } of actions) this.#labels.set(action, label);
    this.#remind();
    if (this.#steps.length > 0) this.#show();
    this.#look();
  }

  /** Choose what is said after the steps: of what fits now that which was said least; in one's turn it stays. */
  #remind() {
    if (this.#reminder && this.#fitting(this.#reminder.attempt).length > 0) return;
    const told = (one) => this.#told.get(one) ?? 0;
    const fitting = this.#reminders.filter(({ attempt }) => this.#fitting(attempt).length > 0);
    this.#reminder = fitting.sort((one, other) => told(one) - told(other))[0] ?? null;
    if (this.#reminder) this.#told.set(this.#reminder, told(this.#reminder) + 1);
  }

  /** The step is done once its action is taken; what happened before it was shown does not count. */
  hear(events) {
    for (const { version, kind, seat, action } of events) {
      if (version <= this.#kept.version) continue;
      this.#kept.version = version;
      const attempt = this.#steps[this.#kept.step]?.attempt;
      if (kind !== "action" || seat !== LEARNER || !attempt) continue;
      if (fits(attempt, action.split(":")[0], this.#labels.get(action))) this.#go(this.#kept.step + 1);
    }
    this.#save();
  }

  #save() {
    keepTutorial(this.#match, this.#kept.game, this.#kept.step, this.#kept.version);
  }

  #go(step) {
    this.#kept.step = step;
    this.#save();
    this.#show();
    const now = this.#steps[step];
    if (!now) return;
    announce(now.text);
    this.#look();
  }

  #look() {
    const { look = [] } = this.#steps[this.#kept.step] ?? {};
    if (look.length > 0) this.#point(look);
  }

  #close() {
    forgetTutorial(this.#match);
    this.element.remove();
  }

  #show() {
    const now = this.#steps[this.#kept.step];
    const isOver = this.#shown?.status === "over";
    this.element.replaceChildren(...(isOver ? this.#result() : now ? this.#step(now) : this.#further()));
  }

  /** After the steps: what to think of in this decision, until the match is over. */
  #further() {
    const said = this.#reminder;
    const text = said?.text ?? (this.#legal.length > 0 ? "This one is yours to decide." : "The others are to act. Look at what they do.");
    return [
      el("h2", {}, "You know the turn: play on to the end"),
      el("p", { class: "step" }, text),
      el("p", { class: "row" }, button("Close", () => this.#close()), said?.rules && this.#rule(said)),
    ];
  }

  /** At the end: how it went, and that there is more to learn from. */
  #result() {
    return [
      el("h2", {}, "That was your first match"),
      el("p", { class: "step" }, `${standingOf(this.#shown)} The score sheet says what everybody got it for.`),
      el("p", { class: "row" }, button("Close", () => this.#close())),
    ];
  }

  #rule({ rules }) {
    return el("a", { href: rulesAddress(this.#kept.game, rules), target: "_blank", rel: "noopener" }, "The rule");
  }

  #step(now) {
    const next = () => this.#go(this.#kept.step + 1);
    const shown = this.#targets(now);
    const buttons = now.attempt
      ? [button("Show me", () => this.#point(shown), { hidden: shown.length === 0 }), button("Skip this step", next)]
      : [button("Next", next, { class: "main" })];
    return [
      el("h2", {}, `Step ${this.#kept.step + 1} of ${this.#steps.length}`),
      el("p", { class: "step" }, now.text),
      el("p", {}, now.attempt && el("small", {}, this.#standing(now.attempt))),
      el("p", { class: "row" }, buttons, now.rules && this.#rule(now)),
    ];
  }

  #fitting(attempt) {
    return this.#legal.filter(({ type, label }) => fits(attempt, type, label));
  }

  /** The elements that a step is about: those to look at, and those of what to try. */
  #targets({ look, attempt }) {
    const tried = attempt ? this.#fitting(attempt).flatMap(({ targets }) => targets) : [];
    return [...new Set([...look, ...tried])];
  }

  #standing(attempt) {
    if (this.#legal.length === 0) return "Wait for your turn.";
    const fitting = this.#fitting(attempt);
    if (fitting.length === 1) return `Now take: ${inNames(fitting[0].label)}`;
    return fitting.length > 0 ? `${fitting.length} of your actions are that.` : "Not yet: first take what else is due.";
  }
}

/**
 * What shows the tutorial of a match of which `kept` is remembered: its `element`; `refresh`, to be
 * called with the table each time that it is shown; `hear`, with the events as they come.
 * `point` is called with ids of elements of the picture.
 */
export const tutorialPanel = (match, kept, point) => new TutorialPanel(match, kept, point);
