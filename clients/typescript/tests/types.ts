/** What the types let pass, and what they do not; the compiler runs this, and nobody else. */
import type { Railhead, State, Turn } from "../src/index.js";

export async function asked(railhead: Railhead): Promise<void> {
  const { levels } = await railhead.ask("get", "/v1/games/{game}", { path: { game: "steam" } });
  levels.map(({ level }): string => level);
  const nothing: void = await railhead.ask("delete", "/v1/me");
  const picture: string = await railhead.ask("get", "/v1/games/{game}/picture.svg", {
    path: { game: "steam" },
  });
  void [nothing, picture];
  // @ts-expect-error: no such address
  await railhead.ask("get", "/v1/toys");
  // @ts-expect-error: nothing is deleted there
  await railhead.ask("delete", "/v1/games");
  // @ts-expect-error: which game?
  await railhead.ask("get", "/v1/games/{game}");
  // @ts-expect-error: a client has a name
  await railhead.ask("post", "/v1/clients", { body: {} });
  // @ts-expect-error: no such status
  await railhead.ask("get", "/v1/matches", { query: { status: "lost" } });
  // @ts-expect-error: a dog takes no seat
  await railhead.create({ game: "montana", seats: [{ kind: "dog" }] });
}

export function described(state: State, { actions }: Turn): string | number | undefined {
  if (state.game === "steam") return state.view.players[0]?.cash;
  // @ts-expect-error: which game?
  void state.view.map.hexes;
  // @ts-expect-error: there may be none
  return actions[0].label;
}
