// Going back: which versions the service lets the holder of a token return to.

import { tell } from "./announce.js";
import { byId } from "./dom.js";

export class Undo {
  #table;
  #latestMove;
  #versions = [];

  /** `latestMove` gives the event that led to now, or null. */
  constructor(table, latestMove) {
    this.#table = table;
    this.#latestMove = latestMove;
    byId("undo").addEventListener("click", () => void this.#make("takeBack").catch(tell));
    byId("go-back").addEventListener("click", () => void this.#make("goBack", table.replay.at).catch(tell));
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
    if (this.#versions.length === 0) this.#versions = (await this.#make("reach")).versions;
    byId("go-back").hidden = !this.#versions.includes(replay.at);
  }

  #mayBe() {
    const { shown } = this.#table;
    const move = this.#latestMove();
    if (!this.#token() || shown.status !== "active" || shown.undo === "off" || !move) return false;
    return this.#asOwner() || (move.kind !== "chance" && move.seat === shown.you);
  }

  async #make(what, version) {
    const steps = await import("./take_back.js");
    return steps[what](this.#table, this.#token(), version);
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
