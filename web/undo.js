// Going back: which versions the service lets the holder of a token return to.

import { matchPath, read, send } from "./api.js";
import { tell } from "./announce.js";
import { byId } from "./dom.js";
import { inNames } from "./seat_names.js";

export class Undo {
  #table;
  #latestMove;
  #versions = [];

  /** `latestMove` gives the event that led to now, or null. */
  constructor(table, latestMove) {
    this.#table = table;
    this.#latestMove = latestMove;
    byId("undo").addEventListener("click", () => void this.#last().catch(tell));
    byId("go-back").addEventListener("click", () => void this.#to(table.replay.at).catch(tell));
  }

  /** Offer to take back what may be, by the last move; how far it goes is asked when it is wished. */
  refresh() {
    this.#versions = [];
    byId("undo").hidden = !this.#mayBe();
    void this.offer().catch(tell);
  }

  /** Offer to go back to what is looked at, where that is allowed. */
  async offer() {
    const { replay } = this.#table;
    byId("go-back").hidden = true;
    if (replay.at === null || !this.#mayBe()) return;
    if (this.#versions.length === 0) this.#versions = (await this.#reach()).versions;
    byId("go-back").hidden = !this.#versions.includes(replay.at);
  }

  #mayBe() {
    const { shown } = this.#table;
    const move = this.#latestMove();
    if (!this.#token() || shown.status !== "active" || shown.undo === "off" || !move) return false;
    return this.#asOwner() || (move.kind !== "chance" && move.seat === shown.you);
  }

  #reach() {
    return read(`${matchPath(this.#table.id)}/undo`, { token: this.#token() });
  }

  async #last() {
    const { versions, reason } = await this.#reach();
    if (versions.length > 0) await this.#to(versions[0]);
    else tell(`This cannot be taken back: ${inNames(reason)}.`);
  }

  async #to(version) {
    const { id, shown, replay, refresh } = this.#table;
    const body = { to: version, version: shown.version };
    await send("POST", `${matchPath(id)}/undo`, { token: this.#token(), body });
    tell("");
    replay.look(null);
    await refresh();
  }

  #asOwner() {
    const { entry, shown } = this.#table;
    return shown.undo === "any" && Boolean(entry.owner);
  }

  #token() {
    const { entry, shown, token } = this.#table;
    if (this.#asOwner()) return entry.owner;
    return shown.you === null ? null : token;
  }
}
