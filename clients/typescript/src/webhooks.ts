/** Whether what was posted to an endpoint is a service's: signatures of Standard Webhooks. */
import type { components } from "./contract.js";
import { RailheadError } from "./errors.js";

export type WebhookEvent = components["schemas"]["WebhookEvent"];

/** Headers of a request, of `fetch` or of node; of the latter, names may be written in any case. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

export interface WebhookSettings {
  /** Seconds by which the time of a delivery may be before or after ours; 300 by default. */
  tolerance?: number;
  /** The time in seconds of the epoch; this machine's by default. */
  now?: number;
}

/** What came is not to be believed: answer 401, and do nothing. */
export class WebhookVerificationError extends RailheadError {
  override name = "WebhookVerificationError";
}

/**
 * The event in the body of a delivery, where one of its signatures fits one of the secrets.
 *
 * `body` is what came, byte for byte. While a secret is renewed the service signs by the old and the
 * new one, so one of them is enough; an endpoint may know both, too. Remember `webhook-id`: a
 * delivery that comes again has the same one. Rejects with `WebhookVerificationError`, and with
 * `TypeError` for a secret that is none.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  settings: WebhookSettings = {},
): Promise<WebhookEvent> {
  const given = typeof secrets === "string" ? [secrets] : secrets;
  if (given.length === 0) throw new TypeError("no secret is given");
  const keys = await Promise.all(given.map(keyOf));
  const id = headerOf(headers, "webhook-id");
  const at = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  checkTime(at, settings);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const content = joined(new TextEncoder().encode(`${id}.${at}.`), bytes);
  for (const signature of signatures) {
    const mac = signature.startsWith("v1,") ? decoded(signature.slice(3)) : undefined;
    if (mac === undefined) continue;
    for (const key of keys) {
      if (await crypto.subtle.verify("HMAC", key, mac, content)) return parsed(bytes);
    }
  }
  throw new WebhookVerificationError("no signature fits");
}

function checkTime(written: string, settings: WebhookSettings): void {
  if (!/^\d{1,12}$/.test(written)) throw new WebhookVerificationError("webhook-timestamp is no time");
  const { tolerance = 300, now = Date.now() / 1000 } = settings;
  if (Math.abs(now - Number(written)) > tolerance)
    throw new WebhookVerificationError(
      "the delivery is too old, or from the future: are the clocks right?",
    );
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof found !== "string" || found === "")
    throw new WebhookVerificationError(`there is no header ${name}`);
  return found;
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = decoded(secret.replace(/^whsec_/, ""));
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError("a secret is written in Base64, after whsec_");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function decoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function parsed(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  } catch (error) {
    throw new WebhookVerificationError("the body is no JSON", { cause: error });
  }
}
