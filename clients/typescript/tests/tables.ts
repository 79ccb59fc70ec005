/** Matches for the tests, at the service whose address is in `URL`. */
import type { Match, Railhead, Schemas } from "../src/index.js";

export const URL = process.env["URL"] ?? "http://127.0.0.1:8000";
export const human = (name: string): Schemas["HumanSeat"] => ({ kind: "human", name });
export const easy: Schemas["BotSeat"] = { kind: "bot", level: "easy" };

/** The seat to act in a match of two people. */
export async function seated(railhead: Railhead): Promise<Match> {
  const seats = [human("Ann"), human("Ben")];
  const created = await railhead.create({ game: "montana", seats, seed: 5 });
  const { to_act } = await created.owner.state();
  return created.seats.get(to_act[0]!)!;
}

/** A match that was played to its end. */
export async function finished(railhead: Railhead): Promise<Match> {
  const seats = [human("Ann"), human("Ben")];
  const created = await railhead.create({ game: "montana", seats, options: { round_limit: 1 } });
  await Promise.all([...created.seats.values()].map((seat) => seat.play(({ actions }) => actions[0]!)));
  return created.seats.get(0)!;
}

/** Everything that comes. */
export async function all<T>(coming: AsyncIterable<T>): Promise<T[]> {
  const come: T[] = [];
  for await (const one of coming) come.push(one);
  return come;
}
