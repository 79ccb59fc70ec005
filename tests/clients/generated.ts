// Plays a whole match of each game with the client that hey-api generates from the contract.
import { client } from "./hey/client.gen.js";
import { createMatch, getComponents, getMatch, listLegalActions, submitAction } from "./hey/index.js";
import type { HumanSeat, NewMatch, Submission } from "./hey/index.js";

client.setConfig({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8000" });

/** What is typed: members of each game's own view, told by `game`. */
function described(done: Submission): string {
  switch (done.game) {
    case "montana":
      return `${done.view.map.hexes.length} hexes`;
    case "great_western_trail":
      return `${done.view.trail.length} spaces`;
    case "santa_fe":
      return `${done.view.map.cities.length} cities`;
    case "steam":
      return `${done.view.stops.length} stops`;
  }
}

async function played(body: NewMatch): Promise<void> {
  const { data: created } = await createMatch({ body, throwOnError: true });
  const path = { match: created.id };
  const tokens = created.seats.map((seat) => {
    if (seat.kind !== "human" || seat.token === null) throw new Error("a seat without a token");
    return seat.token;
  });
  const { data: first } = await getMatch({ path, auth: tokens[0]!, throwOnError: true });
  let toAct = first.to_act;
  for (let decisions = 1; ; decisions += 1) {
    const auth = tokens[toAct[0]!]!;
    const { data: legal } = await listLegalActions({ path, auth, throwOnError: true });
    const choice = legal.actions[(decisions * 7919) % legal.actions.length]!;
    const body = { action: choice.action, version: legal.version };
    const { data: done } = await submitAction({ path, auth, body, throwOnError: true });
    if (done.status === "over") {
      console.log(`${done.game}: ${decisions} decisions, ${described(done)}`);
      return;
    }
    toAct = done.to_act;
  }
}

const human = (name: string): HumanSeat => ({ kind: "human", name });
const two = [human("Ann"), human("Ben")];
await played({ game: "montana", seats: two, seed: 6 });
await played({ game: "great_western_trail", seats: two, seed: 6 });
await played({ game: "santa_fe", seats: two, seed: 6 });
await played({ game: "steam", seats: [...two, human("Cid")], seed: 6 });

const asked = { path: { game: "steam" }, query: { options: { map: "ruhr" } } };
const { data: components } = await getComponents({ ...asked, throwOnError: true });
const stops = components.tables["stops"];
if (stops?.[0]?.name !== "Eindhoven") throw new Error("these are not the components asked for");
