// Taking an action: one at a time, and its answer is all that a read of the match would bring.

import { tell } from "./announce.js";
import { freshKey, matchPath, send, sleep } from "./api.js";

const MOMENT = 400;
const NOT_DONE = "What you chose was not done, as nothing answered. Choose it again.";

export class Submission {
  #table;
  #show;
  #at = null;
  #answering = Promise.resolve();

  /** `show` gets the answer. */
  constructor(table, show) {
    this.#table = table;
    this.#show = show;
  }

  /** Take an action; what goes wrong is told, and the match read again. */
  async act(action) {
    const { version } = this.#table.shown;
    if (this.#at === version) return;
    this.#at = version;
    document.body.classList.add("acting");
    try {
      this.#answering = this.#submit(action, version);
      await this.#answering;
    } catch (error) {
      tell(error);
      const vanished = error.status === 0 && navigator.onLine;
      await this.#table.refresh().catch(tell);
      // Reading the match takes away at once that nothing answered. Who was offline has seen it for long.
      if (vanished && this.#table.shown.version === version) tell(NOT_DONE);
    } finally {
      if (this.#at === version) {
        this.#at = null;
        document.body.classList.remove("acting");
      }
    }
  }

  /** Wait a moment for the answer that is under way, if one is. */
  async settled() {
    await Promise.race([this.#answering.catch(() => {}), sleep(MOMENT)]);
  }

  async #submit(action, version) {
    const { id, token, replay } = this.#table;
    const path = `${matchPath(id)}/actions?include=match,legal-actions,trays`;
    const body = { action: action.action, version };
    const answer = await send("POST", path, { token, body, key: freshKey() });
    tell("");
    replay.look(null);
    await this.#show(answer);
  }
}
