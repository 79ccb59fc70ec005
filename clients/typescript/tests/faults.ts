/** A `fetch` that fails as it is told to. */

/**
 * `unsent` fails before the service hears of a request, `unanswered` after; a number cuts the answer
 * after so many bytes; a response is an answer instead of the service's.
 */
export type Fault = "unsent" | "unanswered" | number | Response;

/** Requests go to the service; the next ones of a method have the faults that are set for it. */
export class Failing {
  readonly faults: Record<string, Fault[]> = {};
  readonly keys: (string | undefined)[] = [];
  requests = 0;

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const method = init.method ?? "GET";
    this.requests += 1;
    if (method === "POST") this.keys.push(new Headers(init.headers).get("Idempotency-Key") ?? undefined);
    const fault = this.faults[method]?.shift();
    if (fault === "unsent") throw failed("ECONNREFUSED");
    if (fault instanceof Response) return fault;
    const response = await fetch(input, init);
    if (fault === "unanswered") {
      await response.text();
      throw failed("UND_ERR_SOCKET");
    }
    return fault === undefined ? response : new Response(cut(response, fault), response);
  };
}

export function failed(code: string): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}

function cut(response: Response, bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return response.body!.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.slice(0, left));
        left -= chunk.length;
        if (left <= 0) controller.error(failed("UND_ERR_SOCKET"));
      },
    }),
  );
}

/** A refusal that may be repeated after so many seconds. */
export function busy(status: number, slug: string, seconds: number): Response {
  const headers = { "Content-Type": "application/problem+json", "Retry-After": String(seconds) };
  const body = { type: `/problems/${slug}`, title: "Busy.", status };
  return new Response(JSON.stringify(body), { status, headers });
}
