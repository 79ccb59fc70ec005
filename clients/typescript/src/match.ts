/** A match through the eyes of whoever holds a token: reading, playing, following it. */
import { requestFor } from "./calls.js";
import type { Connection } from "./connection.js";
import { Problem, RailheadError } from "./errors.js";
import type { Railhead, Schemas } from "./railhead.js";

export type State = Schemas["MatchShown"];
export type Action = NonNullable<State["legal_actions"]>["actions"][number];
export type View = State["view"];
export type Result = Schemas["Result"];
export type MatchEvent = Schemas["StreamEvent"];
/** A legal action, or its notation. */
export type Choice = Action | string;
/** What plays a seat. */
export type Chooser = (turn: Turn) => Choice | Promise<Choice>;

/** A decision of a seat: the `state` of the match, and the `actions` to choose from. */
export interface Turn {
  match: Match;
  state: State;
  view: View;
  version: number;
  seat: number;
  actions: readonly Action[];
}

/** What is said of an action that comes too late: read the match again, and choose again. */
const OVERTAKEN = new Set([
  "match-over",
  "match-went-back",
  "not-your-turn",
  "seat-changed",
  "stale-version",
]);
/** What is said to those who may not have their seat back from a bot. */
const NOT_BACK = new Set(["forbidden", "match-over", "time-over"]);
const WAIT_SECONDS = 30;
const LEGAL = { include: "legal-actions" } as const;

/** A match and a token of it; without a token, one that anybody may watch. */
export class Match {
  constructor(
    private readonly railhead: Railhead,
    private readonly connection: Connection,
    readonly id: string,
    readonly token: string,
  ) {}

  /** The match now, with what its seat may do. */
  state(): Promise<State> {
    return this.railhead.ask("get", "/v1/matches/{match}", { ...this.given, query: LEGAL });
  }

  /**
   * Why the seat cannot do now what could be done with an element of the picture: a reason for each
   * type of action that is not legal there; where it is not the seat's turn, one without a type.
   */
  async whyNot(element: string): Promise<Schemas["Reason"][]> {
    const query = { about: element };
    const path = "/v1/matches/{match}/legal-actions";
    const legal = await this.railhead.ask("get", path, { ...this.given, query });
    return legal.reasons ?? [];
  }

  /**
   * The match with the seat's legal actions once it is past a version; null if it stays there for so
   * many seconds. A match that went back is past it.
   */
  async wait(version: number, seconds = WAIT_SECONDS): Promise<State | null> {
    const until = performance.now() + seconds * 1000;
    for (;;) {
      const left = (until - performance.now()) / 1000;
      if (left <= 0) return null;
      const wait = Math.max(1, Math.min(WAIT_SECONDS, Math.round(left)));
      const query = { ...LEGAL, wait };
      const call = requestFor("get", "/v1/matches/{match}", { ...this.given, query });
      const headers = { ...call.headers, "If-None-Match": `"${version}"` };
      try {
        const shown = await this.connection.ask({ ...call, headers }, this.token);
        if (shown !== undefined) return shown as State;
      } catch (error) {
        if (said(error) !== "match-went-back") throw error;
        return this.state();
      }
    }
  }

  /**
   * The seat's next decision, as soon as it has one; null once the match is over. While a bot plays
   * for the seat, as where its time was over, there is none; `takeBack` has the seat taken back
   * where that is allowed. Throws a `RailheadError` where the token holds no seat.
   */
  async turn({ takeBack = false } = {}): Promise<Turn | null> {
    let state = await this.state();
    while (state.status !== "over") {
      const seat = this.seatIn(state);
      if (takeBack && hasStandIn(state)) {
        takeBack = await this.takeBack(seat, state);
        state = await this.state();
        continue;
      }
      const actions = state.legal_actions?.actions ?? [];
      if (actions.length > 0) {
        return { match: this, state, view: state.view, version: state.version, seat, actions };
      }
      state = (await this.wait(state.version)) ?? state;
    }
    return null;
  }

  /** Take a legal action, or the one of that notation, for the decision at a version. */
  act(choice: Choice, version: number): Promise<Schemas["Submission"]> {
    const action = typeof choice === "string" ? choice : choice.action;
    const body = { action, version };
    return this.railhead.ask("post", "/v1/matches/{match}/actions", { ...this.given, body });
  }

  /**
   * Play the token's seat to the end of the match, with what `choose` says at each turn. Where a turn
   * is overtaken by what others do, or by the service going back, the seat's next one is chosen for
   * anew; where time was over and a bot plays on, the seat is taken back if that is allowed.
   */
  async play(choose: Chooser): Promise<Result> {
    for (;;) {
      const turn = await this.turn({ takeBack: true });
      if (turn === null) break;
      const choice = await choose(turn);
      try {
        await this.act(choice, turn.version);
      } catch (error) {
        const slug = said(error);
        if (slug === "time-over") await this.wait(turn.version);
        else if (!OVERTAKEN.has(slug)) throw error;
      }
    }
    const { result } = await this.state();
    return result!;
  }

  /**
   * What happened after a version, then what happens, up to the event of kind `over`. A cut
   * connection is opened again behind the last event: none is missed or comes twice.
   */
  events(after = 0): AsyncGenerator<MatchEvent, void, void> {
    const { path } = this.given;
    return this.connection.follow<MatchEvent>(
      {
        opening: () => requestFor("get", "/v1/matches/{match}/events", { path, query: { after } }),
        told: (event) => {
          after = event.version;
        },
        isLast: (event) => event.kind === "over",
      },
      this.token,
    );
  }

  /** Sit down at an open seat; what comes back holds its token. */
  async claim(seat: number, claim: Schemas["Claim"] = {}): Promise<Match> {
    const path = { ...this.given.path, seat };
    const given = { path, body: claim, token: this.token };
    const { token } = await this.railhead.ask("post", "/v1/matches/{match}/seats/{seat}/claim", given);
    return this.railhead.match(this.id, token);
  }

  /** Say who plays a seat from now on. */
  changeSeat(seat: number, body: Schemas["SeatChange"]): Promise<Schemas["ChangedSeat"]> {
    const path = { ...this.given.path, seat };
    const given = { path, body, token: this.token };
    return this.railhead.ask("put", "/v1/matches/{match}/seats/{seat}", given);
  }

  private get given() {
    return { path: { match: this.id }, token: this.token };
  }

  private seatIn(state: State): number {
    if (state.you === null) throw new RailheadError(`the token holds no seat of match ${this.id}`);
    return state.you;
  }

  /** Whether the seat was taken back, or may be once the turn is over that its bot plays. */
  private async takeBack(seat: number, state: State): Promise<boolean> {
    try {
      await this.changeSeat(seat, { kind: "human" });
      return true;
    } catch (error) {
      const slug = said(error);
      if (!NOT_BACK.has(slug)) throw error;
      if (slug !== "time-over" || state.clock?.kind !== "turn") return false;
      await this.wait(state.version);
      return true;
    }
  }
}

/** The type of the problem that an error is, if it is one. */
function said(error: unknown): string {
  return error instanceof Problem ? error.slug : "";
}

/** Whether a bot plays for the one who reads the match, and may be sent away. */
function hasStandIn({ seats, you }: State): boolean {
  return seats.some((seat) => seat.seat === you && seat.kind === "bot" && !seat.resigned);
}
