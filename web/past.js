// What can be done with the past: other eyes after the end, a new match from a version, a rematch.

import { ask, freshKey, matchPath, pageAddress, send } from "./api.js";
import { announce, tell } from "./announce.js";
import { byId, el } from "./dom.js";
import { nameOf } from "./seat_names.js";
import { keep, keepCreated } from "./tokens.js";

const KEPT = 60;

export class Past {
  #table;
  #pictures = new Map();

  /** `looked` is called when the table is to be seen through other eyes. */
  constructor(table, looked) {
    this.#table = table;
    byId("eyes").addEventListener("change", looked);
    byId("fork").addEventListener("click", () => void this.#fork());
    byId("rematch").addEventListener("click", () => void this.#playAgain());
  }

  /** Offer what the match allows now. */
  refresh() {
    const { shown } = this.#table;
    const eyes = byId("eyes");
    byId("eyes-row").hidden = shown.status !== "over" || shown.sealed;
    if (eyes.childElementCount > 0) return;
    const own = el("option", { value: "" }, shown.you === null ? "Everybody" : "You");
    eyes.append(own, ...shown.seats.map((seat) => el("option", { value: seat.seat }, nameOf(seat))));
  }

  /** The picture of a version, as SVG text. */
  async picture(version, layout) {
    const { id, token } = this.#table;
    const query = new URLSearchParams({ version, layout });
    if (byId("eyes").value) query.set("as", byId("eyes").value);
    const path = `${matchPath(id)}/picture.svg?${query}`;
    const known = this.#pictures.get(path);
    if (known) return known;
    const text = await (await ask("GET", path, { token, accept: "image/svg+xml" })).text();
    this.#pictures.set(path, text);
    if (this.#pictures.size > KEPT) this.#pictures.delete(this.#pictures.keys().next().value);
    return text;
  }

  /** A new match from the version that is looked at, against bots. */
  async #fork() {
    const { id, token, shown, replay, game } = this.#table;
    const level = game.levels.at(-1).level;
    const mine = shown.you ?? 0;
    const seats = shown.seats.map(({ seat, name }) =>
      seat === mine ? { kind: "human", ...(name ? { name } : {}) } : { kind: "bot", level },
    );
    const body = { version: replay.at, seats };
    await this.#go(() => send("POST", `${matchPath(id)}/forks`, { token, body, key: freshKey() }), keepCreated);
  }

  /** The next match with the same players, which the same tokens open. */
  async #playAgain() {
    const { id, token } = this.#table;
    await this.#go(
      () => send("POST", `${matchPath(id)}/rematch`, { token }),
      (created) => this.#keepFollowing(created.id),
    );
  }

  #keepFollowing(id) {
    const { game, seats, owner, spectator, playing } = this.#table.entry;
    keep(id, { game, seats, owner, spectator, playing });
  }

  /** Say that the match `rematch` follows, with the way there, to which the tokens of this one go along. */
  showFollowing(rematch) {
    byId("followed").hidden = !rematch;
    byId("rematch").hidden = Boolean(rematch) || !this.#table.token;
    if (!rematch) return;
    const address = pageAddress("table.html", { match: rematch.match });
    if (byId("to-rematch").href === address) return;
    if (this.#table.token) this.#keepFollowing(rematch.match);
    byId("to-rematch").href = address;
    announce("There is a rematch.");
  }

  async #go(make, store) {
    try {
      const created = await make();
      store(created);
      location.assign(pageAddress("table.html", { match: created.id }));
    } catch (error) {
      tell(error.message);
    }
  }
}
