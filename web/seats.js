// The players, their clocks, and what the holder of a seat may do about it.

import { tell } from "./announce.js";
import { button, byId, el } from "./dom.js";
import { nameOf } from "./seat_names.js";
import { openTray } from "./tray.js";

let rowsAreOf = null;

/** Show the seats of `table`; what they offer depends on which tokens this browser has. */
export function showSeats(table) {
  const { shown, entry } = table;
  const wanted = JSON.stringify([shown.seats, shown.status, shown.you, entry]);
  if (wanted !== rowsAreOf) byId("seats").replaceChildren(...shown.seats.map((seat) => row(table, seat)));
  rowsAreOf = wanted;
  for (const { seat } of shown.seats) mark(shown, seat);
  const placeOf = (seat) => byId("seats").querySelector(`[data-clock="${seat}"]`);
  if (shown.clock) import("./clock.js").then(({ showClock }) => showClock(shown.clock, placeOf)).catch(tell);
  byId("watch-row").hidden = !(table.entry.spectator || shown.visibility === "public");
}

/** Mark the row of a seat that is to act, or one's own, and sum up what the others have; its buttons stay as they are. */
function mark(shown, seat) {
  const acts = shown.status === "active" && shown.to_act.includes(seat);
  const marks = [seat === shown.you && "you", acts && "to act"].filter(Boolean).join(", ");
  const shownRow = byId("seats").querySelector(`[data-seat="${seat}"]`);
  shownRow.classList.toggle("acts", acts);
  shownRow.querySelector("strong").textContent = marks && ` – ${marks}`;
  const { fields } = shown.trays?.find((tray) => tray.seat === seat && seat !== shown.you) ?? { fields: [] };
  shownRow.querySelector(".brief").textContent = fields.flatMap(({ brief }) => brief ?? []).join(" · ");
}

function row(table, seat) {
  const { shown, entry } = table;
  const mine = entry.seats[seat.seat] !== undefined;
  return el(
    "li",
    { "data-seat": seat.seat },
    button(nameOf(seat), () => openTray(seat.seat), { class: "who", "data-tray": seat.seat }),
    el("strong", {}),
    el("span", { class: "brief" }),
    shown.clock && el("span", { class: "clock", "data-clock": seat.seat }),
    shown.status !== "over" && offering(table, seat, mine),
  );
}

/** What may be done about a seat: read when it is wanted, where it is one's own that is played. */
function offering(table, seat, mine) {
  const plain = seat.kind === "human" && !seat.absent;
  if (plain && (!mine || seat.resigned || table.shown.status !== "active")) return null;
  const place = el("div", { class: "row" });
  const show = () => import("./seat_offers.js")
    .then(({ offers }) => place.replaceChildren(...offers(table, seat, mine))).catch(tell);
  if (!plain) return show() && place;
  return el("details", { class: "leaving", toggle: show }, el("summary", {}, "Leave the seat"), place);
}
