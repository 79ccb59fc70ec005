// What the bots think of a decision: candidates with what they may bring, as they are found.

import { ask, matchPath, send, STREAMED } from "./api.js";
import { announce } from "./announce.js";
import { actionButton } from "./actions.js";
import { byId, el } from "./dom.js";
import { inWords } from "./errors.js";
import { byWorth, candidateInWords, lineInWords } from "./hint_words.js";
import { inNames, nameOf } from "./seat_names.js";
import { lines } from "./stream.js";

const SECONDS = 3;

export class HintAnswer {
  #table;
  #about = null;
  #act;
  #point;

  constructor(table, act, point) {
    this.#table = table;
    this.#act = act;
    this.#point = point;
  }

  /** Drop what was found for another version. */
  leave(version) {
    if (this.#about !== version) this.#clear();
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
      this.#say(inWords(error));
    }
  }

  #show(found) {
    if (found.reason) return this.#say(inNames(found.reason));
    if (found.candidates.length === 0) return this.#say("Thinking …");
    const ended = found.status !== "running";
    const candidates = byWorth(found.candidates);
    const goesOn = lineInWords(found.line, (seat) => nameOf(this.#table.shown.seats[seat]));
    byId("hints").replaceChildren(
      el("h3", {}, ended ? "Worth a thought" : "Worth a thought (still thinking …)"),
      el("ol", { class: "hints" }, candidates.map((one) => this.#candidate(one, candidates))),
      goesOn && el("p", {}, inNames(goesOn)),
    );
    byId("hints").hidden = false;
    if (ended) announce(`Hint: ${inNames(candidates[0].label)}`);
    return undefined;
  }

  #candidate(candidate, all) {
    const taken = actionButton(candidate, this.#act, this.#point);
    taken.tabIndex = 0;
    return el("li", {}, taken, el("small", {}, candidateInWords(candidate, all)));
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
