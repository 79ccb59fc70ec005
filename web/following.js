// What a match leads to: other eyes after its end, one played on from an earlier version, a rematch.

import { freshKey, matchPath, pageAddress, send } from "./api.js";
import { announce, tell } from "./announce.js";
import { byId, el } from "./dom.js";
import { nameOf } from "./seat_names.js";
import { keepCreated, keepFollowing } from "./new_tokens.js";

/** A new match from the version that is looked at, against bots. */
export async function fork(table) {
  const { id, token, shown, replay, game } = table;
  const level = game.levels.at(-1).level;
  const mine = shown.you ?? 0;
  const seats = shown.seats.map(({ seat, name }) =>
    seat === mine ? { kind: "human", ...(name ? { name } : {}) } : { kind: "bot", level },
  );
  const body = { version: replay.at, seats };
  await go(() => send("POST", `${matchPath(id)}/forks`, { token, body, key: freshKey() }), keepCreated);
}

/** The next match with the same players, which the same tokens open. */
export async function playAgain(table) {
  const { id, token } = table;
  await go(
    () => send("POST", `${matchPath(id)}/rematch`, { token }),
    (created) => keepFollowing(table.entry, created.id),
  );
}

async function go(make, store) {
  try {
    const created = await make();
    store(created);
    location.assign(pageAddress("table.html", { match: created.id }));
  } catch (error) {
    tell(error);
  }
}

/** Let whose eyes be chosen, and say that the match `rematch` follows, to which the tokens go along. */
export function offerMore({ shown, token, entry }) {
  const eyes = byId("eyes");
  if (eyes.childElementCount === 0) {
    const own = el("option", { value: "" }, shown.you === null ? "Everybody" : "You");
    eyes.append(own, ...shown.seats.map((seat) => el("option", { value: seat.seat }, nameOf(seat))));
  }
  if (!shown.rematch) return;
  const address = pageAddress("table.html", { match: shown.rematch.match });
  if (byId("to-rematch").href === address) return;
  if (token) keepFollowing(entry, shown.rematch.match);
  byId("to-rematch").href = address;
  announce("There is a rematch.");
}
