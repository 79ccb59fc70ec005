// Going back: which versions the service lets the holder of a token return to.

import { matchPath, read, send } from "./api.js";
import { tell } from "./announce.js";
import { byId } from "./dom.js";

const NOWHERE = { versions: [], reason: null };

export class Undo {
  #table;
  #versions = [];

  constructor(table) {
    this.#table = table;
    byId("undo").addEventListener("click", () => this.to(this.#versions[0]));
    byId("go-back").addEventListener("click", () => this.to(table.replay.at));
  }

  /** Ask how far back it goes now. */
  async refresh() {
    const { id, shown } = this.#table;
    const token = this.#token();
    const asked = token && shown.status === "active" && shown.undo !== "off";
    const reach = asked ? await read(`${matchPath(id)}/undo`, { token }) : NOWHERE;
    this.#versions = reach.versions;
    byId("undo").title = reach.reason ?? "";
    byId("undo").hidden = this.#versions.length === 0;
    this.offer();
  }

  /** Offer to go back to what is looked at, where that is allowed. */
  offer() {
    byId("go-back").hidden = !this.#versions.includes(this.#table.replay.at);
  }

  async to(version) {
    const { id, shown, replay, refresh } = this.#table;
    if (!this.#versions.includes(version)) return;
    try {
      const body = { to: version, version: shown.version };
      await send("POST", `${matchPath(id)}/undo`, { token: this.#token(), body });
      tell("");
      replay.look(null);
      await refresh();
    } catch (error) {
      tell(error.message);
    }
  }

  #token() {
    const { entry, shown, token } = this.#table;
    return shown.undo === "any" && entry.owner ? entry.owner : shown.you === null ? null : token;
  }
}
