/** What can go wrong, as exceptions: no answer, one that nobody expects, and a problem. */
import type { components } from "./contract.js";

export type ProblemDocument = components["schemas"]["ProblemDocument"];

/** Whatever this package throws because of the service or the way to it. */
export class RailheadError extends Error {
  override name = "RailheadError";
}

/**
 * No answer came, within the tries and seconds that there were. Whether the service has done what was
 * asked is unknown, but for what is only read. What failed last is the `cause`.
 */
export class ConnectionLost extends RailheadError {
  override name = "ConnectionLost";
}

/** An answer that is none of the service's: of a gateway, or of something else at the address. */
export class UnexpectedAnswer extends RailheadError {
  override name = "UnexpectedAnswer";

  /** `status` is its HTTP status, `text` how it begins. */
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super(`HTTP status ${status}: ${text}`);
  }
}

/** The service has refused: `document` is the whole problem document (RFC 9457). */
export class Problem extends RailheadError {
  override name = "Problem";

  /** `requestId` is what the service's logs know the request by. */
  constructor(
    readonly document: ProblemDocument,
    readonly requestId = "",
  ) {
    const fields = (document.errors ?? []).map((one) => `${one.field}: ${one.problem}`);
    super([document.detail ?? document.title, ...fields].join("\n  "));
  }

  /** What it is about, such as `stale-version`; `/problems/<slug>` of the service explains it. */
  get slug(): string {
    return this.document.type.split("/").at(-1) ?? "";
  }

  /** The HTTP status. */
  get status(): number {
    return this.document.status;
  }

  /** What to do about it. */
  get fix(): string {
    return this.document.fix ?? "";
  }
}
