// What the holder of a seat, and the owner of a match, may do about a seat.

import { matchPath, pageAddress, send } from "./api.js";
import { announce, tell } from "./announce.js";
import { button, el } from "./dom.js";
import { choice } from "./forms.js";
import { keep } from "./tokens.js";

export function offers(table, seat, mine) {
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
      class: "link", readonly: true, value: link, "aria-label": `Invitation to seat ${number + 1}`,
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
    tell(error);
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
