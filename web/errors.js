// What went wrong, in words for people: the service's own sentences speak to programs.

import { API, FOREIGN, Refusal } from "./api.js";
import { inNames } from "./seat_names.js";

const GONE = "This match does not exist any more, or it is private and this browser has no key to it.";
const WORDS = {
  unauthorized: GONE,
  "no-such-match": "This match does not exist any more.",
  forbidden: "This is not yours to do in this match.",
  "stale-version": "The table has changed: choose again.",
  "not-your-turn": "It is not your turn any more.",
  "seat-taken": "Somebody else has taken this seat.",
  "match-over": "The match is over.",
  "too-many-requests": "That was too much at once. Try again in a minute.",
};

/** A sentence for whoever looks at the page. */
export function inWords(error) {
  if (typeof error === "string") return error;
  const service = FOREIGN ? API : "The service";
  if (!(error instanceof Refusal)) console.warn(error);
  if (!(error instanceof Refusal)) return `${service} answers what is not what this page understands. Reload it.`;
  if (error.status === 0) return `${service} does not answer.`;
  if (!error.slug) return `${service} has no answer to that (${error.status}).`;
  return WORDS[error.slug] ?? inNames(error.message);
}

/** Whether there is no match to show, whatever is tried again. */
export const isGone = ({ status }) => [401, 403, 404].includes(status);
