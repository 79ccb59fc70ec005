// What opens the matches of this browser: kept under the id of each match, for one API.

import { API } from "./api.js";

export const PREFIX = `match:${API}:`;
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

/** Keep what a creation has answered. */
export function keepCreated(created) {
  const seats = {};
  const invitations = {};
  for (const seat of created.seats) {
    if (seat.token) seats[seat.seat] = seat.token;
    if (seat.invitation) invitations[seat.seat] = seat.invitation;
  }
  const [first] = Object.keys(seats);
  return keep(created.id, {
    game: created.game,
    owner: created.owner_token,
    spectator: created.spectator_token,
    seats,
    invitations,
    playing: first === undefined ? null : Number(first),
  });
}

/** The token to read and act with: of the seat that is played, else what lets watch. */
export function tokenOf(entry) {
  return entry.seats[entry.playing] ?? entry.owner ?? entry.spectator ?? null;
}

/** Keep for the match that follows what opens the one of `entry`. */
export const keepFollowing = ({ game, seats, owner, spectator, playing }, id) =>
  keep(id, { game, seats, owner, spectator, playing });
