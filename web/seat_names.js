// Who sits where, and how a match stands, in words.

/** A seat as the log calls it. */
export function nameOf(seat) {
  const number = `Seat ${seat.seat}`;
  if (seat.kind === "open") return `${number} (free)`;
  if (seat.absent) return `${number} (${[seat.name !== number && seat.name, "absent"].filter(Boolean).join(", ")})`;
  if (seat.resigned) return `${number} (given up)`;
  if (seat.kind === "bot") return `${number} (${seat.level} bot${standIn(seat, number)})`;
  return seat.name && seat.name !== number ? `${number} (${seat.name})` : number;
}

const standIn = (seat, number) => (seat.for && seat.for !== number ? ` for ${seat.for}` : "");

/** What the match waits for, as a sentence; `you` is the seat that is looked from. */
export function standingOf(match) {
  if (match.status === "open") return "Waits for players.";
  if (match.status === "over") return overText(match);
  const waited = match.to_act.map((number) => match.seats[number]);
  if (waited.some(({ seat }) => seat === match.you && match.seats[seat].kind === "human")) return "Your turn.";
  if (waited.length === 0) return "The service is at work.";
  const are = waited.length > 1 ? "are" : "is";
  if (match.halted) return `${inARow(waited.map(nameOf))} ${waited.length > 1 ? "do" : "does"} not play on.`;
  const doing = waited.every(({ kind }) => kind === "bot") ? "thinking …" : "to act.";
  return `${inARow(waited.map(nameOf))} ${are} ${doing}`;
}

/** Names as a sentence has them: one, two and three. */
const inARow = (names) => [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");

function overText(match) {
  const first = match.result?.ranking[0];
  if (!first) return "The match is over.";
  const names = inARow(first.map((number) => nameOf(match.seats[number])));
  return `The match is over: ${names} ${first.length > 1 ? "share the first place" : "wins"}.`;
}
