// Keeping what opens a match that has just been created.

import { keep } from "./tokens.js";

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

/** Keep for the match that follows what opens the one of `entry`. */
export const keepFollowing = ({ game, seats, owner, spectator, playing }, id) =>
  keep(id, { game, seats, owner, spectator, playing });
