// What is said to who does not see the page: a few sentences at a time, never on top of each other.

import { byId } from "./dom.js";
import { inWords } from "./errors.js";

const PAUSE = 400;
const MOST = 4;

let waiting = [];
let timer = null;

/** Have this read out, after what is being collected now. */
export function announce(text) {
  if (!text || waiting.includes(text)) return;
  waiting.push(text);
  timer ??= setTimeout(speak, PAUSE);
}

function speak() {
  const left = waiting.length - MOST;
  const said = waiting.slice(-MOST);
  byId("announcer").textContent = [...(left > 0 ? [`${left} more.`] : []), ...said].join(". ");
  waiting = [];
  timer = null;
}

let unanswered = false;

/** Show a sentence that is about what was just tried, or an error as one, and read it out; then ways on. */
export function tell(what, ...ways) {
  unanswered = what.status === 0;
  byId("message").replaceChildren(inWords(what), ...ways);
  byId("message").hidden = !what;
}

/** Whatever did not answer does again: that it did not is no news any more. */
export function answered() {
  if (unanswered) tell("");
}
