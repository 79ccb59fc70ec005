// Sitting down: with an invitation, or at a public match with a free seat.

import { ask, matchPath, pageAddress } from "./api.js";
import { tell } from "./announce.js";
import { byId, el } from "./dom.js";
import { nameOf } from "./seat_names.js";
import { change, settings } from "./settings.js";
import { keep, kept } from "./tokens.js";

/** Let whoever has an invitation, or sees a public match with a free seat, sit down. */
export function showJoin(table, invited, joined) {
  const free = invited ? [invited.seat].filter((seat) => isFree(table, seat)) : freeSeats(table);
  if (invited && free.length === 0) {
    tell(`This invitation has been used: ${nameOf(table.shown.seats[invited.seat])} has the seat. You may watch.`);
  }
  byId("join").hidden = free.length === 0;
  byId("join-seats").replaceChildren(
    ...free.map((number) => el("button", { class: "main", value: number }, `Take seat ${number + 1}`)),
  );
  byId("join-name").value ||= settings.name;
  byId("join-form").onsubmit = async (event) => {
    event.preventDefault();
    const number = event.submitter?.value ?? free[0];
    const body = invited ? { invitation: invited.invitation } : {};
    const name = byId("join-name").value.trim();
    if (name) body.name = name;
    try {
      const path = `${matchPath(table.id)}/seats/${number}/claim`;
      const claimed = await (await ask("POST", path, { body, key: table.claimKey })).json();
      sit(table, Number(number), claimed.token, name);
      joined();
    } catch (error) {
      tell(error);
    }
  };
}

function sit({ id }, seat, token, name) {
  keep(id, { seats: { ...kept(id).seats, [seat]: token }, playing: seat });
  if (name) change({ name });
  location.replace(pageAddress("table.html", { match: id }));
}

const isFree = ({ shown }, seat) => !shown || shown.seats[seat]?.kind === "open";

function freeSeats({ shown, entry }) {
  if (!shown || shown.status !== "open" || shown.visibility !== "public") return [];
  if (Object.keys(entry.seats).length > 0) return [];
  return shown.seats.filter(({ kind }) => kind === "open").map(({ seat }) => seat);
}
