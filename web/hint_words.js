// What a search found of the candidates of a decision, in an order and in words that people follow.

import { words } from "./dom.js";

export const percent = (share) => `${Math.round(100 * share)} %`;
const SAME = 0.01;
const SAME_POINTS = 0.1;
const REASONS = 2;
const LEAST_REASON = 0.3;

/** What a candidate is worth to who decides: how often it wins, then by how many points. */
const worth = ({ win, score }) => [win?.value ?? 0, score?.value ?? 0];

/** The candidates with what wins most first. */
export function byWorth(candidates) {
  return [...candidates].sort((one, other) => {
    const [mine, its] = [worth(one), worth(other)];
    return its[0] - mine[0] || its[1] - mine[1] || other.visits - one.visits;
  });
}

/** A sentence on a candidate, seen beside all of them. */
export function candidateInWords(candidate, candidates) {
  const { win, score } = candidate;
  if (!win || !score) return "The search has hardly looked at it yet.";
  const [first, second] = byWorth(candidates);
  const beside = candidate === first ? second : first;
  const told = [`Wins ${percent(win.value)} (${percent(win.low)} to ${percent(win.high)})`,
    `with ${score.value.toFixed(1)} points`];
  if (!beside?.win) return `${told.join(" ")}.`;
  return `${told.join(" ")}${difference(candidate, beside, candidate === first)}.${reasons(candidate, beside)}`;
}

/** In which categories of the score sheet two candidates end most apart; empty where they do not. */
function reasons({ sheet = {} }, beside) {
  const apart = Object.keys(sheet)
    .map((name) => [name, sheet[name] - (beside.sheet?.[name] ?? 0)])
    .filter(([, by]) => Math.abs(by) >= LEAST_REASON)
    .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .slice(0, REASONS)
    .map(([name, by]) => `${words(name)} ${by > 0 ? "+" : "−"}${Math.abs(by).toFixed(1)}`);
  return apart.length > 0 ? ` Why: ${apart.join(", ")}.` : "";
}

function difference(candidate, beside, leads) {
  const share = Math.abs(candidate.win.value - beside.win.value);
  const points = candidate.score.value - beside.score.value;
  const other = leads ? "the next best" : "the best";
  const parts = [];
  if (share >= SAME) parts.push(`${percent(share)} ${leads ? "more" : "less"}`);
  if (Math.abs(points) >= SAME_POINTS) {
    parts.push(`${Math.abs(points).toFixed(1)} points ${points > 0 ? "more" : "fewer"}`);
  }
  return parts.length > 0 ? `: ${parts.join(" and ")} than ${other}` : `: as good as ${other}`;
}

/** How it may go on after a first move, as a sentence; empty where nothing is known of that. */
export function lineInWords(line, seats) {
  if (line.length < 2) return "";
  const [first, ...rest] = line;
  const moves = rest.map(({ seat, label }) => (seat === first.seat ? label : `${seats(seat)}: ${label}`));
  return `After “${first.label}” it may go on: ${moves.join("; ")}.`;
}
