/** A bot: a function that chooses, and the loop that plays with it. */
import type { Settings } from "./connection.js";
import { RailheadError } from "./errors.js";
import type { Chooser, Result } from "./match.js";
import { Railhead } from "./railhead.js";
import type { NewMatch, Schemas } from "./railhead.js";

export type Level = Schemas["BotSeat"]["level"];

/** What a bot plays. */
export interface BotSettings extends Settings {
  game?: NewMatch["game"];
  /** The level of all other seats, or a level for each of them; `easy` if nothing is said. */
  against?: Level | Level[];
  name?: string;
}

/** A match that a bot has played: its id, the bot's seat, and how it ended. */
export interface Played {
  match: string;
  seat: number;
  result: Result;
}

/** Plays at the service at `url` with what `choose` says. */
export class Bot {
  private readonly railhead: Railhead;

  constructor(
    url: string,
    private readonly settings: BotSettings,
    private readonly choose: Chooser,
  ) {
    this.railhead = new Railhead(url, { seconds: 300, ...settings });
  }

  /** Play so many matches against bots of the service, from each seat in turn. */
  async play(matches = 1): Promise<Played[]> {
    const { game = "montana", against = "easy", name = "bot" } = this.settings;
    const { seats } = await this.railhead.ask("get", "/v1/games/{game}", { path: { game } });
    const levels = Array.isArray(against) ? against : Array<Level>(seats.min - 1).fill(against);
    const played: Played[] = [];
    for (let number = 0; number < matches; number += 1) {
      const seat = number % (levels.length + 1);
      const table: NewMatch["seats"] = levels.map((level) => ({ kind: "bot", level }));
      table.splice(seat, 0, { kind: "human", name });
      const created = await this.railhead.create({ game, seats: table });
      const result = await created.seats.get(seat)!.play(this.choose);
      played.push({ match: created.id, seat, result });
    }
    return played;
  }

  /** Play the seat of that token in somebody's match, to its end. */
  async sitDown(id: string, token: string): Promise<Played> {
    const match = this.railhead.match(id, token);
    const { you: seat } = await match.state();
    if (seat === null) throw new RailheadError(`the token holds no seat of match ${id}`);
    return { match: id, seat, result: await match.play(this.choose) };
  }
}
