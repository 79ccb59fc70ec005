// The picture of the table: drawn without losing place or zoom, with what can be clicked lit.

import { el } from "./dom.js";
import { safeSvg } from "./safe_svg.js";
import { mayMove } from "./settings.js";

const SVG = "http://www.w3.org/2000/svg";
const OUTLINES = "rect, circle, ellipse, polygon, path, line";
const COPIED = /^(x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|width|height|points|d|transform)$/;
const REACH = [[0, 0], [10, 0], [-10, 0], [0, 10], [0, -10], [8, 8], [-8, 8], [8, -8], [-8, -8]];
const ZOOMS = [0.6, 0.8, 1, 1.25, 1.6, 2, 2.6, 3.4];
const FIT = ZOOMS.indexOf(1);

/** The picture in `box`, which scrolls; `pick` is called with the id that was clicked, and where. */
export class Picture {
  #box;
  #sheet = el("div", { class: "sheet" });
  #svg = null;
  #lit = new Set();
  #chosen = [];
  #meant = [];
  #zoom = FIT;
  #revealing = null;

  constructor(box, pick) {
    this.#box = box;
    box.replaceChildren(this.#sheet);
    box.addEventListener("click", (event) => {
      const id = this.#under(event);
      if (id) pick(id, event);
    });
    box.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") box.classList.toggle("pointing", this.#under(event) !== null);
    });
  }

  /** Put another picture in place of the one that is shown. */
  draw(text) {
    const svg = safeSvg(text);
    const { width, height } = svg.viewBox.baseVal;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.#sheet.style.setProperty("--ratio", `${width} / ${height}`);
    this.#svg = svg;
    this.mean([]);
    this.#outline();
    this.#sheet.replaceChildren(svg);
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

  /** Show where something may happen, and bring it into view after `pause` milliseconds if given. */
  mean(ids, pause) {
    clearTimeout(this.#revealing);
    if (pause !== undefined) this.#revealing = setTimeout(() => this.#reveal(ids), pause);
    if (ids.join() === this.#meant.join()) return;
    this.#meant = ids;
    this.#outline();
  }

  /** Bring the next place into view that is lit and cannot be seen; the first where all can. */
  seek() {
    const places = [...this.#lit].map((id) => this.#element(id)).filter(Boolean);
    const next = places.find((place) => !this.#inView(place)) ?? places[0];
    bringIntoView(next);
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
    return this.#svg?.querySelector(`#${CSS.escape(id)}`) ?? null;
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
    for (let at = hit; at && this.#svg?.contains(at); at = at.parentElement) {
      const id = at.dataset.about ?? at.id;
      const { width, height } = at.getBoundingClientRect();
      if (id && this.#lit.has(id)) found.push({ id, size: width * height });
    }
    return found;
  }

  #outline() {
    if (!this.#svg) return;
    this.#svg.querySelector(":scope > .outlines")?.remove();
    const layer = document.createElementNS(SVG, "g");
    layer.classList.add("outlines");
    layer.setAttribute("aria-hidden", "true");
    const meant = new Set(this.#meant);
    for (const id of new Set([...this.#lit, ...this.#chosen, ...meant])) {
      const kind = meant.has(id) ? "meant" : this.#chosen.includes(id) ? "chosen" : "lit";
      const shape = this.#outlineOf(id);
      if (!shape) continue;
      shape.dataset.about = id;
      layer.append(...["under", "over"].map((part) => classed(shape, kind, part)));
    }
    this.#svg.append(layer);
  }

  #outlineOf(id) {
    const shape = this.#element(id)?.querySelector(OUTLINES);
    if (!shape) return null;
    const copy = document.createElementNS(SVG, shape.localName);
    for (const { name, value } of shape.attributes) {
      if (COPIED.test(name)) copy.setAttribute(name, value);
    }
    return copy;
  }

  #reveal(ids) {
    const places = ids.map((id) => this.#element(id)).filter(Boolean);
    if (!places.some((place) => this.#inView(place))) bringIntoView(places[0]);
  }

  #inView(element) {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const box = this.#box.getBoundingClientRect();
    const within = (low, high, first, last) => first < high && last > low;
    return within(Math.max(box.top, 0), Math.min(box.bottom, innerHeight), top, bottom) &&
      within(Math.max(box.left, 0), Math.min(box.right, innerWidth), left, right);
  }
}

function bringIntoView(element) {
  const behavior = mayMove() ? "smooth" : "instant";
  element?.scrollIntoView({ block: "center", inline: "center", behavior });
}

function classed(shape, ...names) {
  const copy = shape.cloneNode(false);
  copy.classList.add(...names);
  return copy;
}
