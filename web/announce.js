// What is said to who does not see the page: a few sentences at a time, never on top of each other.

import { byId } from "./dom.js";

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

/** Show a sentence that is about what was just tried, and read it out. */
export function tell(text) {
  byId("message").textContent = text;
  byId("message").hidden = !text;
}
