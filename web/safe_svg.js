// A picture of the API as elements of this page: shapes and words, and nothing that could act.

const SHAPES = new Set([
  ...["svg", "g", "title", "desc", "defs", "rect", "circle", "ellipse", "line", "polyline"],
  ...["polygon", "path", "text", "tspan"],
]);
const REFUSED = /^(on|style$|href$|xlink:|class$)/i;

/** The SVG element of a document; throws where the text is none. */
export function safeSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") throw new Error("The picture cannot be read.");
  clean(parsed);
  return document.importNode(parsed, true);
}

function clean(element) {
  for (const { name } of [...element.attributes]) {
    if (REFUSED.test(name)) element.removeAttribute(name);
  }
  for (const child of [...element.children]) {
    if (SHAPES.has(child.localName)) clean(child);
    else child.remove();
  }
}
