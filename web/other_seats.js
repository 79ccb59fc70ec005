// Several people at one screen: whose seat is played.

import { button } from "./dom.js";
import { nameOf } from "./seat_names.js";
import { keep } from "./tokens.js";

/** A button for each of these seats, which sits down there; `moved` is called then. */
export const otherSeats = ({ id, shown }, seats, moved) => seats.map((seat) =>
  button(`Play as ${nameOf(shown.seats[seat])}`, () => {
    keep(id, { playing: seat });
    moved();
  }, { class: shown.to_act.includes(seat) ? "main" : null }),
);
