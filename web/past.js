// What can be done with the past: other eyes after the end, a new match from a version, a rematch.

import { ask, matchPath } from "./api.js";
import { tell } from "./announce.js";
import { byId } from "./dom.js";

const KEPT = 60;

export class Past {
  #table;
  #pictures = new Map();

  /** `looked` is called when the table is to be seen through other eyes. */
  constructor(table, looked) {
    this.#table = table;
    byId("eyes").addEventListener("change", looked);
    byId("fork").addEventListener("click", () => void this.#make("fork").catch(tell));
    byId("rematch").addEventListener("click", () => void this.#make("playAgain").catch(tell));
  }

  /** Offer what the match allows now: other eyes after its end, the next match, or the way to it. */
  async refresh() {
    const { shown, token } = this.#table;
    byId("rematch").hidden = Boolean(shown.rematch) || !token;
    byId("followed").hidden = !shown.rematch;
    byId("eyes-row").hidden = shown.status !== "over" || shown.sealed;
    if (shown.status === "over" || shown.rematch) await this.#make("offerMore");
  }

  /** The picture of a version in a style, as SVG text: the whole table, or a `region` of it. */
  async picture(version, style) {
    const { id, token } = this.#table;
    const query = new URLSearchParams({ version, ...style });
    const path = `${matchPath(id)}/picture.svg?${query}`;
    const known = this.#pictures.get(path);
    if (known) return known;
    const text = await (await ask("GET", path, { token, accept: "image/svg+xml" })).text();
    this.#pictures.set(path, text);
    if (this.#pictures.size > KEPT) this.#pictures.delete(this.#pictures.keys().next().value);
    return text;
  }

  async #make(what) {
    const following = await import("./following.js");
    await following[what](this.#table);
  }
}
