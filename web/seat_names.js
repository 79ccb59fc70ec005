// Who sits where, and how a match stands, in words.

/** A seat as the log calls it. */
export function nameOf(seat) {
  const number = `Seat ${seat.seat}`;
  if (seat.kind === "open") return `${number} (free)`;
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
  const names = waited.map(nameOf).join(" and ");
  return waited.every(({ kind }) => kind === "bot") ? `${names} is thinking …` : `${names} is to act.`;
}

function overText(match) {
  const first = match.result?.ranking[0];
  if (!first) return "The match is over.";
  const names = first.map((number) => nameOf(match.seats[number])).join(" and ");
  return `The match is over: ${names} ${first.length > 1 ? "share the first place" : "wins"}.`;
}
