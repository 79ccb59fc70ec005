/** Sending, resting and sending again. */
import type { Call } from "./calls.js";
import { ConnectionLost, Problem, UnexpectedAnswer } from "./errors.js";
import type { ProblemDocument } from "./errors.js";
import { Attempts } from "./patience.js";
import type { Answer, Patience } from "./patience.js";

/** Seconds without a sign of life, which comes every 15, after which a stream is lost. */
const SILENCE = 40;
/** Codes of failures before the service can have heard of a request. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);
/** Characters of an unexpected answer that an exception tells. */
const BEGINNING = 200;

/** How a client asks. Times are in seconds. */
export interface Settings {
  /** Of a client, or of the one match that is played. */
  token?: string;
  /** For an answer to begin and to end. */
  timeout?: number;
  /** How often what fails in passing is sent in all, and for how long after it first failed. */
  tries?: number;
  seconds?: number;
  /** For how long where nothing has answered at the address yet. */
  firstSeconds?: number;
  /** Ends everything that is asked, with its reason. */
  signal?: AbortSignal;
  /** What sends the requests. */
  fetch?: typeof fetch;
}

/** A stream of events: the request that opens it behind what was told, and when it ends. */
export interface Following<E> {
  opening: () => Call;
  told: (event: E) => void;
  isLast: (event: E) => boolean;
}

/** The way to one service. */
export class Connection {
  readonly token: string;
  private readonly patience: Patience;
  private readonly timeout: number;
  private readonly signal: AbortSignal | undefined;
  private readonly fetch: typeof fetch;
  private reached = false;

  /** Throws a `TypeError` where `url` is no address of HTTP. */
  constructor(
    private readonly url: string,
    settings: Settings,
  ) {
    if (!/^https?:$/.test(new URL(url).protocol)) throw new TypeError(`no http address: ${url}`);
    this.url = url.replace(/\/+$/, "");
    const { token = "", timeout = 10, tries = 20, seconds = 30, firstSeconds = 3 } = settings;
    this.token = token;
    this.timeout = timeout;
    this.patience = { tries, seconds, firstSeconds };
    this.signal = settings.signal;
    this.fetch = settings.fetch ?? globalThis.fetch.bind(globalThis);
  }

  /** The answer to a request; undefined where there is none to read, as with status 304. */
  async ask(call: Call, token = this.token): Promise<unknown> {
    const attempts = new Attempts(call, this.patience);
    for (;;) {
      let response: Response;
      let text: string;
      try {
        const limit = AbortSignal.timeout((this.timeout + call.longestWait) * 1000);
        response = await this.send(call, token, limit);
        text = await response.text();
      } catch (error) {
        await this.rest(this.pauseAfter(attempts, call, error));
        continue;
      }
      const answer = read(response, text);
      if (response.status === 304) return this.rest(answer.retryAfter ?? 0);
      const pause = attempts.after(answer);
      if (pause === null) return value(response, text, answer);
      await this.rest(pause);
    }
  }

  /** The events of a stream, over as many connections as it takes. */
  async *follow<E extends { kind: string; problem?: ProblemDocument }>(
    following: Following<E>,
    token = this.token,
  ): AsyncGenerator<E, void, void> {
    const attempts = new Attempts(following.opening(), this.patience);
    for (;;) {
      const call = following.opening();
      const silence = new Silence();
      let pause: number | null;
      try {
        const response = await this.send(lines(call), token, silence.signal);
        if (response.status === 200) {
          for await (const line of linesOf(response, silence)) {
            attempts.renew();
            if (line === "") continue;
            const event = JSON.parse(line) as E;
            if (event.kind === "problem" && event.problem) throw new Problem(event.problem);
            following.told(event);
            yield event;
            if (following.isLast(event)) return;
          }
          pause = this.pauseAfter(attempts, call, new Error("the stream ended"));
        } else {
          const text = await response.text();
          const answer = read(response, text);
          pause = attempts.after(answer);
          if (pause === null) throw failure(response, text, answer);
        }
      } catch (error) {
        if (!isOfFetch(error)) throw error;
        pause = this.pauseAfter(attempts, call, error);
      } finally {
        silence.end();
      }
      await this.rest(pause);
    }
  }

