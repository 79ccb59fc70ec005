// The players, their clocks, and what the holder of a seat may do about it.

import { ask, matchPath, pageAddress, send } from "./api.js";
import { announce, tell } from "./announce.js";
import { showClock } from "./clock.js";
import { button, byId, choice, el } from "./dom.js";
import { nameOf } from "./seat_names.js";
import { keep } from "./tokens.js";

let rowsAreOf = null;

/** Show the seats of `table`; what they offer depends on which tokens this browser has. */
export function showSeats(table) {
  const { shown, entry } = table;
  const wanted = JSON.stringify([shown.seats, shown.status, shown.you, entry]);
  if (wanted !== rowsAreOf) byId("seats").replaceChildren(...shown.seats.map((seat) => row(table, seat)));
  rowsAreOf = wanted;
  for (const { seat } of shown.seats) mark(shown, seat);
  showClock(shown.clock, (seat) => byId("seats").querySelector(`[data-clock="${seat}"]`));
  byId("watch-row").hidden = !(table.entry.spectator || shown.visibility === "public");
}

/** Mark the row of a seat that is to act, or one's own; its buttons stay as they are. */
function mark(shown, seat) {
  const acts = shown.status === "active" && shown.to_act.includes(seat);
  const marks = [seat === shown.you && "you", acts && "to act"].filter(Boolean).join(", ");
  const shownRow = byId("seats").querySelector(`[data-seat="${seat}"]`);
  shownRow.classList.toggle("acts", acts);
  shownRow.querySelector("strong").textContent = marks && ` – ${marks}`;
}

function row(table, seat) {
  const { shown, entry } = table;
  const mine = entry.seats[seat.seat] !== undefined;
  return el(
    "li",
    { "data-seat": seat.seat },
    el("span", {}, nameOf(seat), el("strong", {})),
    shown.clock && el("span", { class: "clock", "data-clock": seat.seat }),
    shown.status !== "over" && el("span", { class: "row" }, offers(table, seat, mine)),
  );
}

function offers(table, seat, mine) {
  if (seat.absent && !mine) return forTheAbsent(table, seat);
  if (seat.kind === "open") return invitation(table, seat.seat);
  if (mine && seat.resigned) return [];
  if (mine && seat.kind === "bot") {
    return [button("Take the seat back", () => changeSeat(table, seat.seat, { kind: "human" }))];
  }
  if (mine && table.shown.status === "active") return handingOver(table, seat.seat);
  return [];
}

function handingOver(table, number) {
  const level = levelOfBot(table);
  const bot = () => ({ kind: "bot", level: level.value });
  return [
    level,
    button("Let a bot play", () => changeSeat(table, number, bot())),
    button("Resign", () => {
      if (confirm(whatResigningDoes(table, number))) changeSeat(table, number, { ...bot(), resign: true });
    }),
  ];
}

/** What the owner and the holders of other seats may do for a match that waits for who is absent. */
function forTheAbsent(table, seat) {
  const token = table.entry.owner ?? Object.values(table.entry.seats)[0];
  const invitations = seat.kind === "open" ? invitation(table, seat.seat) : [];
  if (!token) return invitations;
  const level = levelOfBot(table);
  const put = () => changeSeat(table, seat.seat, { kind: "bot", level: level.value }, token);
  return [...invitations, level, button("Put a bot in", put)];
}

function levelOfBot(table) {
  const levels = table.game.levels.map(({ level }) => [level, level]);
  return choice({ "aria-label": "Level of the bot" }, levels, levels.at(-1)[0]);
}

/** The question before a seat is given up; a bot that plays for somebody has a name it plays for. */
function whatResigningDoes({ shown }, number) {
  const others = shown.seats.filter(({ seat, resigned }) => seat !== number && !resigned);
  const alone = others.every((seat) => seat.kind === "bot" && seat.for === undefined);
  return `Give the seat up for good?${alone ? " Only bots are left then: the match is over at once." : ""}`;
}

function invitation(table, number) {
  const { entry } = table;
  const code = entry.invitations[number];
  if (code) {
    const link = pageAddress("table.html", { ...watching(table), seat: number, invitation: code });
    return [button("Copy the invitation", () => copy(link, "The invitation")), el("input", {
      class: "link", readonly: true, value: link, "aria-label": `Invitation to seat ${number}`,
    })];
  }
  if (!entry.owner) return [];
  return [button("Make an invitation", () => changeSeat(table, number, { kind: "open" }, entry.owner))];
}

async function changeSeat(table, number, body, token = table.entry.seats[number]) {
  try {
    const changed = await send("PUT", `${matchPath(table.id)}/seats/${number}`, { token, body });
    if (changed.invitation) {
      table.entry = keep(table.id, {
        invitations: { ...table.entry.invitations, [number]: changed.invitation },
      });
    }
    tell("");
    await table.refresh();
  } catch (error) {
    tell(error.message);
  }
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} is copied`);
  } catch {
    prompt(`${what}:`, text);
  }
}

/** The address that lets watch whoever it is handed to. */
export const watchLink = (table) => pageAddress("table.html", watching(table));

/** What an address says so that the match can be seen through it. */
function watching({ id, shown, entry }) {
  const secret = shown.visibility !== "public" && entry.spectator;
  return secret ? { match: id, watch: secret } : { match: id };
}

/** Let whoever has an invitation, or sees a public match with a free seat, sit down. */
export function showJoin(table, invited, joined) {
  const free = invited ? [invited.seat] : freeSeats(table);
  byId("join").hidden = free.length === 0;
  byId("join-seats").replaceChildren(
    ...free.map((number) => el("button", { class: "main", value: number }, `Take seat ${number}`)),
  );
  byId("join-form").onsubmit = async (event) => {
    event.preventDefault();
    const number = event.submitter?.value ?? free[0];
    const body = invited ? { invitation: invited.invitation } : {};
    const name = byId("join-name").value.trim();
    if (name) body.name = name;
    try {
      const path = `${matchPath(table.id)}/seats/${number}/claim`;
      const claimed = await (await ask("POST", path, { body, key: table.claimKey })).json();
      joined(Number(number), claimed.token, name);
    } catch (error) {
      tell(error.message);
    }
  };
}

function freeSeats({ shown, entry }) {
  if (!shown || shown.status !== "open" || shown.visibility !== "public") return [];
  if (Object.keys(entry.seats).length > 0) return [];
  return shown.seats.filter(({ kind }) => kind === "open").map(({ seat }) => seat);
}
