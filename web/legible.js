// What a picture wants to be read, such as names: copies of it that lie over what is outlined.

import { made } from "./picture.js";

/** Lay them over the outlines of a picture. */
export function layLegible(picture) {
  picture.querySelector(":scope > .outlines").after(...legibleOf(picture));
}

/** A layer of its own with these copies, if there are any. */
export function legibleOf(picture, attributes = {}) {
  const copies = [...picture.querySelectorAll("[data-above]")].map((one) => one.cloneNode(true));
  if (copies.length === 0) return [];
  const layer = made("g", { class: "legible", "aria-hidden": "true", ...attributes });
  layer.append(...copies);
  return [layer];
}