  private async send(call: Call, token: string, limit: AbortSignal): Promise<Response> {
    const { method, body } = call;
    const headers = { ...call.headers, ...(token && { Authorization: `Bearer ${token}` }) };
    const signal = this.signal ? AbortSignal.any([this.signal, limit]) : limit;
    const response = await this.fetch(this.url + call.path, { method, body, headers, signal });
    this.reached = true;
    return response;
  }

  private pauseAfter(attempts: Attempts, call: Call, error: unknown): number {
    this.signal?.throwIfAborted();
    const { code, text } = told(error);
    const pause = attempts.afterFailure(!NOT_SENT.has(code), this.reached);
    if (pause !== null) return pause;
    const asked = this.reached ? "" : "; is this the address of a service that runs?";
    const request = `${call.method} ${call.path} from ${this.url}`;
    throw new ConnectionLost(`no answer to ${request}: ${text}${asked}`, { cause: error });
  }

  private rest(seconds: number): Promise<void> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const given = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", given);
        resolve();
      }, seconds * 1000);
      signal?.addEventListener("abort", given, { once: true });
      if (signal?.aborted) given();
    });
  }
}

/** Ends a request that has been silent for too long. */
class Silence {
  private readonly ending = new AbortController();
  private timer = setTimeout(() => this.lost(), SILENCE * 1000);

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  broken(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.lost(), SILENCE * 1000);
  }

  /** Whatever still comes is not read. */
  end(): void {
    clearTimeout(this.timer);
    this.ending.abort();
  }

  private lost(): void {
    this.ending.abort(new DOMException("nothing has come for too long", "TimeoutError"));
  }
}

function lines(call: Call): Call {
  return { ...call, headers: { ...call.headers, Accept: "application/x-ndjson" } };
}

/** The whole lines of an answer; one that is cut off does not count. */
async function* linesOf(response: Response, silence: Silence): AsyncGenerator<string, void, void> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    silence.broken();
    const whole = (begun + value).split("\n");
    begun = whole.pop() ?? "";
    yield* whole.map((line) => line.trim());
  }
}

function read(response: Response, text: string): Answer {
  const asked = response.headers.get("Retry-After") ?? "";
  const isProblem = response.status >= 400 && media(response) === "application/problem+json";
  return {
    status: response.status,
    retryAfter: /^\d+$/.test(asked) ? Number(asked) : null,
    problem: isProblem ? (parsed(text) as ProblemDocument | null) : null,
  };
}

function media(response: Response): string {
  return (response.headers.get("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function value(response: Response, text: string, answer: Answer): unknown {
  if (!response.ok || media(response) === "text/html") throw failure(response, text, answer);
  if (response.status === 204) return undefined;
  if (!/[/+]json$/.test(media(response))) return text;
  const found = parsed(text);
  if (found === null) throw failure(response, text, answer);
  return found;
}

function failure(response: Response, text: string, answer: Answer): Error {
  if (answer.problem === null) return new UnexpectedAnswer(response.status, text.slice(0, BEGINNING));
  return new Problem(answer.problem, response.headers.get("X-Request-Id") ?? "");
}

/** Whether an error says that the connection failed, and not that the program is wrong. */
function isOfFetch(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}

function told(error: unknown): { code: string; text: string } {
  const causes: { code?: unknown; message?: unknown }[] = [];
  for (let one = error; one instanceof Error; one = one.cause) causes.unshift(one);
  const code = causes.map((one) => one.code).find((one) => typeof one === "string") ?? "";
  const text = causes.map((one) => one.message).find((one) => one) ?? code;
  return { code: String(code), text: String(text) };
}
