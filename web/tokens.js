// What this browser keeps of matches, for one API: what opens each, and how far each tutorial has come.

import { API } from "./api.js";

export const PREFIX = `match:${API}:`;
const TUTORIAL = `tutorial:${API}:`;
const EMPTY = { game: null, seats: {}, owner: null, spectator: null, invitations: {}, playing: null };

/** What is kept of a match; nothing opens one that was never kept. */
export function kept(id) {
  try {
    return { ...EMPTY, ...JSON.parse(localStorage.getItem(PREFIX + id) ?? "{}") };
  } catch {
    return { ...EMPTY };
  }
}

export function keep(id, changes) {
  const before = kept(id);
  const merged = { ...before, ...changes, added: before.added ?? Date.now() };
  localStorage.setItem(PREFIX + id, JSON.stringify(merged));
  return merged;
}

export const forget = (id) => localStorage.removeItem(PREFIX + id);

/** The token to read and act with: of the seat that is played, else what lets watch. */
export function tokenOf(entry) {
  return entry.seats[entry.playing] ?? entry.owner ?? entry.spectator ?? null;
}

/** Remember that a match belongs to the tutorial of a game, at which step, and up to which version. */
export function keepTutorial(match, game, step = 0, version = 0) {
  localStorage.setItem(TUTORIAL + match, JSON.stringify({ game, step, version }));
}

/** What is remembered of a match, null where it is no tutorial. */
export function keptTutorial(match) {
  try {
    return JSON.parse(localStorage.getItem(TUTORIAL + match) ?? "null");
  } catch {
    return null;
  }
}

export const forgetTutorial = (match) => localStorage.removeItem(TUTORIAL + match);
