// Requests to the API: of the origin that serves this page, or of the one that `?api=` names.

const PATIENCE = 3;
const LONGEST_PAUSE = 5;
const FIRST_PAUSE = 500;
const LONGEST_WAIT = 8_000;

export const STREAMED = "application/x-ndjson";

/** What `?api=` says, null without it; the origin that is asked; whether that is another service. */
export const NAMED = new URLSearchParams(location.search).get("api");
export const API = chosenOrigin(NAMED);
export const FOREIGN = API !== location.origin;

/** A refusal of the API: its problem document and status. Status 0: nothing answered. */
export class Refusal extends Error {
  constructor(status, problem) {
    super([problem.detail ?? problem.title, problem.fix].filter(Boolean).join(" "));
    this.status = status;
    this.slug = String(problem.type ?? "").split("/").pop();
    this.problem = problem;
  }
}

function chosenOrigin(given) {
  const { protocol, origin } = new URL(given !== null && URL.canParse(given) ? given : location.origin);
  return ["http:", "https:"].includes(protocol) ? origin : location.origin;
}

/** The answer to one request; repeated where the service says to come back in a moment. */
export async function ask(method, path, { token, body, key, accept, signal } = {}) {
  const headers = { Accept: accept ?? "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers["Idempotency-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  // A cache lets one request at a time have an address: a stream would keep it from all others.
  const cache = accept === STREAMED ? "no-store" : "default";
  const request = { method, headers, signal, cache, body: body && JSON.stringify(body) };
  for (let attempt = 1; ; attempt += 1) {
    const answered = await sent(API + path, request);
    if (answered.ok) return answered;
    const pause = Number(answered.headers.get("Retry-After") ?? NaN);
    const soon = [429, 503].includes(answered.status) && pause <= LONGEST_PAUSE;
    if (!soon || attempt === PATIENCE) throw await refusal(answered);
    await sleep(1000 * pause);
  }
}

async function sent(address, request) {
  try {
    return await fetch(address, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, { detail: "The service does not answer." });
  }
}

async function refusal(answered) {
  const problem = await answered.json().catch(() => ({ title: answered.statusText }));
  return new Refusal(answered.status, problem);
}

export const read = async (path, rest) => (await ask("GET", path, rest)).json();
export const send = async (method, path, rest) => (await ask(method, path, rest)).json();

/** A key under which a request counts once, however often it is sent. */
export const freshKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join("-");

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits of growing length between tries, cut short when the device finds its network again. */
export class Pauses {
  #next = FIRST_PAUSE;

  begin() {
    this.#next = FIRST_PAUSE;
  }

  async wait() {
    const pause = this.#next;
    this.#next = Math.min(LONGEST_WAIT, 2 * pause);
    const found = new AbortController();
    const online = new Promise((done) => addEventListener("online", done, { signal: found.signal }));
    await Promise.race([sleep(pause), online]);
    found.abort();
  }
}

export const matchPath = (id) => `/v1/matches/${encodeURIComponent(id)}`;

/** Do some reading until the service answers it; `told` hears of each time that it does not. */
export async function patiently(work, told = () => {}) {
  const pauses = new Pauses();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error.status !== 0 && !(error.status >= 500)) throw error;
      told(error);
      await pauses.wait();
    }
  }
}

/** The address of another page of this client; what is secret stands in the fragment only. */
export function pageAddress(page, fragment = {}) {
  const address = new URL(page, location.href);
  address.search = location.search;
  address.hash = new URLSearchParams(fragment).toString();
  return address.href;
}

/** What the fragment of this page's address says. */
export const pageFragment = () => new URLSearchParams(location.hash.slice(1));
