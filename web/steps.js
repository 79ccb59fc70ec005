// What others have done, as numbers in the picture that come one after the other.

import { made } from "./picture.js";

const [PAUSE, LONGEST] = [300, 3_000];
const RADIUS = 11;

/** A number at the corner of the first element of each step; what is not drawn here has none. */
export function showSteps(steps, layers, elementOf) {
  const taken = new Map();
  for (const { number, targets } of steps) {
    const place = targets?.map(elementOf).find(Boolean);
    const svg = place?.ownerSVGElement;
    if (!layers.get(svg)?.isConnected) continue;
    const size = (RADIUS * svg.viewBox.baseVal.width) / (svg.clientWidth || 1);
    const beside = taken.get(place) ?? 0;
    taken.set(place, beside + 1);
    const { x, y } = cornerOf(place, svg);
    layers.get(svg).append(badge({ x: x + 2 * size * beside, y }, size, number));
  }
}

/** Have all numbers be there at once, whatever is still to come. */
function skip() {
  for (const animation of document.getAnimations()) {
    if (animation.effect.target.closest(".numbers")) animation.finish();
  }
}

addEventListener("pointerdown", skip);
addEventListener("keydown", skip);

function badge(at, size, number) {
  const shown = made("g", {});
  shown.style.animationDelay = `${Math.min(PAUSE * number, LONGEST)}ms`;
  shown.append(
    made("circle", { cx: at.x, cy: at.y, r: size }), made("text", { ...at, "font-size": 1.3 * size }, number),
  );
  return shown;
}

/** The upper left corner of an element in the units of the picture. */
function cornerOf(element, svg) {
  const { left, top } = element.getBoundingClientRect();
  return new DOMPoint(left, top).matrixTransform(svg.getScreenCTM().inverse());
}
