// Following a match: its events as they happen, through lost connections and restarts of the service.

import { ask, matchPath, Pauses, Refusal, STREAMED } from "./api.js";

const SILENCE = 40_000;
const FINAL = [401, 403, 404, 409];
const UNLOGGED = ["halted", "over", "rematch", "problem"];

/** The objects of an answer that has one a line, as they come. */
export async function* lines(answered) {
  const reader = answered.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const whole = (rest + value).split("\n");
    rest = whole.pop();
    const found = whole.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
    yield found;
  }
}

/**
 * Follow a match from its beginning on.
 * `hear` gets events, several at a time; `connected` is told true, or false and why; `halted` gets
 * the event that says whether its bots play on; `end` gets the reason
 * why it cannot go on, or null once the match is over; `followed` gets the match that is its rematch,
 * whenever somebody asks for one. Returns what ends it.
 */
export function follow(id, token, { hear, connected, halted, end, followed }) {
  let last = 0;
  let stopped = false;
  let over = false;
  let opened = new AbortController();
  const pauses = new Pauses();

  async function once() {
    opened = new AbortController();
    let alarm = setTimeout(() => opened.abort(), SILENCE);
    const restart = () => {
      clearTimeout(alarm);
      alarm = setTimeout(() => opened.abort(), SILENCE);
    };
    try {
      const path = `${matchPath(id)}/events?after=${last}&until=rematch`;
      const answered = await ask("GET", path, { token, accept: STREAMED, signal: opened.signal });
      connected(true);
      pauses.begin();
      for await (const found of lines(answered)) {
        restart();
        if (take(found)) return true;
      }
    } finally {
      clearTimeout(alarm);
    }
    return false;
  }

  function take(found) {
    const problem = found.find(({ kind }) => kind === "problem");
    const events = found.filter(({ kind, version }) => !UNLOGGED.includes(kind) && version > last);
    if (events.length > 0) {
      last = events.at(-1).version;
      hear(events);
    }
    const halt = found.findLast(({ kind }) => kind === "halted");
    if (halt) halted(halt);
    if (problem) throw new Refusal(problem.problem.status ?? 409, problem.problem);
    if (!over && found.some(({ kind }) => kind === "over")) {
      over = true;
      end(null);
    }
    const next = found.find(({ kind }) => kind === "rematch");
    if (next) followed(next.rematch);
    return next !== undefined;
  }

  async function loop() {
    while (!stopped) {
      let why = null;
      try {
        if (await once()) return undefined;
      } catch (error) {
        if (stopped) return undefined;
        if (FINAL.includes(error.status)) return end(error);
        why = error;
      }
      connected(false, why);
      await pauses.wait();
    }
    return undefined;
  }

  void loop();
  return () => {
    stopped = true;
    opened.abort();
  };
}
