// The picture that is to be seen: of the version that is looked at, in regions, with what can be clicked.

import { tell } from "./announce.js";
import { byId } from "./dom.js";
import { isDark, settings } from "./settings.js";
import { showTrays } from "./tray.js";

const NARROW = 1100;
const LATER = 1500;

const layout = () =>
  settings.layout !== "auto" ? settings.layout : innerWidth < NARROW ? "narrow" : "wide";

const eyes = () => (byId("eyes").value ? { as: byId("eyes").value } : {});

/** What of the legal actions of a table is about all of these elements. */
export const about = ({ actions }, ids) =>
  actions.filter(({ targets }) => ids.every((id) => targets.includes(id)));

/** Whether an element stands in the trays too, where it can be clicked. */
const inTrays = ({ trays = [] }, id) =>
  trays.some(({ fields }) => fields.some(({ items = [] }) => items.some((item) => item.id === id)));

export class Drawing {
  #table;
  #parts;
  #drawn = null;
  /** What the pictures that are shown were asked for with, in their order. */
  styles = [];
  #later = null;
  #sought = "";

  /** `parts` are the `picture`, the `regions`, the `past`, and `pick`, which gets what was clicked. */
  constructor(table, parts) {
    this.#table = table;
    this.#parts = parts;
  }

  /** Draw the next time whatever is shown now. */
  forget() {
    this.#drawn = null;
  }

  /** Draw what is looked at: the table as it is, or as it was. */
  async draw() {
    const { picture, regions } = this.#parts;
    const version = this.#table.replay.at ?? this.#table.shown.version;
    const style = { layout: layout(), theme: isDark() ? "dark" : "light", ...eyes() };
    const narrow = style.layout === "narrow";
    const lit = this.#lit();
    const sought = lit.filter((id) => !inTrays(this.#table.shown, id));
    if (sought.length > 0) await this.#find(sought, sought.length - 1, version, style);
    byId("picture").classList.toggle("narrow", narrow);
    const chosen = regions.choose(lit, picture.room, narrow);
    const wanted = JSON.stringify([version, style, chosen]);
    if (wanted !== this.#drawn) {
      this.#drawn = wanted;
      byId("picture").ariaBusy = "true";
      const parts = chosen.length > 0 ? chosen.map((region) => ({ ...style, region })) : [style];
      const texts = await Promise.all(parts.map((part) => this.#read(version, part))).catch((error) => {
        this.forget();
        throw error;
      });
      if (wanted !== this.#drawn) return;
      if (!document.body.dataset.version) performance.mark("first-table");
      byId("picture").classList.toggle("whole", chosen.length === 0);
      picture.draw(texts);
      this.styles = parts;
    }
    this.light();
    byId("picture").ariaBusy = "false";
    if (sought.join() !== this.#sought) this.#findLater(sought, version, style);
  }

  /** Read regions until at most so many of these elements are missed, first where least is known. */
  async #find(sought, most, version, style) {
    const { regions } = this.#parts;
    const look = (region) => this.#read(version, { ...style, region });
    if (regions.unread) await Promise.all(regions.likely().map(look));
    for (const region of regions.likely()) {
      if (regions.missed(sought) <= most) return;
      await look(region);
    }
  }

  /** Look up, while somebody thinks, where else something is lit that has only now come up. */
  #findLater(sought, version, style) {
    clearTimeout(this.#later);
    if (this.#parts.regions.missed(sought) === 0) return;
    this.#later = setTimeout(() => {
      this.#sought = sought.join();
      this.#find(sought, 0, version, style).then(() => this.draw()).catch(tell);
    }, LATER);
  }

  /** Light what can be clicked, in the picture and in the trays. */
  light() {
    const { picture, pick } = this.#parts;
    const lit = this.#lit();
    picture.light(lit, this.#table.picked);
    showTrays(this.#table.shown, new Set(lit), pick);
    byId("to-lit").hidden = lit.length === 0;
  }

  #lit() {
    const { replay, picked } = this.#table;
    return replay.at === null ? about(this.#table, picked).flatMap(({ targets }) => targets) : [];
  }

  async #read(version, style) {
    const svg = await this.#parts.past.picture(version, style);
    if (style.region) this.#parts.regions.note(style.region, svg);
    return svg;
  }
}
