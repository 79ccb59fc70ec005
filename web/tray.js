// What lies before each seat, in words: one's own always in view, the others' by a click.

import { button, byId, el } from "./dom.js";
import { nameOf } from "./seat_names.js";

const ONE_COLUMN = matchMedia("(max-width: 699px)");

/** So many letters may take more than a line. */
const LONG = 30;

let opened = null;
let drawn = null;
let again = () => {};

/** Keep the trays beside the players, and where there is one column below the picture. */
function place() {
  if (ONE_COLUMN.matches) byId("picture").after(byId("trays"));
  else byId("seats").after(byId("trays"));
}

/** Open the tray of a seat. */
export function openTray(seat) {
  opened = seat;
  again();
}

/** Show the trays of a match; `pick` gets the id of an item that was clicked, `lit` says which can be. */
export function showTrays({ trays, you, seats }, lit, pick) {
  again = () => showTrays({ trays, you, seats }, lit, pick);
  const wanted = JSON.stringify([trays, you, seats, [...lit], opened, innerWidth, innerHeight]);
  if (wanted === drawn) return;
  drawn = wanted;
  byId("trays").hidden = !trays?.some(({ fields }) => fields.length > 0);
  if (byId("trays").hidden) return;
  const own = trays.find(({ seat }) => seat === (opened ?? you)) ?? trays[0];
  const tab = ({ seat }) => button(nameOf(seats[seat]), () => openTray(seat), {
    class: "chip", "aria-pressed": String(seat === own.seat),
  });
  byId("tray-tabs").replaceChildren(...trays.map(tab));
  for (const one of document.querySelectorAll("#seats .who")) {
    one.setAttribute("aria-pressed", String(Number(one.dataset.tray) === own.seat));
  }
  const isLit = ({ items = [] }) => items.some(({ id }) => lit.has(id));
  const fields = own.fields.filter(({ items }) => items?.length !== 0);
  const ordered = [...fields.filter(isLit), ...fields.filter((field) => !isLit(field))];
  byId("tray").replaceChildren(...ordered.map((field) => line(field, lit, pick)));
  const panel = byId("trays").parentElement;
  if (ONE_COLUMN.matches || panel.scrollHeight <= panel.clientHeight) return;
  void import("./fold.js").then(({ foldToFit }) => foldToFit(byId("tray"), panel));
}

/** Show one's own again, as when a decision comes: it may leave less room. */
export function showOwnTray() {
  opened = drawn = null;
}

function line({ label, value, items }, lit, pick) {
  const shown = items ? items.map((item) => piece(item, lit, pick)) : value;
  return el("div", { class: "tray-line" }, el("dt", {}, label), el("dd", {}, shown));
}

function piece({ id, label, detail, colour }, lit, pick) {
  const swatch = el("i", { class: "swatch", "aria-hidden": "true" });
  if (colour) swatch.style.background = colour;
  const parts = [colour && swatch, label, detail && el("span", { class: "detail" }, detail)];
  const kind = label.length > LONG ? "piece long" : "piece";
  const attributes = { "data-about": id, title: detail };
  if (!lit.has(id)) return el("span", { class: kind, ...attributes }, parts);
  return el("button", { type: "button", class: `${kind} lit`, ...attributes, click: (event) => pick(id, event) }, parts);
}

ONE_COLUMN.addEventListener("change", place);
place();
