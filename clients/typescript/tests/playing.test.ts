/** Matches against a real service, from the first decision to the last. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { describe, it } from "node:test";
import { Bot, Problem, Railhead, RailheadError } from "../src/index.js";
import type { Chooser } from "../src/index.js";
import { all, easy, human, seated, URL } from "./tables.js";

const railhead = new Railhead(URL);
const anyAction: Chooser = ({ actions }) => actions[Math.floor(Math.random() * actions.length)]!;
const refused = (slug: string) => (error: unknown) => error instanceof Problem && error.slug === slug;

describe("a bot", () => {
  for (const game of ["montana", "great_western_trail", "santa_fe", "steam"] as const) {
    it(`plays a whole match of ${game}`, async () => {
      const [played] = await new Bot(URL, { game, name: "guest" }, anyAction).play();
      assert.equal(played?.seat, 0);
      assert.deepEqual(played.result.ranking.flat().sort(), [...played.result.scores.keys()]);
    });
  }

  it("knows the view of each game by its name", async () => {
    const bot = new Bot(URL, { game: "steam", against: ["easy", "medium"] }, ({ state, actions }) => {
      assert.equal(state.game, "steam");
      assert.equal(state.view.players.length, 3);
      throw new RangeError(actions[0]?.label);
    });
    await assert.rejects(bot.play(), RangeError);
  });

  it("sits down in somebody's match", async () => {
    const seats = [human("Ann"), { kind: "open" as const }];
    const created = await railhead.create({ game: "montana", seats, options: { round_limit: 1 } });
    const invitation = created.invitations.get(1)!;
    const guest = await railhead.match(created.id).claim(1, { invitation, name: "guest" });
    const bot = new Bot(URL, {}, anyAction);
    const [played, result] = await Promise.all([
      bot.sitDown(created.id, guest.token),
      created.seats.get(0)!.play(anyAction),
    ]);
    assert.equal(played.seat, 1);
    assert.deepEqual(played.result, result);
    await assert.rejects(bot.sitDown(created.id, created.owner.token), /holds no seat/);
  });

  it("takes its seat back from the one that stood in when time was over", async () => {
    const created = await railhead.create({
      game: "montana",
      seats: [human("Ann"), easy],
      clock: { kind: "turn", seconds: 2 },
      options: { round_limit: 1 },
    });
    let slow = 3000;
    await created.seats.get(0)!.play(async (turn) => {
      await pause(slow);
      slow = 0;
      return anyAction(turn);
    });
    const log = await all(created.owner.events());
    const seats = log.flatMap((event) => event.now?.kind ?? []);
    assert.deepEqual(seats.slice(0, 2), ["bot", "human"]);
  });
});

describe("a match", () => {
  it("is waited for", async () => {
    const match = await seated(railhead);
    const turn = (await match.turn())!;
    assert.equal(await match.wait(turn.version, 1), null);
    const waiting = match.wait(turn.version);
    await match.act(turn.actions[0]!.action, turn.version);
    assert.ok((await waiting)!.version > turn.version);
    assert.equal((await match.wait(999))?.status, "active", "it is not so far, so it went back");
  });

  it("is followed while it is played", async () => {
    const seats = [human("Ann"), easy];
    const created = await railhead.create({ game: "montana", seats, options: { round_limit: 1 } });
    const following = all(created.spectator.events());
    const result = await created.seats.get(0)!.play(anyAction);
    assert.deepEqual((await following).at(-1)?.result, result);
  });

  it("says why nothing can be done with an element of the picture", async () => {
    const match = await seated(railhead);
    const reasons = await match.whyNot("bank-1");
    const legal = (await match.turn())!.actions.filter(({ targets }) => targets.includes("bank-1"));
    assert.deepEqual(reasons.map(({ action }) => action), legal.length ? [] : ["bank"]);
    await assert.rejects(match.whyNot("nothing"), refused("no-such-element"));
  });

  it("refuses with a problem", async () => {
    const match = await seated(railhead);
    const { version } = (await match.turn())!;
    await assert.rejects(match.act("nonsense", version), refused("illegal-action"));
    await assert.rejects(match.act("nonsense", 0), refused("stale-version"));
    await assert.rejects(railhead.match("a".repeat(20), "x").state(), refused("no-such-match"));
    const none = railhead.create({ game: "montana", seats: [] });
    await assert.rejects(none, /seats: must be 2 to 4/);
    await assert.rejects(railhead.match(match.id, "").turn(), Problem);
  });

  it("has no turns for those without a seat", async () => {
    const created = await railhead.create({ game: "montana", seats: [human("Ann"), easy] });
    await assert.rejects(created.owner.turn(), RailheadError);
  });
});

describe("a client's token", () => {
  it("serves for all its matches", async () => {
    const { token } = await railhead.ask("post", "/v1/clients", { body: { name: "Ann" } });
    const mine = new Railhead(URL, { token });
    const seats = [{ kind: "human" as const, mine: true }, human("Ben")];
    const created = await mine.create({ game: "montana", seats });
    assert.equal((await mine.match(created.id).state()).you, 0);
    const query = { limit: 10 };
    const { matches } = await mine.ask("get", "/v1/me/matches", { query });
    assert.deepEqual(matches.map((listed) => listed.id), [created.id]);
    for await (const event of mine.myEvents()) {
      if (event.kind === "open") break;
      assert.equal(event.match, created.id);
    }
    await mine.ask("delete", "/v1/matches/{match}", { path: { match: created.id } });
  });
});

describe("what is asked of the service", () => {
  it("comes as the contract says, also as text", async () => {
    const path = { game: "steam" };
    const found = await railhead.ask("get", "/v1/games/{game}/components", {
      path,
      query: { options: { map: "ruhr" } },
    });
    assert.equal(found.options["map"], "ruhr");
    const rules: string = await railhead.ask("get", "/v1/games/{game}/rules", { path });
    assert.ok(rules.startsWith("# "));
  });
});
