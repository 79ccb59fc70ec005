// The picture of the table: drawn without losing place or zoom, with what can be clicked lit.

import { el } from "./dom.js";
import { packed } from "./regions.js";
import { safeSvg } from "./safe_svg.js";

const SVG = "http://www.w3.org/2000/svg";
const OUTLINES = "rect, circle, ellipse, polygon, path, line";
const COPIED = /^(x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|width|height|points|d|transform)$/;
const REACH = [[0, 0], [10, 0], [-10, 0], [0, 10], [0, -10], [8, 8], [-8, 8], [8, -8], [-8, -8]];
const ZOOMS = [0.6, 0.8, 1, 1.25, 1.6, 2, 2.6, 3.4];
const [LEAST_SCALE, LEAST_NARROW] = [0.7, 0.92];
const FIT = ZOOMS.indexOf(1);
/** How outlines are marked, the later ones over those before. */
const MARKS = ["lit", "chosen", "meant"];

/**
 * The picture in `box`, which scrolls. `pick` is called with the id of what was clicked of what is lit, and where;
 * `wonder` in the same way with what was clicked and is not.
 */
export class Picture {
  #box;
  #sheet = el("div", { class: "sheet" });
  #svgs = [];
  #sizes = [];
  #lit = new Set();
  #chosen = [];
  #meant = [];
  #steps = [];
  #zoom = FIT;
  #revealing = null;

  constructor(box, pick, wonder = () => {}) {
    this.#box = box;
    box.replaceChildren(this.#sheet);
    box.addEventListener("click", (event) => {
      const id = this.#under(event);
      const unlit = event.target.closest("g[id]")?.id;
      if (id) pick(id, event);
      else if (unlit) wonder(unlit, event);
    });
    box.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") box.classList.toggle("pointing", this.#under(event) !== null);
    });
    new ResizeObserver(() => this.#fit()).observe(box);
  }

  /** Put other pictures in place of those that are shown: of the whole table, or of regions of it. */
  draw(texts) {
    this.#svgs = texts.map(safeSvg);
    this.#sizes = this.#svgs.map((svg) => ({ width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height }));
    for (const svg of this.#svgs) {
      svg.removeAttribute("width");
      svg.removeAttribute("height");
    }
    this.#outline();
    this.#fit();
    const [first, ...rest] = this.#svgs;
    this.#sheet.replaceChildren(first, ...(rest.length > 0 ? [el("div", { class: "beside" }, rest)] : []));
    if (this.#svgs.some((svg) => svg.querySelector("[data-above]"))) void this.#keepLegible();
    void this.#numbers();
  }

  /** Lay over the outlines what is to be read through them. */
  async #keepLegible() {
    const svgs = this.#svgs;
    const { layLegible } = await import("./legible.js");
    svgs.forEach(layLegible);
  }

