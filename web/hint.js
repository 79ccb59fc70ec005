// What the bots think of a decision: candidates with what they may bring, as they are found.

import { ask, matchPath, send, STREAMED } from "./api.js";
import { announce } from "./announce.js";
import { actionButton } from "./actions.js";
import { byId, el } from "./dom.js";
import { lines } from "./stream.js";

const SECONDS = 3;

const percent = ({ low, value, high }) =>
  `first in ${Math.round(100 * value)} % (${Math.round(100 * low)} to ${Math.round(100 * high)})`;
const points = ({ low, value, high }) =>
  `${value.toFixed(1)} points (${low.toFixed(1)} to ${high.toFixed(1)})`;

export class Hint {
  #table;
  #about = null;
  #act;
  #point;

  constructor(table, act, point) {
    this.#table = table;
    this.#act = act;
    this.#point = point;
    byId("hint").addEventListener("click", () => void this.ask());
  }

  /** Offer hints where the match allows them; what was found for an earlier decision goes. */
  refresh(actions) {
    const { shown } = this.#table;
    const people = shown.seats.filter(({ kind }) => kind !== "bot").length;
    const allowed = shown.analyses === "everybody" || (shown.analyses === "alone" && people === 1);
    byId("hint").hidden = actions.length === 0 || !allowed;
    if (this.#about !== shown.version) this.#clear();
  }

  async ask() {
    const { id, shown, token } = this.#table;
    this.#clear();
    this.#about = shown.version;
    this.#say("Thinking …");
    announce("Thinking");
    try {
      const path = `${matchPath(id)}/analyses`;
      const body = { seconds: SECONDS, version: shown.version };
      const { analysis } = await send("POST", path, { token, body });
      const answered = await ask("GET", `${path}/${analysis}`, { token, accept: STREAMED });
      for await (const found of lines(answered)) {
        if (this.#about !== shown.version) return;
        if (found.length > 0) this.#show(found.at(-1));
      }
    } catch (error) {
      this.#say(error.message);
    }
  }

  #show(found) {
    if (found.reason) return this.#say(found.reason);
    if (found.candidates.length === 0) return this.#say("Thinking …");
    const ended = found.status !== "running";
    byId("hints").replaceChildren(
      el("h3", {}, ended ? "Worth a thought" : "Worth a thought (still thinking …)"),
      el("ol", { class: "hints" }, found.candidates.map((candidate) => this.#candidate(candidate))),
      found.line.length > 1 && el("p", {}, `It may go on: ${found.line.map(({ label }) => label).join("; ")}.`),
    );
    byId("hints").hidden = false;
    if (ended) announce(`Hint: ${found.candidates[0].label}`);
    return undefined;
  }

  #candidate(candidate) {
    const { score, win, visits } = candidate;
    const told = [win && percent(win), score && points(score), `looked at ${visits} times`];
    const taken = actionButton(candidate, this.#act, this.#point);
    taken.tabIndex = 0;
    return el("li", {}, taken, el("small", {}, told.filter(Boolean).join(", ")));
  }

  #say(text) {
    byId("hints").replaceChildren(el("p", {}, text));
    byId("hints").hidden = false;
  }

  #clear() {
    this.#about = null;
    byId("hints").hidden = true;
    byId("hints").replaceChildren();
  }
}
