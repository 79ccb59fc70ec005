// One puzzle: its table, its choices, and what the searches found once it is answered.

import { ask, send } from "./api.js";
import { Actions, actionButton } from "./actions.js";
import { announce, tell } from "./announce.js";
import { button, byId, el } from "./dom.js";
import { Picture } from "./picture.js";
import { inNames } from "./seat_names.js";
import { solve } from "./solved.js";

const NARROW = 1100;

const hundredths = (value) => Math.round(100 * value);

export class Puzzle {
  #puzzle;
  #path;
  #picture;
  #actions;
  #tried = false;

  constructor(game, puzzle) {
    this.#puzzle = puzzle;
    this.#path = `/v1/games/${encodeURIComponent(game.id)}/puzzles/${encodeURIComponent(puzzle.id)}`;
    this.#picture = new Picture(byId("picture"), (id) => this.#about(id));
    this.#actions = new Actions((action) => void this.#answer(action.action), (one) => this.#point(one));
    this.#actions.explain(game);
    byId("widen").addEventListener("click", () => this.#about(null));
  }

  async show() {
    const layout = innerWidth < NARROW ? "narrow" : "wide";
    const answered = await ask("GET", `${this.#puzzle.picture}?layout=${layout}`, { accept: "image/svg+xml" });
    this.#picture.draw([await answered.text()]);
    this.#actions.show(this.#puzzle.actions, "");
    this.#about(null);
    announce(byId("task").textContent);
  }

  /** Leave the choices that are about what was clicked in the picture; null for all. */
  #about(id) {
    const { actions } = this.#puzzle;
    const found = id === null ? null : actions.filter(({ targets }) => targets.includes(id));
    this.#actions.narrow(found, id === null ? "" : this.#picture.titleOf(id));
    this.#picture.light(actions.flatMap(({ targets }) => targets), id === null ? [] : [id]);
  }

  #point(action) {
    this.#picture.mean(action?.targets ?? []);
  }

  async #answer(action, reveal = false) {
    try {
      const judged = await send("POST", `${this.#path}/answers`, { body: { action, reveal } });
      if (judged.right && !this.#tried) solve(this.#puzzle.id);
      this.#tried ||= reveal;
      this.#tell(judged);
    } catch (error) {
      tell(error.message);
    }
  }

  #tell({ action, right, solution }) {
    const label = inNames(this.#puzzle.actions.find((one) => one.action === action).label);
    const verdict = right ? `Right: ${label}.` : `Not the best: ${label}.`;
    byId("verdict").replaceChildren(
      el("p", { class: right ? "right" : "wrong" }, verdict),
      solution
        ? this.#explained(solution, action)
        : el("p", { class: "row" }, "Try another one, or", button("Show the solution", () => void this.#answer(action, true))),
    );
    byId("verdict").hidden = false;
    byId("verdict").scrollIntoView({ block: "nearest" });
  }

  /** What the searches found, best first, each shown on the table while it is pointed at. */
  #explained({ simulations, candidates }, answered) {
    const [best, next] = candidates;
    const why = next
      ? `Two searches of ${simulations} simulations agree: ${inNames(best.label)} is worth ${hundredths(best.value)} of 100, `
        + `${hundredths(best.value - next.value)} more than what comes next.`
      : `Two searches of ${simulations} simulations agree: ${inNames(best.label)}.`;
    const point = (one) => this.#point(one);
    const rows = candidates.map((one) => {
      const shown = actionButton(one, () => this.#point(one), point);
      shown.tabIndex = 0;
      const mine = one.action === answered ? " Your answer." : "";
      return el("li", {}, shown, el("small", {}, `Worth ${hundredths(one.value)} of 100.${mine}`));
    });
    return el("div", {}, el("p", {}, why), el("ol", { class: "hints" }, rows),
      el("small", {}, "Worth is a blend of how often the seat wins and by how much it leads."));
  }
}
