// Which matches of this browser are tutorials, and how far each has come.

import { API } from "./api.js";

const PREFIX = `tutorial:${API}:`;

/** Remember that a match belongs to the tutorial of a game, at which step, and up to which version. */
export function keepTutorial(match, game, step = 0, version = 0) {
  localStorage.setItem(PREFIX + match, JSON.stringify({ game, step, version }));
}

/** What is remembered of a match, null where it is no tutorial. */
export function keptTutorial(match) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + match) ?? "null");
  } catch {
    return null;
  }
}

export const forgetTutorial = (match) => localStorage.removeItem(PREFIX + match);
