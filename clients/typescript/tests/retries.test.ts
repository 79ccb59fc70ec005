/** What passes is sent again, once each time it counts; what does not is told at once. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConnectionLost, Problem, Railhead, UnexpectedAnswer } from "../src/index.js";
import type { Settings } from "../src/index.js";
import { busy, Failing } from "./faults.js";
import { all, finished, seated, URL } from "./tables.js";

const badGateway = () => new Response("<h1>Bad gateway</h1>", { status: 502 });

function opened(settings: Settings = {}): { failing: Failing; railhead: Railhead } {
  const failing = new Failing();
  return { failing, railhead: new Railhead(URL, { fetch: failing.fetch, ...settings }) };
}

describe("an action counts once", () => {
  const faults = {
    "cut before": () => "unsent" as const,
    "cut after": () => "unanswered" as const,
    "cut within": () => 20,
    "bad gateway": badGateway,
    busy: () => busy(503, "overloaded", 1),
    limit: () => busy(429, "too-many-requests", 1),
  };
  for (const [name, fault] of Object.entries(faults)) {
    it(`though there is: ${name}`, async () => {
      const { failing, railhead } = opened();
      const match = await seated(railhead);
      const turn = (await match.turn())!;
      failing.keys.length = 0;
      failing.faults["POST"] = [fault(), fault()];
      const done = await match.act(turn.actions[0]!, turn.version);
      assert.ok(done.version > turn.version);
      assert.equal(failing.keys.length, 3);
      assert.equal(new Set(failing.keys).size, 1);
      assert.ok(failing.keys[0]);
    });
  }
});

describe("a request that fails", () => {
  it("is sent again when the service says, and not before", async () => {
    const { failing, railhead } = opened();
    failing.faults["GET"] = [busy(503, "overloaded", 1)];
    const began = performance.now();
    assert.ok((await railhead.games()).length > 0);
    assert.ok(performance.now() - began >= 1000);
  });

  it("is sent once where it might be done twice", async () => {
    const body = { name: "Ann" };
    for (const fault of ["unanswered" as const, badGateway()]) {
      const { failing, railhead } = opened();
      failing.faults["POST"] = [fault];
      const lost = (error: unknown) =>
        error instanceof ConnectionLost || error instanceof UnexpectedAnswer;
      await assert.rejects(railhead.ask("post", "/v1/clients", { body }), lost);
      assert.equal(failing.requests, 1);
    }
    const { failing, railhead } = opened();
    failing.faults["POST"] = [busy(503, "overloaded", 0)];
    assert.equal((await railhead.ask("post", "/v1/clients", { body })).name, "Ann");
  });

  it("is given up after so many tries, or seconds", async () => {
    const tries = opened({ tries: 3, firstSeconds: 30 });
    tries.failing.faults["GET"] = Array<"unsent">(9).fill("unsent");
    await assert.rejects(tries.railhead.games(), /no answer to GET \/v1\/games from http/);
    assert.equal(tries.failing.requests, 3);
    const seconds = opened({ seconds: 0.5 });
    seconds.failing.faults["GET"] = [busy(503, "overloaded", 1)];
    await assert.rejects(seconds.railhead.games(), (error) => error instanceof Problem);
    assert.equal(seconds.failing.requests, 1);
  });

  it("is given up soon where nothing has answered yet", async () => {
    const nobody = new Railhead("http://127.0.0.1:9", { firstSeconds: 0.5 });
    await assert.rejects(nobody.games(), /is this the address of a service that runs\?/);
    assert.throws(() => new Railhead("127.0.0.1:8000"), TypeError);
  });

  it("ends with the program's signal", async () => {
    const { failing, railhead } = opened({ signal: AbortSignal.timeout(200) });
    failing.faults["GET"] = [busy(503, "overloaded", 5)];
    await assert.rejects(railhead.games(), { name: "TimeoutError" });
    await assert.rejects(railhead.games(), { name: "TimeoutError" });
  });
});

describe("a stream", () => {
  it("goes on where it was cut", async () => {
    const { failing, railhead } = opened();
    const match = await finished(railhead);
    const whole = await all(match.events());
    assert.equal(whole.at(-1)?.kind, "over");
    const versions = whole.slice(0, -1).map((event) => event.version);
    assert.deepEqual(versions, versions.map((_, index) => index + 1));
    for (const size of [1, 150, 333]) {
      failing.requests = 0;
      failing.faults["GET"] = [size, size + 400, "unsent", new Response(""), size + 200];
      assert.deepEqual(await all(match.events()), whole);
      assert.equal(failing.requests, 6);
    }
  });

  it("that is refused says why", async () => {
    const { railhead } = opened();
    const match = await seated(railhead);
    const refused = { slug: "match-went-back", status: 409 };
    await assert.rejects(all(match.events(99)), refused);
  });
});
