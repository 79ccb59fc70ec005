/** When a request is sent again, and after which pause. All times are in seconds. */
import type { Call } from "./calls.js";
import type { ProblemDocument } from "./errors.js";

/** How often a request is sent at most, and for how long after it first failed. */
export interface Patience {
  tries: number;
  seconds: number;
  /** The same for an address at which nothing has answered yet. */
  firstSeconds: number;
}

/** What came back; `retryAfter` is how long the service wants to be left alone, if it says so. */
export interface Answer {
  status: number;
  retryAfter: number | null;
  /** The problem document that it is, if it is one. */
  problem: ProblemDocument | null;
}

/** Problems that say that nothing was done: whatever it was, it may be sent again. */
const NOTHING_DONE = new Set([
  "too-many-requests",
  "too-many-streams",
  "overloaded",
  "body-too-slow",
]);
/** Statuses of a service or of a gateway before it that soon may be others. */
const PASSING = new Set([502, 503, 504]);
const FIRST_PAUSE = 0.25;
const LONGEST_PAUSE = 8;
/** By how much of itself a pause is shortened at most, by chance. */
const JITTER = 0.5;

/** The attempts at one request. */
export class Attempts {
  private failed = 0;
  private since = 0;

  constructor(
    private readonly call: Call,
    private readonly patience: Patience,
  ) {}

  /** Begin to count anew: there is an answer after all. */
  renew(): void {
    this.failed = 0;
  }

  /** How long to rest before it is sent again; null where the answer is to be taken. */
  after(answer: Answer): number | null {
    return this.passes(answer) ? this.pause(answer.retryAfter, this.patience.seconds) : null;
  }

  /**
   * The same where no answer came: `sent` says whether the service may have heard of it, `reached`
   * whether it ever answered.
   */
  afterFailure(sent: boolean, reached: boolean): number | null {
    if (sent && !this.call.repeatable) return null;
    const { seconds, firstSeconds } = this.patience;
    return this.pause(null, reached ? seconds : Math.min(seconds, firstSeconds));
  }

  private passes({ status, retryAfter, problem }: Answer): boolean {
    const slug = problem?.type.split("/").at(-1) ?? "";
    if (NOTHING_DONE.has(slug)) return retryAfter !== null || status !== 429;
    if (status === 429) return retryAfter !== null && problem === null;
    return this.call.repeatable && PASSING.has(status);
  }

  private pause(asked: number | null, seconds: number): number | null {
    const now = performance.now() / 1000;
    if (this.failed === 0) this.since = now;
    this.failed += 1;
    if (this.failed >= this.patience.tries) return null;
    const usual = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(this.failed - 1, 10));
    const chance = Math.random();
    const pause = asked === null ? usual * (1 - JITTER * chance) : asked + FIRST_PAUSE * chance;
    return now + pause <= this.since + seconds ? pause : null;
  }
}
