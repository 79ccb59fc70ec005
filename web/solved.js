// Which puzzles were solved on this browser.

import { API } from "./api.js";

const KEY = `solved:${API}`;

function all() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Set();
  }
}

export const isSolved = (puzzle) => all().has(puzzle);

/** Remember that a puzzle was solved without a look at its solution. */
export function solve(puzzle) {
  localStorage.setItem(KEY, JSON.stringify([...all().add(puzzle)]));
}
