// Bringing places of a picture into view, in a box that scrolls.

import { mayMove } from "./settings.js";

/** The first of these places, unless one of them can be seen. */
export function reveal(places, box) {
  if (!places.some((place) => isInView(place, box))) bringIntoView(places[0]);
}

/** The next of these places that cannot be seen; the first where all can. */
export function seek(places, box) {
  bringIntoView(places.find((place) => !isInView(place, box)) ?? places[0]);
}

function isInView(place, box) {
  const { top, bottom, left, right } = place.getBoundingClientRect();
  const around = box.getBoundingClientRect();
  const within = (low, high, first, last) => first < high && last > low;
  return within(Math.max(around.top, 0), Math.min(around.bottom, innerHeight), top, bottom) &&
    within(Math.max(around.left, 0), Math.min(around.right, innerWidth), left, right);
}

function bringIntoView(place) {
  const behavior = mayMove() ? "smooth" : "instant";
  place?.scrollIntoView({ block: "center", inline: "center", behavior });
}