  /** What room there is for pictures. */
  get room() {
    const { paddingTop } = getComputedStyle(this.#box);
    return { width: this.#box.clientWidth, height: this.#box.clientHeight - 2 * parseFloat(paddingTop) };
  }

  /** Scale what is shown to the room that there is; a region is not made smaller than can be read. */
  #fit() {
    if (this.#sizes.length === 0) return;
    const { width, height } = this.room;
    const [whole, narrow] = ["whole", "narrow"].map((name) => this.#box.classList.contains(name));
    const room = { width, height: whole || narrow ? Infinity : height };
    const { scale, direction } = packed(this.#sizes, room);
    this.#sheet.classList.toggle("stacked", direction === "column");
    const readable = Math.max(scale, whole && !narrow ? 1 : narrow ? LEAST_NARROW : LEAST_SCALE);
    this.#svgs.forEach((svg, at) => {
      svg.style.width = `calc(${this.#sizes[at].width * readable}px * var(--zoom))`;
    });
  }

  /** What an element is, in the words of the picture. */
  titleOf(id) {
    return this.#element(id)?.querySelector(":scope > title")?.textContent ?? id;
  }

  /** Light the elements that can be clicked, and mark those that were. */
  light(ids, chosen = []) {
    this.#lit = new Set(ids);
    this.#chosen = chosen;
    this.#outline();
  }

  /** Put the numbers of what others have done where it was done: `[{number, targets}]`. */
  number(steps) {
    this.#steps = steps;
    void this.#numbers();
  }

  async #numbers() {
    const layers = this.#layers("numbers");
    if (this.#steps.length === 0) return;
    const { showSteps } = await import("./steps.js");
    showSteps(this.#steps, layers, (id) => this.#element(id));
  }

  /** Show where something may happen, and bring it into view after `pause` milliseconds if given. */
  mean(ids, pause) {
    clearTimeout(this.#revealing);
    if (pause !== undefined) this.#revealing = setTimeout(() => void this.#bring("reveal", ids), pause);
    if (ids.join() === this.#meant.join()) return;
    this.#meant = ids;
    this.#outline();
  }

  /** Bring the next place into view that is lit and cannot be seen; the first where all can. */
  seek() {
    void this.#bring("seek", [...this.#lit]);
  }

  async #bring(how, ids) {
    const ways = await import("./in_view.js");
    ways[how](ids.map((id) => this.#element(id)).filter(Boolean), this.#box);
  }

  zoom(steps) {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.#box;
    const before = ZOOMS[this.#zoom];
    this.#zoom = steps === 0 ? FIT : Math.min(ZOOMS.length - 1, Math.max(0, this.#zoom + steps));
    const grown = ZOOMS[this.#zoom] / before;
    this.#sheet.style.setProperty("--zoom", ZOOMS[this.#zoom]);
    this.#box.scrollTo({
      left: (scrollLeft + clientWidth / 2) * grown - clientWidth / 2,
      top: (scrollTop + clientHeight / 2) * grown - clientHeight / 2,
      behavior: "instant",
    });
  }

  #element(id) {
    const name = `#${CSS.escape(id)}`;
    return this.#svgs.map((svg) => svg.querySelector(name)).find(Boolean) ?? null;
  }

  /** The id of the lit element at a point, or just beside it: fingers are broad. */
  #under({ clientX, clientY, pointerType }) {
    for (const [right, down] of pointerType === "mouse" ? REACH.slice(0, 1) : REACH) {
      const hits = document.elementsFromPoint(clientX + right, clientY + down);
      const found = hits.flatMap((hit) => this.#litAround(hit));
      if (found.length > 0) return found.sort((one, other) => one.size - other.size)[0].id;
    }
    return null;
  }

  /** What is lit of an element and all that it is part of, with its size: the smallest is meant. */
  #litAround(hit) {
    const found = [];
    for (let at = hit; at && this.#sheet.contains(at); at = at.parentElement) {
      const id = at.dataset.about ?? at.id;
      const { width, height } = at.getBoundingClientRect();
      if (id && this.#lit.has(id)) found.push({ id, size: width * height });
    }
    return found;
  }

  /** Outline what is marked; what is outlined already stays where it is, or a press on it would be no click. */
  #outline() {
    const layers = new Map(this.#svgs.map((svg) => [svg, outlinesOf(svg)]));
    [this.#lit, new Set(this.#chosen), new Set(this.#meant)].forEach((ids, at) => {
      const drawn = new Set();
      for (const shape of [...layers.values()].flatMap((layer) => [...layer.children[at].children])) {
        if (ids.has(shape.dataset.about)) drawn.add(shape.dataset.about);
        else shape.remove();
      }
      for (const id of [...ids].filter((one) => !drawn.has(one))) {
        const place = this.#element(id);
        const shape = place && outlineOf(place);
        if (!shape) continue;
        shape.dataset.about = id;
        const parts = ["under", "over"].map((part) => classed(shape, MARKS[at], part));
        layers.get(place.ownerSVGElement).children[at].append(...parts);
      }
    });
  }

  /** A fresh layer of a name over each of the pictures, by picture. */
  #layers(name) {
    return new Map(this.#svgs.map((svg) => {
      svg.querySelector(`:scope > .${name}`)?.remove();
      const layer = made("g", { class: name, "aria-hidden": "true" });
      svg.append(layer);
      return [svg, layer];
    }));
  }
}

/** The layer of outlines over a picture, with a group for each mark. */
function outlinesOf(svg) {
  const found = svg.querySelector(":scope > .outlines");
  if (found) return found;
  const layer = made("g", { class: "outlines", "aria-hidden": "true" });
  layer.append(...MARKS.map(() => made("g", {})));
  svg.append(layer);
  return layer;
}

/** The first outline of an element, as a shape without anything else. */
function outlineOf(place) {
  const shape = place.querySelector(OUTLINES);
  if (!shape) return null;
  const copied = [...shape.attributes].filter(({ name }) => COPIED.test(name));
  return made(shape.localName, Object.fromEntries(copied.map(({ name, value }) => [name, value])));
}

export function made(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

function classed(shape, ...names) {
  const copy = shape.cloneNode(false);
  copy.classList.add(...names);
  return copy;
}
