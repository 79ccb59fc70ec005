// Who sits where, and how a match stands, in words for people: by names, and seats counted from one.

let table = [];

/** Say who sits at the table that is shown: names are told apart among these. */
export const seated = (seats) => { table = seats; };

const raised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the service calls who has a seat; empty where nobody has a name. */
function called(seat) {
  if (!seat || seat.kind === "open" || seat.name === `Seat ${seat.seat}`) return "";
  return seat.kind === "bot" ? `${seat.level} bot` : seat.name;
}

const plain = (number, name) => (/^\w+ bot$/.test(name) ? raised(name) : name || `Player ${number + 1}`);

/** A name that nobody else has, for who is called `name` at a seat. */
function own(number, name, seats) {
  const text = plain(number, name);
  const shared = seats.some((other) => other.seat !== number && plain(other.seat, called(other)) === text);
  return shared ? `${text} ${number + 1}` : text;
}

/** Who has a seat. */
export function nameOf(seat, seats = table) {
  if (seat.kind === "open") return `Free seat ${seat.seat + 1}`;
  const standIn = seat.for && seat.for !== `Seat ${seat.seat}` ? ` for ${seat.for}` : "";
  const mark = seat.absent ? " (absent)" : seat.resigned ? " (given up)" : "";
  return own(seat.seat, called(seat), seats) + standIn + mark;
}

const SAID = /\bseat (\d+)(?: \(((?:[^()]|\([^()]*\))*)\))?/gi;

/** A sentence of the service with the names of this page, whoever held the seats at its time. */
export function inNames(text, seats = table) {
  const named = seats.find((seat) => called(seat) && text.includes(`Seat ${seat.seat} (${called(seat)})`));
  if (named) {
    const pieces = text.split(`Seat ${named.seat} (${called(named)})`);
    return pieces.map((piece) => inNames(piece, seats)).join(own(named.seat, called(named), seats));
  }
  return text.replace(SAID, (_, number, name) => own(Number(number), name ?? called(seats[number]), seats));
}

/** What the match waits for, as a sentence; `you` is the seat that is looked from. */
export function standingOf(match) {
  if (match.status === "open") return "Waits for players.";
  if (match.status === "over") return overText(match);
  const waited = match.to_act.map((number) => match.seats[number]);
  if (waited.some(({ seat }) => seat === match.you && match.seats[seat].kind === "human")) return "Your turn.";
  if (waited.length === 0) return "The service is at work.";
  const names = inARow(waited.map((seat) => nameOf(seat, match.seats)));
  const are = waited.length > 1 ? "are" : "is";
  if (match.halted) return `${names} ${waited.length > 1 ? "do" : "does"} not play on.`;
  const doing = waited.every(({ kind }) => kind === "bot") ? "thinking …" : "to act.";
  return `${names} ${are} ${doing}`;
}

/** Names as a sentence has them: one, two and three. */
const inARow = (names) => [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");

function overText(match) {
  const first = match.result?.ranking[0];
  if (!first) return "The match is over.";
  const names = inARow(first.map((number) => nameOf(match.seats[number], match.seats)));
  return `The match is over: ${names} ${first.length > 1 ? "share the first place" : "wins"}.`;
}
