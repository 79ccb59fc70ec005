// Plays a whole match of each game with the types that openapi-typescript makes of the contract.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Schemas = components["schemas"];

const address = process.argv[2] ?? "http://127.0.0.1:8000";
const anybody = createClient<paths>({ baseUrl: address });

/** What is typed: members of each game's own view, told by `game`. */
function described(match: Schemas["MatchShown"]): string {
  switch (match.game) {
    case "montana":
      return `round ${match.view.round}, ${match.view.players[0]?.goods.grain} grain`;
    case "great_western_trail":
      return `engine on ${match.view.players[0]?.engine}`;
    case "santa_fe":
      return `round ${match.view.round}, ${match.view.railroads[0]?.supply} pieces`;
    case "steam":
      return `turn ${match.view.turn}, ${match.view.players[0]?.cash} dollars`;
  }
}

/** The same of actions: each type has parameters of its own. */
function priceOf(legal: Schemas["SteamLegalActions"]): number {
  const bid = legal.actions.find((action) => action.type === "bid");
  return bid === undefined ? 0 : bid.parameters.amount;
}

async function played(body: Schemas["NewMatch"]): Promise<void> {
  const { data: created, error } = await anybody.POST("/v1/matches", { body });
  if (created === undefined) throw new Error(error.detail);
  const path = { match: created.id };
  const seats = created.seats.map((seat) => {
    if (seat.kind !== "human" || seat.token === null) throw new Error("a seat without a token");
    const headers = { Authorization: `Bearer ${seat.token}` };
    return createClient<paths>({ baseUrl: address, headers });
  });
  let decisions = 0;
  for (;;) {
    const { data: shown } = await seats[0]!.GET("/v1/matches/{match}", { params: { path } });
    if (shown === undefined) throw new Error("the match cannot be read");
    if (shown.status === "over") {
      console.log(`${shown.game}: ${decisions} decisions, ${described(shown)}`);
      return;
    }
    const seat = seats[shown.to_act[0]!]!;
    const { data: legal } = await seat.GET("/v1/matches/{match}/legal-actions", {
      params: { path },
    });
    if (legal === undefined) throw new Error("there are no legal actions to read");
    if (legal.game === "steam" && priceOf(legal) < 0) throw new Error("a bid below zero");
    const choice = legal.actions[(decisions * 7919) % legal.actions.length]!;
    const { error: refused } = await seat.POST("/v1/matches/{match}/actions", {
      params: { path },
      body: { action: choice.action, version: legal.version },
    });
    if (refused !== undefined) throw new Error(refused.detail);
    decisions += 1;
  }
}

const human = (name: string): Schemas["HumanSeat"] => ({ kind: "human", name });
const two = [human("Ann"), human("Ben")];
await played({ game: "montana", seats: two, seed: 5 });
await played({ game: "great_western_trail", seats: two, seed: 5 });
await played({ game: "santa_fe", seats: two, seed: 5 });
await played({ game: "steam", seats: [...two, human("Cid")], options: { map: "ruhr" }, seed: 5 });
