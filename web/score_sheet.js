// The end of a match: who came where, and which category brought what.

import { el, words } from "./dom.js";
import { nameOf } from "./seat_names.js";

/** The sheet of a finished match as a table, a column for each seat; what brought nobody anything is left out. */
export function scoreSheet({ result, seats }) {
  const place = (number) => 1 + result.ranking.findIndex((tied) => tied.includes(number));
  const head = (text) => el("th", { scope: "row" }, text);
  const line = (text, values, kind) =>
    el("tr", { class: kind }, head(text), values.map((value) => el("td", {}, String(value))));
  const categories = Object.entries(result.sheet);
  const last = lastAddend(categories, result.scores);
  const rows = (some, before = "") => some
    .filter(([, points]) => points.some((one) => one !== 0))
    .map(([category, points]) => line(before + words(category), points));
  return el(
    "table",
    {},
    el("caption", { class: "unseen" }, "Score sheet"),
    el("thead", {}, el("tr", {}, el("td"), seats.map((seat) => el("th", { scope: "col" }, nameOf(seat))))),
    el(
      "tbody",
      {},
      rows(categories.slice(0, last)),
      line("Total", result.scores, "total"),
      rows(categories.slice(last), "Ties: "),
      line("Place", seats.map(({ seat }) => place(seat)), "total"),
    ),
  );
}

/** How many categories add up to the totals: all of them, unless those at the end only break ties. */
function lastAddend(categories, scores) {
  const sum = (count, seat) => categories.slice(0, count).reduce((total, [, points]) => total + points[seat], 0);
  for (let count = categories.length; count > 0; count -= 1) {
    if (scores.every((score, seat) => score === sum(count, seat))) return count;
  }
  return categories.length;
}
