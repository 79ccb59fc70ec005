/** A service: whatever its contract has, new matches, and what belongs to a client's token. */
import { requestFor } from "./calls.js";
import type { Answered, Method, Path, Rest } from "./calls.js";
import { Connection } from "./connection.js";
import type { Settings } from "./connection.js";
import type { components } from "./contract.js";
import { Match } from "./match.js";

export type Schemas = components["schemas"];
export type NewMatch = Schemas["NewMatch"];
export type ClientEvent = Schemas["ClientEvent"];

/** A new match: a handle for each token that came with it. */
export interface Created {
  id: string;
  /** What the service said. */
  document: Schemas["CreatedMatch"];
  owner: Match;
  spectator: Match;
  /** The people's seats by number. */
  seats: Map<number, Match>;
  /** Of open seats by number; null where it is not told again. */
  invitations: Map<number, string | null>;
}

/**
 * The public API of the service at `url`. What fails in passing is sent again, and counts once.
 * Everything here throws `Problem`, `ConnectionLost` or `UnexpectedAnswer`.
 */
export class Railhead {
  private readonly connection: Connection;

  constructor(url: string, settings: Settings = {}) {
    this.connection = new Connection(url, settings);
  }

  /** The answer to any operation: `ask("get", "/v1/games/{game}", { path: { game } })`. */
  ask<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...[given]: Rest<M, P>
  ): Promise<Answered<M, P>> {
    const asked = this.connection.ask(requestFor(method, path, given), given?.token);
    return asked as Promise<Answered<M, P>>;
  }

  /** All games. */
  async games(): Promise<Schemas["GameListed"][]> {
    return (await this.ask("get", "/v1/games")).games;
  }

  /** A new match. */
  async create(body: NewMatch): Promise<Created> {
    return this.created(await this.ask("post", "/v1/matches", { body }));
  }

  /** The match of that id for the holder of `token`; without one, of the client's. */
  match(id: string, token?: string | null): Match {
    return new Match(this, this.connection, id, token ?? this.connection.token);
  }

  /** The handles for a match that was made in another way, such as a fork or a rematch. */
  created(document: Schemas["CreatedMatch"]): Created {
    const { id, seats } = document;
    const people = seats.filter((seat) => seat.kind === "human");
    const open = seats.filter((seat) => seat.kind === "open");
    return {
      id,
      document,
      owner: this.match(id, document.owner_token),
      spectator: this.match(id, document.spectator_token),
      seats: new Map(people.map((seat) => [seat.seat, this.match(id, seat.token)])),
      invitations: new Map(open.map((seat) => [seat.seat, seat.invitation])),
    };
  }

  /** What concerns the client, without end; after a cut all that is open is told again. */
  myEvents(): AsyncGenerator<ClientEvent, void, void> {
    return this.connection.follow({
      opening: () => requestFor("get", "/v1/me/events"),
      told: () => {},
      isLast: () => false,
    });
  }
}
