// Which regions of the table are shown: the board, and what has room beside it of what is lit.

import { matchPath, read } from "./api.js";
import { byId, button } from "./dom.js";

const [BOARD, LEGEND, WHOLE] = ["board", "legend", "whole"];
const READABLE = 0.9;
const GAP = 8;
const NAMED = /<g id="([^"]+)"/g;

/** How large regions can be drawn that are all to be seen: the first, and the others beside or below it. */
export function packed([first, ...rest], { width, height }) {
  const sum = (sizes) => sizes.reduce((total, size) => total + size + GAP, 0);
  const most = (sizes) => Math.max(0, ...sizes);
  const [widths, heights] = ["width", "height"].map((side) => rest.map((size) => size[side]));
  const fits = (wide, high) => Math.min(width / wide, height / high);
  const gap = rest.length > 0 ? GAP : 0;
  const beside = fits(first.width + gap + most(widths), most([first.height, sum(heights) - GAP]));
  const below = fits(most([first.width, sum(widths) - GAP]), first.height + gap + most(heights));
  return beside >= below ? { scale: beside, direction: "row" } : { scale: below, direction: "column" };
}

/** The regions of a match's table, of which some are shown; `changed` is called when others are wished. */
export class Regions {
  #all = [];
  #ids = new Map();
  #wished = null;
  #lit = [];
  #changed;

  constructor(changed) {
    this.#changed = changed;
  }

  /** Read what regions the table of a match has; an API that knows none has the whole picture alone. */
  async learn({ id, token }) {
    const { regions = [] } = await read(`${matchPath(id)}/components`, { token }).catch(() => ({}));
    this.#all = regions;
    for (const { seat, colour } of regions) {
      if (colour) document.body.style.setProperty(`--seat-${seat}`, colour);
    }
  }

  /** Of how many of these elements it is not known where they are. */
  missed(ids) {
    if (this.#all.length === 0) return 0;
    return ids.filter((id) => ![...this.#ids.values()].some((known) => known.has(id))).length;
  }

  /** Remember what a region has. */
  note(region, svg) {
    this.#ids.set(region, new Set(Array.from(svg.matchAll(NAMED), ([, id]) => id)));
  }

  /** Whether nothing is known of any region yet. */
  get unread() {
    return this.#ids.size === 0;
  }

  /** All regions, those first of which least is known: there something may have come up. */
  likely() {
    const known = ({ id }) => this.#ids.get(id)?.size ?? -1;
    const found = this.#all.filter(({ id }) => id !== LEGEND);
    return found.sort((one, other) => known(one) - known(other)).map(({ id }) => id);
  }

  /** Show the regions in which these are. */
  seek(ids) {
    const found = this.#of(ids);
    if (found.length > 0 && !found.some(({ id }) => this.#shown.includes(id))) this.#wish(found[0].id);
  }

  /** The regions to be shown in a box, as names; empty: the whole picture. `lit` is what can be clicked. */
  choose(lit, box, narrow) {
    this.#lit = lit;
    if (this.#all.length === 0 || this.#wished === WHOLE) this.#shown = [];
    else if (this.#wished) this.#shown = [this.#wished];
    else this.#shown = this.#fitting(box, narrow);
    this.#showChoice();
    return this.#shown;
  }

  #shown = [];

  #fitting(box, narrow) {
    const board = this.#all.find(({ id }) => id === BOARD) ?? this.#all[0];
    const lit = this.#of(this.#lit).filter(({ seat }) => seat === null);
    if (narrow) return [(lit.includes(board) || lit.length === 0 ? board : lit[0]).id];
    const chosen = [board];
    for (const region of lit) {
      if (!chosen.includes(region) && packed([...chosen, region], box).scale >= READABLE) chosen.push(region);
    }
    return chosen.map(({ id }) => id);
  }

  #of(ids) {
    return this.#all.filter(({ id }) => ids.some((one) => this.#ids.get(id)?.has(one)));
  }

  #wish(id) {
    this.#wished = id;
    this.#changed();
  }

  /** Go back to what is shown by itself, as for another decision. */
  forget() {
    this.#wished = null;
  }

  #showChoice() {
    const counts = new Map(this.#all.map(({ id }) => [id, new Set(this.#lit.filter((one) => this.#ids.get(id)?.has(one))).size]));
    const chip = (id, title, count) => button(count ? `${title} (${count})` : title, () => this.#wish(id), {
      class: count ? "chip lit-chip" : "chip", "aria-pressed": String(this.#shown.includes(id)),
    });
    const free = this.#all.filter(({ seat, id }) => seat === null && id !== LEGEND);
    const rest = this.#all.filter((region) => !free.includes(region) && region.seat === null);
    const chips = [...free, ...rest].map(({ id, title }) => chip(id, title, counts.get(id)));
    if (chips.length > 0) chips.push(chip(WHOLE, "Everything", 0));
    byId("regions").replaceChildren(...chips);
  }
}
