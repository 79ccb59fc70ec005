// The scores of a finished match over time: a line for each seat, told apart by dashes and marks too.

import { el } from "./dom.js";
import { nameOf } from "./seat_names.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [360, 200, 34, 26, 10, 22];

function shape(tag, attributes, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

/** A plot of `[{version, scores}]` up to `last`, with a sentence for who does not see it. */
export function scorePlot({ version: last, scores }, seats) {
  const all = scores.flatMap((at) => at.scores);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (version) => LEFT + ((WIDTH - LEFT - RIGHT) * version) / Math.max(1, last);
  const y = (points) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - points)) / (high - low);
  const path = (seat) => {
    const steps = scores.map((at) => `H${x(at.version).toFixed(1)}V${y(at.scores[seat]).toFixed(1)}`);
    return `M${x(0)} ${y(scores[0].scores[seat]).toFixed(1)}${steps.join("")}H${x(last)}`;
  };
  const plot = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told(scores, seats) });
  for (const points of new Set([low, 0, high])) {
    plot.append(shape("path", { class: "grid", d: `M${LEFT} ${y(points)}H${WIDTH - RIGHT}` }));
    plot.append(shape("text", { x: LEFT - 4, y: y(points) + 4, "text-anchor": "end" }, points));
  }
  plot.append(shape("text", { x: LEFT, y: HEIGHT - 6 }, "beginning"));
  plot.append(shape("text", { x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, `move ${last}`));
  for (const { seat } of seats) {
    plot.append(shape("path", { class: `line seat-${seat}`, d: path(seat) }));
    plot.append(shape("text", { x: WIDTH - RIGHT + 4, y: y(scores.at(-1).scores[seat]) + 4 }, seat + 1));
  }
  return el("figure", {}, plot, el("figcaption", {}, "Scores over time", legend(seats)));
}

function legend(seats) {
  return el("ul", { class: "legend" }, seats.map((seat) => {
    const key = shape("svg", { viewBox: "0 0 30 10", "aria-hidden": "true" });
    key.append(shape("path", { class: `line seat-${seat.seat}`, d: "M0 5H30" }));
    return el("li", {}, key, nameOf(seat));
  }));
}

function told(scores, seats) {
  const ends = seats.map((seat) => `${nameOf(seat)} ends with ${scores.at(-1).scores[seat.seat]}`);
  return `Scores over time. ${ends.join(", ")}.`;
}
