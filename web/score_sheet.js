// The end of a match: who came where, and which category brought what.

import { el, words } from "./dom.js";
import { nameOf } from "./seat_names.js";

/** The sheet of a finished match as a table, a column for each seat. */
export function scoreSheet({ result, seats }) {
  const place = (number) => 1 + result.ranking.findIndex((tied) => tied.includes(number));
  const head = (text) => el("th", { scope: "row" }, text);
  const line = (text, values, kind) =>
    el("tr", { class: kind }, head(text), values.map((value) => el("td", {}, String(value))));
  return el(
    "table",
    {},
    el("caption", { class: "unseen" }, "Score sheet"),
    el("thead", {}, el("tr", {}, el("td"), seats.map((seat) => el("th", { scope: "col" }, nameOf(seat))))),
    el(
      "tbody",
      {},
      Object.entries(result.sheet).map(([category, points]) => line(words(category), points)),
      line("Total", result.scores, "total"),
      line("Place", seats.map(({ seat }) => place(seat)), "total"),
    ),
  );
}
