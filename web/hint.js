// Asking the bots what they think of a decision, where the match allows that.

import { byId } from "./dom.js";

export class Hint {
  #table;
  #answer = null;
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
    this.#answer?.leave(shown.version);
  }

  async ask() {
    const { HintAnswer } = await import("./hint_answer.js");
    this.#answer ??= new HintAnswer(this.#table, this.#act, this.#point);
    await this.#answer.ask();
  }
}
