/** Requests as they are sent, and the types of what they take and give, as the contract has them. */
import type { paths } from "./contract.js";

export type Method = "get" | "post" | "put" | "delete";

/** The paths of the contract that take a method. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never;
}[keyof paths];

type Operation<M extends Method, P> = P extends keyof paths
  ? paths[P] extends { [K in M]: infer O }
    ? O
    : never
  : never;

type OfPath<O> = O extends { parameters: { path: infer V } } ? { path: V } : unknown;
type OfQuery<O> = O extends { parameters: { query?: infer V } } ? { query?: V } : unknown;
type OfBody<O> = O extends { requestBody: { content: { "application/json": infer V } } }
  ? { body: V }
  : unknown;

/** What an operation takes, and the `token` to ask with in place of the client's. */
export type Given<M extends Method, P> = OfPath<Operation<M, P>> &
  OfQuery<Operation<M, P>> &
  OfBody<Operation<M, P>> & { token?: string };

/** The same as the last argument of a function, which may be left out where nothing is needed. */
export type Rest<M extends Method, P> =
  object extends Given<M, P> ? [given?: Given<M, P>] : [given: Given<M, P>];

type Content<R> = R extends { content: infer C }
  ? C extends { "application/json": infer J }
    ? J
    : C[keyof C]
  : void;

type Successes<R> = { [S in keyof R]: S extends 200 | 201 | 202 | 204 ? Content<R[S]> : never };

/** What an operation gives. */
export type Answered<M extends Method, P> =
  Operation<M, P> extends { responses: infer R } ? Successes<R>[keyof R] : never;

type Headers<O> = O extends { parameters: { header?: infer H } } ? NonNullable<H> : never;

type KeyedPath = {
  [P in Path<"post">]: [Headers<Operation<"post", P>>] extends [never]
    ? never
    : "Idempotency-Key" extends keyof Headers<Operation<"post", P>>
      ? P
      : never;
}[Path<"post">];

/** What is sent with a key by which it counts once. The types hold the list against the contract. */
const KEYED: Record<KeyedPath, true> = {
  "/v1/matches": true,
  "/v1/matches/{match}/actions": true,
  "/v1/matches/{match}/seats/{seat}/claim": true,
  "/v1/matches/{match}/forks": true,
  "/v1/imports": true,
  "/v1/matches/{match}/analyses": true,
  "/v1/clients": true,
  "/v1/me/tokens": true,
};

/** Everybody who asks for a rematch gets the same. */
const REPEATABLE = new Set(["/v1/matches/{match}/rematch"]);

/** One request. However often it is sent, it counts once. */
export interface Call {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it may be sent again where nobody knows whether it was done. */
  readonly repeatable: boolean;
  /** Seconds that the service may take on purpose before it answers. */
  readonly longestWait: number;
}

interface AnyGiven {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The request for an operation of the contract. */
export function requestFor(method: Method, template: string, given: object = {}): Call {
  const { path = {}, query = {}, body }: AnyGiven = given;
  const filled = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ""));
  const told = new URLSearchParams(texts(query));
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const keyed = method === "post" && template in KEYED;
  if (keyed) headers["Idempotency-Key"] = crypto.randomUUID();
  return {
    method: method.toUpperCase(),
    path: told.size === 0 ? filled : `${filled}?${told}`,
    body: body === undefined ? null : JSON.stringify(body),
    headers,
    repeatable: keyed || method !== "post" || REPEATABLE.has(template),
    longestWait: Number(told.get("wait") ?? 0),
  };
}

/** The query as pairs of texts: an object in it is spread. */
function texts(query: object): [string, string][] {
  return Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    return typeof value === "object" ? texts(value) : [[name, String(value)]];
  });
}
